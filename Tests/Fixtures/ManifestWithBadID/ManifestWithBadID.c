/* The manifest's id has a capital letter and a space. */
#define FEATURE_ID "My feature"
#include "PlainFeature.h"
