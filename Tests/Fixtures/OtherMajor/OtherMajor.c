/* Built against the next major version of the ABI. */
#define ABI_MAJOR (SY_ABI_MAJOR + 1)
#include "PlainFeature.h"
