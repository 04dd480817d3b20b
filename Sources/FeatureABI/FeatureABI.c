#include "FeatureABI.h"
