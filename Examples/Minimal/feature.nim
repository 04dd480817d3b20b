## A minimal feature in Nim. Nim compiles to C, so the types are those of FeatureABI.h itself.
##
## No function here allocates: strings of Nim are constants. What allocates needs the runtime, which NimMain starts:
## call it once, at the beginning of activate.
{.passC: "-fvisibility=hidden".}

const
  header = "FeatureABI.h"
  helpers = "FeatureHelpers.h"

type
  Text {.importc: "sy_string", header: header.} = object
    data: cstring
    count: csize_t
  Destination {.importc: "sy_destination", header: header.} = object
    size: uint32
    route: Text
    argument_count: csize_t
  Error {.importc: "sy_error", header: header.} = object
  Value {.importc: "sy_value", header: header.} = object
  Host {.importc: "sy_host", header: header.} = object
  Context {.importc: "sy_context", header: header.} = object
  TextSink {.importc: "sy_text_sink", header: header.} = object
    text: proc (sink: ptr TextSink, piece: Text): uint32 {.cdecl.}
  Node {.importc: "sy_node", header: header.} = object
    size, kind: uint32
    text: Text
    destination: ptr Destination
  Info {.importc: "sy_screen_info", header: header.} = object
    size: uint32
    title: Text
  ViewSink {.importc: "sy_view_sink", header: header.} = object
    begin_node: proc (sink: ptr ViewSink, node: ptr Node): uint32 {.cdecl.}
    end_node: proc (sink: ptr ViewSink): uint32 {.cdecl.}
    info: proc (sink: ptr ViewSink, info: ptr Info): uint32 {.cdecl.}

# The tables hold pointers to const, which Nim's procedures have not: C makes them.
{.emit: """/*TYPESECTION*/
#include "FeatureHelpers.h"
""".}

var
  SY_OK {.importc, header: header, nodecl.}: uint32
  SY_NOT_MINE {.importc, header: header, nodecl.}: uint32
  SY_NODE_TEXT {.importc, header: header, nodecl.}: uint32
  SY_NODE_LINK {.importc, header: header, nodecl.}: uint32
  SY_ERROR_NOT_FOUND {.importc, header: header, nodecl.}: uint32
  SY_ERROR_INVALID_ARGUMENT {.importc, header: header, nodecl.}: uint32

proc text(of_nul: cstring): Text {.importc: "sy_string_from", header: helpers.}
proc fail(error: ptr Error, code: uint32, reason: cstring): uint32 {.importc: "sy_fail", header: helpers.}

proc put(sink: ptr ViewSink, node: var Node) =
  node.size = uint32(sizeof(Node))
  if sink.begin_node(sink, addr node) == SY_OK: discard sink.end_node(sink)

proc render(sink: ptr ViewSink): uint32 {.exportc: "nim_render", cdecl.} =
  var info: Info
  info.size = uint32(sizeof(Info))
  info.title = text("Nim")
  discard sink.info(sink, addr info)
  var words: Node
  words.kind = SY_NODE_TEXT
  words.text = text("A screen in Nim")
  sink.put(words)
  var next: Destination
  next.size = uint32(sizeof(Destination))
  next.route = text("next")
  var link: Node
  link.kind = SY_NODE_LINK
  link.text = text("Go on")
  link.destination = addr next
  sink.put(link)
  SY_OK

proc perform(error: ptr Error): uint32 {.exportc: "nim_perform", cdecl.} =
  fail(error, SY_ERROR_NOT_FOUND, "nothing on the screen can be used")

proc resolve(to: ptr Destination, error: ptr Error): uint32 {.exportc: "nim_resolve", cdecl.} =
  const main = "main"
  if to.route.count != csize_t(main.len) or not equalMem(to.route.data, cstring(main), main.len): return SY_NOT_MINE
  if to.argument_count > 0: return fail(error, SY_ERROR_INVALID_ARGUMENT, "nim/main takes no arguments")
  SY_OK

proc manifest(sink: ptr TextSink): uint32 {.exportc: "nim_manifest", cdecl.} =
  sink.text(sink, text("""{
  "manifest": 1, "id": "nim", "name": "Nim", "version": "1.0.0", "abi": "1.1", "toolchain": "Nim", "main": "main",
  "incoming": [{"name": "main", "arguments": []}], "outgoing": [{"name": "next", "arguments": []}],
  "links": [{"scheme": "challenge", "host": "nim", "pattern": "/", "route": "main"}]
}"""))

{.emit: """
static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error) {
    return nim_render((sy_view_sink *)sink);
}
static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    return nim_perform((sy_error *)error);
}
static void nothing(const sy_screen *screen) {}
static const sy_screen screen = {
    .size = sizeof screen, .render = render, .perform = perform, .appear = nothing, .disappear = nothing,
    .destroy = nothing,
};
static sy_status make_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **made,
                                  const sy_error *error) {
    *made = &screen;
    return SY_OK;
}
static sy_status resolve(const sy_feature *feature, const sy_destination *to, sy_screen_id id, const sy_screen **made,
                         const sy_error *error) {
    sy_status status = nim_resolve((sy_destination *)to, (sy_error *)error);
    if (status == SY_OK) *made = &screen;
    return status;
}
static void deactivate(const sy_feature *feature) {}
static const sy_feature feature = {
    .size = sizeof feature, .make_main_screen = make_main_screen, .resolve = resolve, .deactivate = deactivate,
};
static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
    return nim_manifest((sy_text_sink *)sink);
}
static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **made, const sy_error *error) {
    *made = &feature;
    return SY_OK;
}
static const sy_library library = {
    .magic = SY_MAGIC, .size = sizeof library, .abi_major = SY_ABI_MAJOR, .abi_minor = SY_ABI_MINOR,
    .manifest = manifest, .activate = activate,
};
SY_EXPORT const sy_library *switchyard_feature_entry(void) { return &library; }
""".}
