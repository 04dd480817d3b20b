/* The manifest has no bytes. */
#define MANIFEST_TEXT ""
#include "PlainFeature.h"
