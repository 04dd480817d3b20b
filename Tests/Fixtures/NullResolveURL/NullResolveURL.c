/* The manifest claims links for its own code, and the feature has no resolve_url function. */
#define FEATURE_ID "null-resolve-url"
#define MEMBERS ",\"customLinks\":[{\"scheme\":\"challenge\",\"host\":\"null-resolve-url\"}]"
#include "PlainFeature.h"
