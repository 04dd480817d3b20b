/* Its screen struct ends before `destroy`. */
#define FEATURE_ID "small-screen-struct"
#define SCREEN_SIZE offsetof(sy_screen, destroy)
#include "PlainFeature.h"
