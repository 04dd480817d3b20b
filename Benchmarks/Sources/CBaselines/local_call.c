#include "CBaselines.h"

__attribute__((noinline)) void local_call(const void *instance) { __asm__ volatile("" : : "r"(instance) : "memory"); }
