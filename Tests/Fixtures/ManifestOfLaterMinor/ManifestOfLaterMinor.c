/* Good, and of a later minor version: its manifest has a method, a type and a member that version 1.0 does not know. */
#define ABI_MINOR (SY_ABI_MINOR + 1)
#define INCOMING                                                                                                       \
    "{\"name\":\"screen\"},"                                                                                           \
    "{\"name\":\"edge\",\"method\":\"sheets\",\"icon\":\"star\"},"                                                     \
    "{\"name\":\"day\",\"arguments\":[{\"name\":\"on\",\"type\":\"date\"}]}"
#define MEMBERS                                                                                                        \
    ",\"links\":["                                                                                                     \
    "{\"scheme\":\"plain\",\"host\":\"x\",\"pattern\":\"/screen\",\"route\":\"screen\"},"                              \
    "{\"scheme\":\"plain\",\"host\":\"x\",\"pattern\":\"/edge\",\"route\":\"edge\"},"                                  \
    "{\"scheme\":\"plain\",\"host\":\"x\",\"pattern\":\"/day/{on}\",\"route\":\"day\"}]"
#include "PlainFeature.h"
