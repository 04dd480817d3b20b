/* The manifest declares a route twice. */
#define INCOMING "{\"name\":\"screen\"},{\"name\":\"screen\"}"
#include "PlainFeature.h"
