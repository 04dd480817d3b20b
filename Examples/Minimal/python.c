/* A minimal feature with CPython in it: its screen's text is what Python says. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "FeatureHelpers.h"

#include <dlfcn.h>

static PyObject *text; /* between activate and deactivate */

static sy_status render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error) {
    (void)screen, (void)how, (void)error;
    sy_title(sink, "Python");
    PyGILState_STATE state = PyGILState_Ensure();
    sy_put(sink, SY_NODE_TEXT, PyUnicode_AsUTF8(text));
    PyGILState_Release(state);
    sy_destination next = sy_destination_of(NULL, "next");
    sy_put_link(sink, "Go on", &next);
    return SY_OK;
}

static sy_status perform(const sy_screen *screen, const sy_event *event, const sy_error *error) {
    (void)screen, (void)event;
    return sy_fail(error, SY_ERROR_NOT_FOUND, "nothing on the screen can be used");
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
    if (!sy_equal(to->route, "main")) return SY_NOT_MINE;
    if (to->argument_count > 0) return sy_fail(error, SY_ERROR_INVALID_ARGUMENT, "python/main takes no arguments");
    *made = &screen;
    return SY_OK;
}

/* The interpreter stays for the next activate: a second Py_InitializeEx after Py_FinalizeEx breaks some modules. */
static void deactivate(const sy_feature *feature) {
    (void)feature;
    PyGILState_STATE state = PyGILState_Ensure();
    Py_CLEAR(text);
    PyGILState_Release(state);
}

static const sy_feature feature = {
    .size = sizeof feature, .make_main_screen = make_main_screen, .resolve = resolve, .deactivate = deactivate};

static const char manifest[] =
    "{\"manifest\": 1, \"id\": \"python\", \"name\": \"Python\", \"version\": \"1.0.0\", \"abi\": \"1.1\","
    " \"toolchain\": \"CPython\", \"main\": \"main\", \"incoming\": [{\"name\": \"main\", \"arguments\": []}],"
    " \"outgoing\": [{\"name\": \"next\", \"arguments\": []}],"
    " \"links\": [{\"scheme\": \"challenge\", \"host\": \"python\", \"pattern\": \"/\", \"route\": \"main\"}]}";

static sy_status start(const sy_error *error) {
    /* Python's own modules look for its symbols, which RTLD_LOCAL hides. */
    if (!dlopen(LIBPYTHON, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL)) {
        return sy_fail(error, SY_ERROR_UNAVAILABLE, "the library " LIBPYTHON " is not the one that is loaded");
    }
    PyConfig config;
    /* Isolated: no signal handlers, no locale, no environment, no user's site. */
    PyConfig_InitIsolatedConfig(&config);
    PyStatus status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) return sy_fail(error, SY_ERROR_UNAVAILABLE, "Python does not start");
    PyEval_SaveThread();
    return SY_OK;
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **made, const sy_error *error) {
    (void)library, (void)host, (void)context;
    if (!Py_IsInitialized() && start(error) != SY_OK) return SY_FAILED;
    PyGILState_STATE state = PyGILState_Ensure();
    /* json brings a module in C, which is loaded only where Python's symbols are global. */
    PyObject *globals = PyDict_New();
    PyObject *done = PyRun_String("import _json, sys\ntext = 'A screen in Python %d.%d' % sys.version_info[:2]\n",
                                  Py_file_input, globals, globals);
    text = done ? Py_XNewRef(PyDict_GetItemString(globals, "text")) : NULL;
    PyErr_Clear();
    Py_XDECREF(done);
    Py_XDECREF(globals);
    PyGILState_Release(state);
    if (!text) return sy_fail(error, SY_ERROR_UNAVAILABLE, "Python's module _json cannot be loaded");
    *made = &feature;
    return SY_OK;
}

SY_LIBRARY(manifest, activate)
