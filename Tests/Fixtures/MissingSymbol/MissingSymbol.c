/* It calls a function that no library has. */
const char *text_of_no_library(void);

#define SCREEN_TEXT text_of_no_library()
#include "PlainFeature.h"
