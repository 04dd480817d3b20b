/* Nothing is wrong with it. */
#include "PlainFeature.h"
