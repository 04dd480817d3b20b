/* The manifest is of a format that this host does not know. */
#define MANIFEST_TEXT "{\"manifest\":2,\"id\":\"plain\"}"
#include "PlainFeature.h"
