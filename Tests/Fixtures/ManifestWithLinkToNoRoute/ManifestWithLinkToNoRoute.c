/* A link of the manifest leads to a route that it does not declare. */
#define MEMBERS                                                                                                        \
    ",\"links\":[{\"scheme\":\"challenge\",\"host\":\"plain\",\"pattern\":\"/page\",\"route\":\"page\"}]"
#include "PlainFeature.h"
