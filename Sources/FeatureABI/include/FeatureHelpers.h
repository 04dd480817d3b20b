/*
 * What a feature in C writes again and again: texts, values, nodes, failures, and the library's table. It is no part of
 * the contract, which FeatureABI.h alone is: copy it, change it, or do without.
 *
 *     #include <FeatureHelpers.h>
 *
 *     static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
 *                             const sy_error *error) {
 *         sy_title(sink, "Counter");
 *         sy_put(sink, SY_NODE_TEXT, "Nothing counted yet");
 *         sy_put_button(sink, "Add", 1);
 *         return SY_OK;
 *     }
 *
 *     SY_LIBRARY("{\"manifest\": 1, \"id\": \"counter\"}", activate)
 *
 * C99 or later, and C++11 or later.
 */
#ifndef SWITCHYARD_FEATURE_HELPERS_H
#define SWITCHYARD_FEATURE_HELPERS_H

#include "FeatureABI.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ newer members, arrays */

/* Whether a struct of the other side has a member: whether it lies inside the struct's size.
 *
 *     if (SY_HAS(host, resume_sending)) host->resume_sending(host, screen, NULL);
 */
#define SY_HAS(pointer, member) \
    ((size_t)((const char *)&(pointer)->member - (const char *)(pointer)) + sizeof (pointer)->member <= (pointer)->size)

/* An element of an array of structs of the other side, whose elements may be larger or smaller than here.
 *
 *     const sy_argument *second = SY_AT(sy_argument, destination->arguments, 1);
 */
#define SY_AT(type, array, index) \
    ((const type *)(const void *)((const char *)(array) + (size_t)(index) * (size_t)(array)->size))

/* ------------------------------------------------------------------ texts */

/* A sy_string of NUL-terminated text that the caller keeps; null gives the empty string. */
static inline sy_string sy_string_from(const char *text) {
    sy_string string;
    string.data = text;
    string.count = text ? strlen(text) : 0;
    return string;
}

/* Whether a string is this NUL-terminated text. */
static inline int sy_equal(sy_string string, const char *text) {
    return string.count == strlen(text) && (string.count == 0 || memcmp(string.data, text, string.count) == 0);
}

/* ------------------------------------------------------------------ failures */

/* Leaves the reason and gives the status to return: return sy_fail(error, SY_ERROR_NOT_FOUND, "no such note"); */
static inline sy_status sy_fail(const sy_error *error, sy_error_code code, const char *reason) {
    if (error) error->fail(error, code, sy_string_from(reason));
    return SY_FAILED;
}

/* As sy_fail, with a reason in the form of printf(3), of which at most 499 bytes are left. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline sy_status sy_failf(const sy_error *error, sy_error_code code, const char *format, ...) {
    char reason[500];
    va_list arguments;
    int count;
    va_start(arguments, format);
    count = vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (count < 0) return sy_fail(error, code, format);
    if ((size_t)count >= sizeof reason) {
        /* What is left is valid UTF-8: a character of several bytes at the end goes whole. */
        size_t end = sizeof reason - 1;
        while (end > 0 && ((unsigned char)reason[end - 1] & 0xC0) == 0x80) end--;
        if (end > 0 && (unsigned char)reason[end - 1] >= 0xC0) end--;
        reason[end] = 0;
    }
    return sy_fail(error, code, reason);
}

/* ------------------------------------------------------------------ values */

static inline sy_value sy_null(void) {
    sy_value value;
    memset(&value, 0, sizeof value);
    return value;
}

static inline sy_value sy_bool(int is_true) {
    sy_value value = sy_null();
    value.kind = SY_VALUE_BOOL;
    value.integer = is_true != 0;
    return value;
}

static inline sy_value sy_int(int64_t integer) {
    sy_value value = sy_null();
    value.kind = SY_VALUE_INT;
    value.integer = integer;
    return value;
}

static inline sy_value sy_double(double number) {
    sy_value value = sy_null();
    value.kind = SY_VALUE_DOUBLE;
    value.number = number;
    return value;
}

static inline sy_value sy_text(sy_string text) {
    sy_value value = sy_null();
    value.kind = SY_VALUE_STRING;
    value.text = text;
    return value;
}

/* Whether there is a value, and it is of that kind: sy_is(event->value, SY_VALUE_BOOL). A null pointer is
 * SY_VALUE_NULL. */
static inline int sy_is(const sy_value *value, sy_value_kind kind) {
    return value ? value->kind == kind : kind == SY_VALUE_NULL;
}

/* A field of a record, or null. */
static inline const sy_value *sy_field(const sy_value *record, const char *name) {
    size_t index;
    if (!sy_is(record, SY_VALUE_RECORD)) return NULL;
    for (index = 0; index < record->item_count; index++) {
        if (sy_equal(record->names[index], name)) return &record->items[index];
    }
    return NULL;
}

/* An argument of a destination, or null. */
static inline const sy_value *sy_find(const sy_destination *destination, const char *name) {
    size_t index;
    for (index = 0; index < destination->argument_count; index++) {
        const sy_argument *argument = SY_AT(sy_argument, destination->arguments, index);
        if (sy_equal(argument->name, name)) return &argument->value;
    }
    return NULL;
}

/* ------------------------------------------------------------------ nodes */

/* A node of that kind and text; everything else is 0. */
static inline sy_node sy_node_of(sy_node_kind kind, const char *text) {
    sy_node node;
    memset(&node, 0, sizeof node);
    node.size = sizeof node;
    node.kind = kind;
    node.text = sy_string_from(text);
    return node;
}

/* Passes a node without children. These functions say whether the host takes more; where it does not, return SY_OK
 * soon. */
static inline int sy_put_node(const sy_view_sink *sink, const sy_node *node) {
    return sink->begin_node(sink, node) == SY_OK && sink->end_node(sink) == SY_OK;
}

static inline int sy_put(const sy_view_sink *sink, sy_node_kind kind, const char *text) {
    sy_node node = sy_node_of(kind, text);
    return sy_put_node(sink, &node);
}

static inline int sy_put_button(const sy_view_sink *sink, const char *text, uint64_t action) {
    sy_node node = sy_node_of(SY_NODE_BUTTON, text);
    node.action = action;
    return sy_put_node(sink, &node);
}

/* A field, toggle, slider or anything else with a value and an action that takes another one. */
static inline int sy_put_control(const sy_view_sink *sink, sy_node_kind kind, const char *text, sy_value value,
                                 uint64_t action) {
    sy_node node = sy_node_of(kind, text);
    node.value = value;
    node.action = action;
    return sy_put_node(sink, &node);
}

static inline int sy_put_link(const sy_view_sink *sink, const char *text, const sy_destination *destination) {
    sy_node node = sy_node_of(SY_NODE_LINK, text);
    node.destination = destination;
    return sy_put_node(sink, &node);
}

/* Begins a node with children; sy_end ends it. */
static inline int sy_begin(const sy_view_sink *sink, sy_node_kind kind, const char *text) {
    sy_node node = sy_node_of(kind, text);
    return sink->begin_node(sink, &node) == SY_OK;
}

static inline int sy_end(const sy_view_sink *sink) { return sink->end_node(sink) == SY_OK; }

/* The screen's title, where it says nothing else of itself. */
static inline void sy_title(const sy_view_sink *sink, const char *title) {
    sy_screen_info info;
    memset(&info, 0, sizeof info);
    info.size = sizeof info;
    info.title = sy_string_from(title);
    sink->info(sink, &info);
}

/* ------------------------------------------------------------------ destinations */

/* A destination without arguments; without a feature's id: of this feature. */
static inline sy_destination sy_destination_of(const char *feature, const char *route) {
    sy_destination destination;
    memset(&destination, 0, sizeof destination);
    destination.size = sizeof destination;
    destination.feature = sy_string_from(feature);
    destination.route = sy_string_from(route);
    return destination;
}

static inline sy_argument sy_argument_of(const char *name, sy_value value) {
    sy_argument argument;
    memset(&argument, 0, sizeof argument);
    argument.size = sizeof argument;
    argument.name = sy_string_from(name);
    argument.value = value;
    return argument;
}

/* ------------------------------------------------------------------ lists */

/* The part of a list to give in a render, where the library can give parts. `list` is its node, with its key, before it
 * is begun, and `count` says how many elements there are; the result is how many to give, from list->element_offset on.
 *
 *     sy_node list = {.size = sizeof list, .kind = SY_NODE_LIST, .key = sy_string_from("lines")};
 *     uint64_t shown = sy_part(how, &list, line_count);
 *     sink->begin_node(sink, &list);
 *     for (uint64_t line = list.element_offset; line < list.element_offset + shown; line++) ...
 */
static inline uint64_t sy_part(const sy_render *how, sy_node *list, uint64_t count) {
    const sy_list_part *wanted = NULL;
    size_t index;
    for (index = 0; index < how->part_count; index++) {
        const sy_list_part *part = SY_AT(sy_list_part, how->parts, index);
        int is_named = part->key.count == list->key.count &&
                       (part->key.count == 0 || memcmp(part->key.data, list->key.data, part->key.count) == 0);
        if (is_named || (part->key.count == 0 && !wanted)) wanted = part;
        if (is_named) break;
    }
    list->element_count = 0;
    list->element_offset = 0;
    if (!wanted || wanted->count >= count) return count;
    list->element_count = count;
    list->element_offset = wanted->offset < count - wanted->count ? wanted->offset : count - wanted->count;
    return wanted->count;
}

/* ------------------------------------------------------------------ the library */

/* The library's table and its entry, given the manifest's text and the function for activate. */
#define SY_LIBRARY(manifest_text, activate_function)                                                              \
    static sy_status sy_library_manifest(const sy_library *table, const sy_text_sink *sink, const sy_error *error) { \
        (void)table, (void)error;                                                                                 \
        sink->text(sink, sy_string_from(manifest_text));                                                          \
        return SY_OK;                                                                                             \
    }                                                                                                             \
    static const sy_library sy_library_table = {                                                                  \
        SY_MAGIC, sizeof(sy_library), SY_ABI_MAJOR, SY_ABI_MINOR, NULL, sy_library_manifest, activate_function, NULL, \
    };                                                                                                            \
    SY_ENTRY(&sy_library_table)

/* The entry alone, given a pointer to the table. */
#ifdef __cplusplus
#define SY_ENTRY(library) \
    extern "C" SY_EXPORT const sy_library *switchyard_feature_entry(void) { return library; }
#else
#define SY_ENTRY(library)                                            \
    SY_EXPORT const sy_library *switchyard_feature_entry(void);      \
    SY_EXPORT const sy_library *switchyard_feature_entry(void) { return library; }
#endif

#endif
