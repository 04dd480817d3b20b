// A minimal feature in D, written from FeatureABI.h. -betterC: neither D's runtime nor its collector is in the library.
extern (C):

struct sy_string { const(char)* data; size_t count; }
struct sy_value {
    uint kind, reserved; long integer; double number = 0; sy_string text;
    const(sy_value)* items; size_t item_count; const(sy_string)* names;
}
struct sy_destination {
    uint size, reserved; sy_string feature, route; const(void)* arguments; size_t argument_count;
}
struct sy_error { uint size, reserved; void* instance; void function(const sy_error*, uint, sy_string) fail; }
struct sy_text_sink { uint size, reserved; void* instance; uint function(const sy_text_sink*, sy_string) text; }
struct sy_node {
    uint size, kind, flags, role; ulong action;
    sy_string text, detail, key, symbol, badge, accessibility_label, url;
    sy_value value; const(sy_destination)* destination; sy_string shortcut; ulong element_count, element_offset;
}
struct sy_screen_info {
    uint size, flags; sy_string title, lock_reason;
    const(void)* checkpoints; size_t checkpoint_count; const(void)* receivers; size_t receiver_count;
}
struct sy_view_sink {
    uint size, reserved; void* instance;
    uint function(const sy_view_sink*, const sy_node*) begin_node;
    uint function(const sy_view_sink*) end_node;
    uint function(const sy_view_sink*, const sy_screen_info*) info;
}
struct sy_render { uint size, flags; const(void)* parts; size_t part_count; }
struct sy_event { uint size, reserved; ulong action; const(sy_value)* value; }
struct sy_screen {
    uint size, reserved; void* instance;
    uint function(const sy_screen*, const sy_render*, const sy_view_sink*, const sy_error*) render;
    uint function(const sy_screen*, const sy_event*, const sy_error*) perform;
    void function(const sy_screen*) appear, disappear;
    void* returned, receive, save, restore;
    void function(const sy_screen*) destroy;
}
struct sy_feature {
    uint size, reserved; void* instance;
    uint function(const sy_feature*, ulong, const(sy_screen)**, const sy_error*) make_main_screen;
    uint function(const sy_feature*, const sy_destination*, ulong, const(sy_screen)**, const sy_error*) resolve;
    void* resolve_url, receive;
    void function(const sy_feature*) deactivate;
}
struct sy_library {
    uint magic, size, abi_major, abi_minor; void* instance;
    uint function(const sy_library*, const sy_text_sink*, const sy_error*) manifest;
    uint function(const sy_library*, const void* host, const void* context, const(sy_feature)**,
        const sy_error*) activate;
    void* extension;
}

enum SY_MAGIC = 0x53594142;
enum { SY_OK = 0, SY_NOT_MINE = 1, SY_FAILED = 2 }
enum { SY_ERROR_INVALID_ARGUMENT = 2, SY_ERROR_NOT_FOUND = 4 }
enum { SY_NODE_TEXT = 1, SY_NODE_LINK = 5 }

sy_string text(string from) { return sy_string(from.ptr, from.length); }

uint failed(const sy_error* error, uint code, string reason) {
    error.fail(error, code, text(reason));
    return SY_FAILED;
}

uint render(const sy_screen*, const sy_render*, const sy_view_sink* sink, const sy_error*) {
    sy_screen_info info = {size: sy_screen_info.sizeof, title: text("D")};
    sink.info(sink, &info);
    sy_node words = {size: sy_node.sizeof, kind: SY_NODE_TEXT, text: text("A screen in D")};
    if (sink.begin_node(sink, &words) == SY_OK) sink.end_node(sink);
    sy_destination next = {size: sy_destination.sizeof, route: text("next")};
    sy_node link = {size: sy_node.sizeof, kind: SY_NODE_LINK, text: text("Go on"), destination: &next};
    if (sink.begin_node(sink, &link) == SY_OK) sink.end_node(sink);
    return SY_OK;
}

uint perform(const sy_screen*, const sy_event*, const sy_error* error) {
    return failed(error, SY_ERROR_NOT_FOUND, "nothing on the screen can be used");
}

void nothing(const sy_screen*) {}

// A screen without a state of its own may be one table for all.
__gshared immutable sy_screen screen = {
    size: sy_screen.sizeof, render: &render, perform: &perform, appear: &nothing, disappear: &nothing,
    destroy: &nothing,
};

uint make_main_screen(const sy_feature*, ulong, const(sy_screen)** made, const sy_error*) {
    *made = &screen;
    return SY_OK;
}

uint resolve(const sy_feature*, const sy_destination* to, ulong, const(sy_screen)** made, const sy_error* error) {
    if (to.route.data is null || to.route.data[0 .. to.route.count] != "main") return SY_NOT_MINE;
    if (to.argument_count > 0) return failed(error, SY_ERROR_INVALID_ARGUMENT, "d/main takes no arguments");
    *made = &screen;
    return SY_OK;
}

void deactivate(const sy_feature*) {}

__gshared immutable sy_feature feature = {
    size: sy_feature.sizeof, make_main_screen: &make_main_screen, resolve: &resolve, deactivate: &deactivate,
};

uint manifest(const sy_library*, const sy_text_sink* sink, const sy_error*) {
    sink.text(sink, text(`{
  "manifest": 1, "id": "d", "name": "D", "version": "1.0.0", "abi": "1.0", "toolchain": "D", "main": "main",
  "incoming": [{"name": "main", "arguments": []}], "outgoing": [{"name": "next", "arguments": []}],
  "links": [{"scheme": "challenge", "host": "d", "pattern": "/", "route": "main"}]
}`));
    return SY_OK;
}

uint activate(const sy_library*, const void*, const void*, const(sy_feature)** made, const sy_error*) {
    *made = &feature;
    return SY_OK;
}

__gshared immutable sy_library library = {
    magic: SY_MAGIC, size: sy_library.sizeof, abi_major: 1, abi_minor: 0, manifest: &manifest, activate: &activate,
};

export const(sy_library)* switchyard_feature_entry() { return &library; }
