/* Nothing is wrong with it, but its id is nearly the word of a step. */
#define FEATURE_ID "backs"
#include "PlainFeature.h"
