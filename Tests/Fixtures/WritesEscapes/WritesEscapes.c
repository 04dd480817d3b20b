/* Its texts would clear the screen and turn it red. */
#define FEATURE_ID "writes-escapes"
#define FEATURE_VERSION "1\\u001b[31m"
#define MEMBERS ",\"summary\":\"\\u001b[2J\\u001b[31mred\"," \
    "\"links\":[{\"scheme\":\"challenge\",\"host\":\"writes-escapes\",\"pattern\":\"/screen\",\"route\":\"screen\"}]"
#define SCREEN_TEXT "\x1b[2J\x1b[31mred"
#include "PlainFeature.h"
