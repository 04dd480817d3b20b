/* Its library struct ends before the version. */
#define LIBRARY_SIZE 4
#include "PlainFeature.h"
