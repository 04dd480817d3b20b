package main

/*
#include "FeatureABI.h"

// Go passes a string as it is, and C reads it during the call: nothing is copied, and no pointer of Go's stays in C.
static sy_string text_of(_GoString_ text) {
    sy_string string = {_GoStringPtr(text), _GoStringLen(text)};
    return string;
}

static void fail(const sy_error *error, sy_error_code code, _GoString_ reason) {
    error->fail(error, code, text_of(reason));
}

static void write_text(const sy_text_sink *sink, _GoString_ text) { sink->text(sink, text_of(text)); }

static void write_state(const sy_state_sink *sink, uint32_t version, _GoString_ bytes) {
    sy_state state = {.size = sizeof state, .state_version = version, .bytes = text_of(bytes)};
    sink->state(sink, &state);
}

static void invalidate(const sy_host *host, sy_screen_id screen) { host->invalidate(host, screen); }

static void put_title(const sy_view_sink *sink, _GoString_ title) {
    sy_screen_info info = {.size = sizeof info, .title = text_of(title)};
    sink->info(sink, &info);
}

static int begin_node(const sy_view_sink *sink, sy_node node, _GoString_ text, _GoString_ key, _GoString_ badge,
                     _GoString_ value, _GoString_ route, _GoString_ name, _GoString_ argument) {
    node.size = sizeof node;
    node.text = text_of(text);
    node.key = text_of(key);
    node.badge = text_of(badge);
    if (node.value.kind == SY_VALUE_STRING) node.value.text = text_of(value);
    sy_argument first = {
        .size = sizeof first,
        .name = text_of(name),
        .value = {.kind = SY_VALUE_STRING, .text = text_of(argument)},
    };
    sy_destination destination = {
        .size = sizeof destination,
        .route = text_of(route),
        .arguments = &first,
        .argument_count = 1,
    };
    if (destination.route.count > 0) node.destination = &destination;
    return sink->begin_node(sink, &node) == SY_OK;
}

static void end_node(const sy_view_sink *sink) { sink->end_node(sink); }

// The elements of a newer host's array may be larger than this header's: they stand size bytes apart.
static const sy_argument *argument_at(const sy_destination *destination, size_t index) {
    return (const sy_argument *)(const void *)((const char *)destination->arguments
                                               + index * destination->arguments[0].size);
}
*/
import "C"

import "unsafe"

// failure is an error with the ABI's code.
type failure struct {
	code   C.sy_error_code
	reason string
}

func (f failure) Error() string { return f.reason }

// notMine answers SY_NOT_MINE.
type notMine struct{}

func (notMine) Error() string { return "not mine" }

func invalidArgument(reason string) error { return failure{C.SY_ERROR_INVALID_ARGUMENT, reason} }
func notFound(reason string) error        { return failure{C.SY_ERROR_NOT_FOUND, reason} }
func wrongType(reason string) error       { return failure{C.SY_ERROR_WRONG_TYPE, reason} }

func leave(sink *C.sy_error, f failure) C.sy_status {
	C.fail(sink, f.code, f.reason)
	return C.SY_FAILED
}

func writeText(sink *C.sy_text_sink, text string) { C.write_text(sink, text) }

func writeState(sink *C.sy_state_sink, bytes []byte) {
	C.write_state(sink, stateVersion, string(bytes))
}

func invalidate(host *C.sy_host, screen C.sy_screen_id) { C.invalidate(host, screen) }

func stringOf(text C.sy_string) string { return string(bytesOf(text)) }

func bytesOf(text C.sy_string) []byte {
	// C.GoBytes counts in ints of C; a host passes no more than 1 MiB.
	return C.GoBytes(unsafe.Pointer(text.data), C.int(text.count))
}

// argument is one argument of a destination.
type argument struct {
	name  string
	value *C.sy_value
}

func argumentsOf(destination *C.sy_destination) []argument {
	arguments := make([]argument, destination.argument_count)
	for i := range arguments {
		read := C.argument_at(destination, C.size_t(i))
		arguments[i] = argument{stringOf(read.name), &read.value}
	}
	return arguments
}

// stringValue is the string that a value holds, and whether it holds one; null is not one.
func stringValue(value *C.sy_value) (string, bool) {
	if value == nil || value.kind != C.SY_VALUE_STRING {
		return "", false
	}
	return stringOf(value.text), true
}

func boolValue(value *C.sy_value) (is, ok bool) {
	if value == nil || value.kind != C.SY_VALUE_BOOL {
		return false, false
	}
	return value.integer != 0, true
}

// views describes a screen to the host.
type views struct{ sink *C.sy_view_sink }

// node is what the pages need of sy_node.
type node struct {
	kind             C.sy_node_kind
	role             C.sy_role
	action           uint64
	text, key, badge string
	value            any    // a string or a bool
	route            string // with name and argument: where a link leads
	name, argument   string
}

func (v *views) title(text string) { C.put_title(v.sink, text) }

func (v *views) put(n node, children ...node) {
	v.group(n, func() {
		for _, child := range children {
			v.put(child)
		}
	})
}

// group puts a node with whatever the body puts.
func (v *views) group(n node, body func()) {
	crossing := C.sy_node{kind: n.kind, role: n.role, action: C.uint64_t(n.action)}
	text := ""
	switch value := n.value.(type) {
	case string:
		crossing.value.kind, text = C.SY_VALUE_STRING, value
	case bool:
		crossing.value.kind = C.SY_VALUE_BOOL
		if value {
			crossing.value.integer = 1
		}
	}
	if C.begin_node(v.sink, crossing, n.text, n.key, n.badge, text, n.route, n.name, n.argument) == 0 {
		return // the host takes no more, and says why
	}
	body()
	C.end_node(v.sink)
}
