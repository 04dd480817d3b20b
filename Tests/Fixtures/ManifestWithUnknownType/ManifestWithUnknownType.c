/* An argument's type is none that the ABI has. */
#define INCOMING "{\"name\":\"screen\",\"arguments\":[{\"name\":\"day\",\"type\":\"date\"}]}"
#include "PlainFeature.h"
