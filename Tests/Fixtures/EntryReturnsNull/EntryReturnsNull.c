/* Its switchyard_feature_entry returns null. */
#define ENTRY_RESULT NULL
#include "PlainFeature.h"
