/* The part in C of the minimal feature in OCaml: the tables, the start of the runtime, and what feature.ml calls. */
#include "FeatureHelpers.h"

#include <signal.h>

#define CAML_NAME_SPACE
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/mlvalues.h>

/* A pointer of the host's as OCaml sees it: a number, which its collector passes over. The lowest bit of a pointer to a
 * struct is 0, and that of a number 1. */
static value of_pointer(const void *pointer) { return (value)pointer | 1; }
static const void *to_pointer(value number) { return (const void *)(number - 1); }

/* The bytes lie in OCaml's heap, and stay there while the host copies them: it calls nothing of OCaml's meanwhile. */
static sy_string of_ocaml(value text) {
    sy_string string = {String_val(text), caml_string_length(text)};
    return string;
}

/* ------------------------------------------------------------------ called by OCaml */

value feature_title(value sink, value title) {
    sy_screen_info info = {.size = sizeof info, .title = of_ocaml(title)};
    const sy_view_sink *to = to_pointer(sink);
    to->info(to, &info);
    return Val_unit;
}

value feature_text(value sink, value text) {
    sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = of_ocaml(text)};
    sy_put_node(to_pointer(sink), &node);
    return Val_unit;
}

value feature_link(value sink, value label, value route) {
    sy_destination to = {.size = sizeof to, .route = of_ocaml(route)};
    sy_node node = {.size = sizeof node, .kind = SY_NODE_LINK, .text = of_ocaml(label), .destination = &to};
    sy_put_node(to_pointer(sink), &node);
    return Val_unit;
}

value feature_fail(value error, value code, value reason) {
    const sy_error *to = to_pointer(error);
    to->fail(to, (sy_error_code)Int_val(code), of_ocaml(reason));
    return Val_unit;
}

/* ------------------------------------------------------------------ called by the host */

/* The status that a function of OCaml's has answered. What it throws it has caught itself, unless memory or the stack
 * has come to its end. */
static sy_status status_of(value result, const sy_error *error) {
    if (Is_exception_result(result)) return sy_fail(error, SY_ERROR_OTHER, "OCaml has come to the end of its memory");
    return (sy_status)Int_val(result);
}

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error) {
    (void)screen, (void)how;
    return status_of(caml_callback2_exn(*caml_named_value("render"), of_pointer(sink), of_pointer(error)), error);
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)event;
    return status_of(caml_callback_exn(*caml_named_value("perform"), of_pointer(error)), error);
}

static void nothing(const sy_screen *screen) { (void)screen; }

static const sy_screen screen = {
    .size = sizeof screen,
    .render = render,
    .perform = perform,
    .appear = nothing,
    .disappear = nothing,
    .destroy = nothing,
};

static sy_status make_main_screen(const sy_feature *feature, sy_screen_id id, const sy_screen **made,
                                  const sy_error *error) {
    (void)feature, (void)id, (void)error;
    *made = &screen;
    return SY_OK;
}

static sy_status resolve(const sy_feature *feature, const sy_destination *to, sy_screen_id id, const sy_screen **made,
                         const sy_error *error) {
    (void)feature, (void)id;
    value route = caml_alloc_initialized_string(to->route.count, to->route.count ? to->route.data : "");
    value count = Val_long(to->argument_count);
    sy_status status = status_of(
        caml_callback3_exn(*caml_named_value("resolve"), route, count, of_pointer(error)), error);
    if (status == SY_OK) *made = &screen;
    return status;
}

/* The runtime stays for the next activate: OCaml's is started once in a process. */
static void deactivate(const sy_feature *feature) { (void)feature; }

static const sy_feature feature = {
    .size = sizeof feature, .make_main_screen = make_main_screen, .resolve = resolve, .deactivate = deactivate};

/* Starts the runtime, which runs feature.ml. It sets a handler for SIGSEGV and a stack for it, to make an exception of
 * a stack overflow. Both belong to the host, which gets its own back. */
static value start(void) {
    struct sigaction handlers[NSIG];
    stack_t stack;
    char *arguments[] = {(char[]){"ocaml"}, NULL};
    for (int number = 1; number < NSIG; number++) sigaction(number, NULL, &handlers[number]);
    sigaltstack(NULL, &stack);
    value result = caml_startup_exn(arguments);
    sigaltstack(&stack, NULL);
    for (int number = 1; number < NSIG; number++) sigaction(number, &handlers[number], NULL);
    return result;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **made, const sy_error *error) {
    static int is_started, has_thrown;
    (void)library, (void)host, (void)context;
    if (!is_started) has_thrown = Is_exception_result(start());
    is_started = 1;
    if (has_thrown) return sy_fail(error, SY_ERROR_UNAVAILABLE, "OCaml's runtime has ended feature.ml by an exception");
    *made = &feature;
    return SY_OK;
}

SY_LIBRARY("{\"manifest\": 1, \"id\": \"ocaml\", \"name\": \"OCaml\", \"version\": \"1.0.0\", \"abi\": \"1.0\","
           " \"toolchain\": \"OCaml\", \"main\": \"main\", \"incoming\": [{\"name\": \"main\", \"arguments\": []}],"
           " \"outgoing\": [{\"name\": \"next\", \"arguments\": []}],"
           " \"links\": [{\"scheme\": \"challenge\", \"host\": \"ocaml\", \"pattern\": \"/\", \"route\": \"main\"}]}",
           activate)
