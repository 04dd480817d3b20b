/* The part in C of the minimal feature in OCaml: the tables, the start of the runtime, and what feature.ml calls. */
#include "FeatureHelpers.h"

#include <signal.h>

#define CAML_NAME_SPACE
#include <caml/alloc.h>
#include <caml/callback.h>

/* A pointer of the host's as OCaml sees it: a number, which its collector passes over. The lowest bit of a pointer to a
 * struct is 0, and that of a number 1. */
static value of_pointer(const void *pointer) { return (value)pointer | 1; }
static const void *to_pointer(value number) { return (const void *)(number - 1); }

/* Called by OCaml. A string lies in its heap with a NUL at its end, and stays there while the host, which calls nothing
 * of OCaml's meanwhile, copies it. */
value ml_title(value sink, value title) { return sy_title(to_pointer(sink), String_val(title)), Val_unit; }
value ml_text(value sink, value text) { return sy_put(to_pointer(sink), SY_NODE_TEXT, String_val(text)), Val_unit; }
value ml_link(value sink, value label, value route) {
    sy_destination to = sy_destination_of(NULL, String_val(route));
    return sy_put_link(to_pointer(sink), String_val(label), &to), Val_unit;
}
value ml_failed(value error, value code, value reason) {
    return Val_int(sy_fail(to_pointer(error), (sy_error_code)Int_val(code), String_val(reason)));
}

/* The status that a function of OCaml's has answered. What it throws it has caught itself, unless memory or the stack
 * has come to its end. */
static sy_status status_of(value result, const sy_error *error) {
    if (Is_exception_result(result)) return sy_fail(error, SY_ERROR_OTHER, "OCaml has come to the end of its memory");
    return (sy_status)Int_val(result);
}

static sy_status render(const sy_screen *self, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
    return status_of(caml_callback2_exn(*caml_named_value("render"), of_pointer(sink), of_pointer(error)), error);
}

static sy_status perform(const sy_screen *self, const sy_event *event, const sy_error *error) {
    return status_of(caml_callback_exn(*caml_named_value("perform"), of_pointer(error)), error);
}

static void nothing(const sy_screen *self) {}

static const sy_screen screen = {.size = sizeof screen, .render = render, .perform = perform,
                                 .appear = nothing, .disappear = nothing, .destroy = nothing};

static sy_status make_main_screen(const sy_feature *self, sy_screen_id id, const sy_screen **made,
                                  const sy_error *error) {
    *made = &screen;
    return SY_OK;
}

static sy_status resolve(const sy_feature *self, const sy_destination *to, sy_screen_id id, const sy_screen **made,
                         const sy_error *error) {
    value route = caml_alloc_initialized_string(to->route.count, to->route.count ? to->route.data : "");
    sy_status status = status_of(caml_callback3_exn(*caml_named_value("resolve"), route,
                                                    Val_long(to->argument_count), of_pointer(error)), error);
    if (status == SY_OK) *made = &screen;
    return status;
}

/* The runtime stays for the next activate: OCaml's is started once in a process. */
static void deactivate(const sy_feature *self) {}

static const sy_feature feature = {
    .size = sizeof feature, .make_main_screen = make_main_screen, .resolve = resolve, .deactivate = deactivate};

/* Starts the runtime, which runs feature.ml. It sets a handler for SIGSEGV and a stack for it, to make an exception of
 * a stack overflow. Both belong to the host, which gets its own back. */
static value start(void) {
    struct sigaction handlers[NSIG];
    stack_t stack;
    for (int number = 1; number < NSIG; number++) sigaction(number, NULL, &handlers[number]);
    sigaltstack(NULL, &stack);
    value result = caml_startup_exn((char *[]){(char[]){"ocaml"}, NULL});
    sigaltstack(&stack, NULL);
    for (int number = 1; number < NSIG; number++) sigaction(number, &handlers[number], NULL);
    return result;
}

static sy_status activate(const sy_library *self, const sy_host *host, const sy_context *context,
                          const sy_feature **made, const sy_error *error) {
    static int is_called, has_thrown;
    if (!is_called) has_thrown = Is_exception_result(start());
    is_called = 1;
    if (has_thrown) return sy_fail(error, SY_ERROR_UNAVAILABLE, "OCaml's runtime has ended feature.ml by an exception");
    *made = &feature;
    return SY_OK;
}

SY_LIBRARY("{\"manifest\": 1, \"id\": \"ocaml\", \"name\": \"OCaml\", \"version\": \"1.0.0\", \"abi\": \"1.1\","
           " \"toolchain\": \"OCaml\", \"main\": \"main\", \"incoming\": [{\"name\": \"main\", \"arguments\": []}],"
           " \"outgoing\": [{\"name\": \"next\", \"arguments\": []}],"
           " \"links\": [{\"scheme\": \"challenge\", \"host\": \"ocaml\", \"pattern\": \"/\", \"route\": \"main\"}]}",
           activate)
