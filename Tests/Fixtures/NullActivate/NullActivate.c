/* The library has no activate function. */
#define ACTIVATE NULL
#include "PlainFeature.h"
