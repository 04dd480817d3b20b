/* Its library struct ends before `activate`. */
#define LIBRARY_SIZE offsetof(sy_library, activate)
#include "PlainFeature.h"
