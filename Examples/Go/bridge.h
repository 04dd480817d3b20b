/* What the tables of functions and Go share. */
#ifndef BRIDGE_H
#define BRIDGE_H

#include "FeatureABI.h"

/* Make tables whose functions are those of exports.go; the instance is a cgo.Handle. Null where there is no memory. */
sy_feature *bridge_make_feature(uintptr_t handle);
sy_screen *bridge_make_screen(uintptr_t handle);

#endif
