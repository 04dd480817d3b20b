/* It needs libtone.so.1, which the tests build from the folder Tone and lay beside it, or not. */
const char *tone(void);

#define FEATURE_ID "needs-library"
#define SCREEN_TEXT tone()
#include "PlainFeature.h"
