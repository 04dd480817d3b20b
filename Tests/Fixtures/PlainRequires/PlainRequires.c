/* Requires a later host, and an extension that none has. */
#define FEATURE_VERSION "3.0.0"
#define MEMBERS ",\"requires\":{\"host\":\"9.1\",\"extensions\":[\"switchyard.files/1\",\"switchyard.teleport/2\"]}"
#include "PlainFeature.h"
