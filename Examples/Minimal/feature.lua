-- A minimal feature in LuaJIT. luajit.c runs it in activate: ffi.cdef has the declarations of FeatureABI.h by then, and
-- the argument points to the sy_feature that is to be filled.
local ffi = require("ffi")
local C = ffi.C

-- Points into the string of Lua's, which stays as long as a local variable or a constant of the caller holds it.
local function text(from) return ffi.new("sy_string", from, #from) end

local function failed(failure, code, reason)
    failure.fail(failure, code, text(reason))
    return C.SY_FAILED
end

-- A body as a function of one of the tables. No error of Lua's may leave it: the host, whose sy_error is the last
-- argument, is given it as the reason.
local function guarded(body)
    return function(...)
        local done, result = pcall(body, ...)
        if done then return result end
        return failed(select(-1, ...), C.SY_ERROR_OTHER, tostring(result))
    end
end

local function put(sink, kind, label, destination)
    local node = ffi.new("sy_node")
    node.size, node.kind, node.text, node.destination = ffi.sizeof(node), kind, text(label), destination
    if sink.begin_node(sink, node) == C.SY_OK then sink.end_node(sink) end
end

local function render(_, _, sink)
    local info = ffi.new("sy_screen_info")
    info.size, info.title = ffi.sizeof(info), text("LuaJIT")
    sink.info(sink, info)
    put(sink, C.SY_NODE_TEXT, "A screen in " .. jit.version)
    local following = ffi.new("sy_destination")
    following.size, following.route = ffi.sizeof(following), text("next")
    put(sink, C.SY_NODE_LINK, "Go on", following)
    return C.SY_OK
end

local function perform(_, _, failure)
    return failed(failure, C.SY_ERROR_NOT_FOUND, "nothing on the screen can be used")
end

local function nothing() end

-- A function that is assigned to a pointer becomes a callback, which LuaJIT keeps with all that the function uses, such
-- as `screen`, until the state is closed. What no function uses has to be kept by a global variable.
local screen = ffi.new("sy_screen")
screen.size = ffi.sizeof(screen)
screen.render, screen.perform = guarded(render), guarded(perform)
screen.appear, screen.disappear, screen.destroy = nothing, nothing, nothing

local function make_main_screen(_, _, made)
    made[0] = screen
    return C.SY_OK
end

local function resolve(_, to, _, made, failure)
    if ffi.string(to.route.data, to.route.count) ~= "main" then return C.SY_NOT_MINE end
    if to.argument_count > 0 then
        return failed(failure, C.SY_ERROR_INVALID_ARGUMENT, "luajit/main takes no arguments")
    end
    made[0] = screen
    return C.SY_OK
end

local feature = ffi.cast("sy_feature *", (...))
feature.size = ffi.sizeof("sy_feature")
feature.make_main_screen, feature.resolve = guarded(make_main_screen), guarded(resolve)
