/* The part in C of the minimal feature in LuaJIT: the manifest, which is asked for before anything may be started, and
 * the life of the Lua state. feature.lua is the rest. */
#include "FeatureHelpers.h"

#include <lauxlib.h>
#include <lualib.h>

/* What luajit -b makes: the bytes luaJIT_BC_abi, which hand the declarations of FeatureABI.h to ffi.cdef, and
 * luaJIT_BC_feature, which are feature.lua. */
#include "abi.h"
#include "feature.h"

static lua_State *lua;
static sy_feature feature; /* filled by feature.lua */

static void deactivate(const sy_feature *self) {
    (void)self;
    lua_close(lua);
}

static sy_status activate(const sy_library *library, const sy_host *host, const sy_context *context,
                          const sy_feature **made, const sy_error *error) {
    (void)library, (void)host, (void)context;
    lua = luaL_newstate();
    if (!lua) return sy_fail(error, SY_ERROR_UNAVAILABLE, "LuaJIT does not start");
    luaL_openlibs(lua);
    int failed = luaL_loadbuffer(lua, (const char *)luaJIT_BC_abi, luaJIT_BC_abi_SIZE, "abi") ||
                 lua_pcall(lua, 0, 0, 0) ||
                 luaL_loadbuffer(lua, (const char *)luaJIT_BC_feature, luaJIT_BC_feature_SIZE, "feature");
    if (!failed) {
        lua_pushlightuserdata(lua, &feature);
        failed = lua_pcall(lua, 1, 0, 0);
    }
    if (failed) {
        sy_failf(error, SY_ERROR_OTHER, "feature.lua does not start: %s", lua_tostring(lua, -1));
        lua_close(lua);
        return SY_FAILED;
    }
    feature.deactivate = deactivate; /* a callback of Lua's cannot close the state that it runs in */
    *made = &feature;
    return SY_OK;
}

SY_LIBRARY("{\"manifest\": 1, \"id\": \"luajit\", \"name\": \"LuaJIT\", \"version\": \"1.0.0\", \"abi\": \"1.1\","
           " \"toolchain\": \"LuaJIT\", \"main\": \"main\", \"incoming\": [{\"name\": \"main\", \"arguments\": []}],"
           " \"outgoing\": [{\"name\": \"next\", \"arguments\": []}],"
           " \"links\": [{\"scheme\": \"challenge\", \"host\": \"luajit\", \"pattern\": \"/\", \"route\": \"main\"}]}",
           activate)
