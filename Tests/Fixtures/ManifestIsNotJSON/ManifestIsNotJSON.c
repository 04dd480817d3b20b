/* The manifest is JSON up to its second line. */
#define MANIFEST_TEXT "{\n  \"manifest\": 1,\n  id: \"plain\"\n}"
#include "PlainFeature.h"
