//! A screen: all checksums of a text, or one of them.
const std = @import("std");
const c = @import("abi");
const digest = @import("digest.zig");
const crossing = @import("crossing.zig");
const Algorithm = digest.Algorithm;
const allocator = crossing.allocator;

/// The longest text, in bytes: it stands in links.
pub const longest = 64 << 10;

/// The form of what `save` hands out: one byte for the toggle, then what was typed.
const state_version = 1;

const Action = enum(u64) { text = 1, upper = 2, expected = 3, _ };

pub const Screen = struct {
    table: c.sy_screen,
    host: *const c.sy_host,
    id: c.sy_screen_id,
    /// Null: all checksums.
    algorithm: ?Algorithm,
    /// The text that the destination names. The screen of all checksums changes it.
    text: []u8,
    /// What was typed as the expected checksum.
    expected: []u8,
    upper: bool = false,

    pub fn make(
        host: *const c.sy_host,
        id: c.sy_screen_id,
        algorithm: ?Algorithm,
        text: []const u8,
    ) error{OutOfMemory}!*Screen {
        const screen = try allocator.create(Screen);
        errdefer allocator.destroy(screen);
        screen.* = .{
            .table = .{
                .size = @sizeOf(c.sy_screen),
                .instance = screen,
                .render = render,
                .perform = perform,
                .appear = nothing,
                .disappear = nothing,
                .save = save,
                .restore = restore,
                .destroy = destroy,
            },
            .host = host,
            .id = id,
            .algorithm = algorithm,
            .text = try allocator.dupe(u8, text),
            .expected = &.{},
        };
        return screen;
    }

    fn of(table: [*c]const c.sy_screen) *Screen {
        return @ptrCast(@alignCast(table.*.instance));
    }

    /// The text that the user types on this screen.
    fn typed(screen: *Screen) *[]u8 {
        return if (screen.algorithm == null) &screen.text else &screen.expected;
    }

    /// The number of the action of what is typed.
    fn typing(screen: *const Screen) Action {
        return if (screen.algorithm == null) .text else .expected;
    }

    fn renderAll(screen: *const Screen, views: crossing.Views) void {
        views.title("Checksums");
        views.put(.{
            .kind = c.SY_NODE_TEXT_FIELD,
            .text = crossing.string("Text"),
            .value = .{ .kind = c.SY_VALUE_STRING, .text = crossing.string(screen.text) },
            .action = @backingInt(Action.text),
        });
        screen.putToggle(views);
        if (!views.open(.{ .kind = c.SY_NODE_LIST })) return;
        for (std.enums.values(Algorithm)) |algorithm| {
            var buffer: [digest.most_digits]u8 = undefined;
            const digits = digest.digits(algorithm, screen.text, screen.upper, &buffer);
            var target: crossing.Target = .{};
            target.set("value", &.{ .{ "algorithm", @tagName(algorithm) }, .{ "text", screen.text } });
            views.put(.{
                .kind = c.SY_NODE_LINK,
                .text = crossing.string(algorithm.label()),
                .key = crossing.string(@tagName(algorithm)),
                .badge = crossing.string(digits[0..8]),
                .destination = &target.destination,
            });
        }
        views.close();
    }

    fn renderOne(screen: *const Screen, algorithm: Algorithm, views: crossing.Views) void {
        views.title(algorithm.label());
        var buffer: [digest.most_digits]u8 = undefined;
        const digits = digest.digits(algorithm, screen.text, screen.upper, &buffer);
        views.put(.{ .kind = c.SY_NODE_TEXT, .text = crossing.string(digits) });
        if (algorithm.isBroken()) views.put(.{
            .kind = c.SY_NODE_TEXT,
            .text = crossing.string("Two texts with the same checksum can be made on purpose."),
            .role = c.SY_ROLE_WARNING,
        });
        screen.putToggle(views);
        views.put(.{
            .kind = c.SY_NODE_TEXT_FIELD,
            .text = crossing.string("Expected checksum"),
            .value = .{ .kind = c.SY_VALUE_STRING, .text = crossing.string(screen.expected) },
            .action = @backingInt(Action.expected),
        });
        if (screen.expected.len > 0) {
            const same = digest.matches(digits, screen.expected);
            views.put(.{
                .kind = c.SY_NODE_TEXT,
                .text = crossing.string(if (same) "It is as expected." else "It is another checksum."),
                .role = if (same) c.SY_ROLE_SUCCESS else c.SY_ROLE_DANGER,
            });
        }
        var lower: [digest.most_digits]u8 = undefined;
        var target: crossing.Target = .{};
        target.set("swatch", &.{.{ "hex", digest.digits(algorithm, screen.text, false, &lower)[0..6] }});
        views.put(.{
            .kind = c.SY_NODE_LINK,
            .text = crossing.string("See it as a colour"),
            .destination = &target.destination,
        });
    }

    fn putToggle(screen: *const Screen, views: crossing.Views) void {
        views.put(.{
            .kind = c.SY_NODE_TOGGLE,
            .text = crossing.string("Upper case"),
            .value = .{ .kind = c.SY_VALUE_BOOL, .integer = @intFromBool(screen.upper) },
            .action = @backingInt(Action.upper),
        });
    }

    /// Takes a typed text in the place of the one before.
    fn take(screen: *Screen, text: []const u8) error{OutOfMemory}!void {
        const copy = try allocator.dupe(u8, text);
        allocator.free(screen.typed().*);
        screen.typed().* = copy;
    }
};

// The functions of the table.

fn render(
    table: [*c]const c.sy_screen,
    _: [*c]const c.sy_render,
    sink: [*c]const c.sy_view_sink,
    _: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const screen = Screen.of(table);
    const views = crossing.Views{ .sink = sink };
    if (screen.algorithm) |algorithm| screen.renderOne(algorithm, views) else screen.renderAll(views);
    return c.SY_OK;
}

fn perform(
    table: [*c]const c.sy_screen,
    event: [*c]const c.sy_event,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const screen = Screen.of(table);
    const none = c.sy_value{};
    const given: *const c.sy_value = if (event.*.value == null) &none else event.*.value;
    const asked: Action = @fromBackingInt(@intCast(event.*.action));
    if (asked == .upper) {
        if (given.kind != c.SY_VALUE_BOOL) {
            return crossing.fail(reason, c.SY_ERROR_WRONG_TYPE, "'Upper case' takes yes or no", .{});
        }
        screen.upper = given.integer != 0;
    } else if (asked == screen.typing()) {
        const text = crossing.textOf(given) orelse
            return crossing.fail(reason, c.SY_ERROR_WRONG_TYPE, "the field takes a text", .{});
        if (text.len > longest) {
            return crossing.fail(reason, c.SY_ERROR_LIMIT, "the text has {d} bytes, and {d} are the most", .{
                text.len, longest,
            });
        }
        screen.take(text) catch return crossing.noMemory(reason);
    } else {
        return crossing.fail(reason, c.SY_ERROR_NOT_FOUND, "the screen has no action {d}", .{event.*.action});
    }
    screen.host.invalidate.?(screen.host, screen.id);
    return c.SY_OK;
}

fn nothing(_: [*c]const c.sy_screen) callconv(.c) void {}

fn save(
    table: [*c]const c.sy_screen,
    sink: [*c]const c.sy_state_sink,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const screen = Screen.of(table);
    const bytes = std.mem.concat(allocator, u8, &.{ &.{@intFromBool(screen.upper)}, screen.typed().* }) catch
        return crossing.noMemory(reason);
    defer allocator.free(bytes);
    const state = c.sy_state{
        .size = @sizeOf(c.sy_state),
        .state_version = state_version,
        .bytes = crossing.string(bytes),
    };
    _ = sink.*.state.?(sink, &state);
    return c.SY_OK;
}

fn restore(
    table: [*c]const c.sy_screen,
    state: [*c]const c.sy_state,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const screen = Screen.of(table);
    const bytes = crossing.slice(state.*.bytes);
    if (state.*.state_version != state_version) {
        return crossing.fail(reason, c.SY_ERROR_UNSUPPORTED, "the state is of form {d}, and only {d} can be read", .{
            state.*.state_version, state_version,
        });
    }
    // The session file may have been changed: the bytes are checked as what a user types is.
    if (bytes.len == 0 or bytes[0] > 1 or bytes.len > longest + 1 or !std.unicode.utf8ValidateSlice(bytes[1..])) {
        return crossing.fail(reason, c.SY_ERROR_INVALID_ARGUMENT, "the state is not what this screen has saved", .{});
    }
    screen.take(bytes[1..]) catch return crossing.noMemory(reason);
    screen.upper = bytes[0] == 1;
    return c.SY_OK;
}

fn destroy(table: [*c]const c.sy_screen) callconv(.c) void {
    const screen = Screen.of(table);
    allocator.free(screen.text);
    allocator.free(screen.expected);
    allocator.destroy(screen);
}

fn keep(sink: [*c]const c.sy_state_sink, state: [*c]const c.sy_state) callconv(.c) c.sy_status {
    const kept: *[]u8 = @ptrCast(@alignCast(sink.*.instance));
    kept.* = allocator.dupe(u8, crossing.slice(state.*.bytes)) catch return c.SY_FAILED;
    return c.SY_OK;
}

/// Keeps the code of a failure.
fn refused(reason: [*c]const c.sy_error, code: c.sy_error_code, _: c.sy_string) callconv(.c) void {
    const kept: *c.sy_error_code = @ptrCast(@alignCast(reason.*.instance));
    kept.* = code;
}

test "a screen takes what another one has saved, and no other bytes" {
    const ok: c.sy_status = c.SY_OK;
    const failed: c.sy_status = c.SY_FAILED;
    const host: c.sy_host = undefined;
    var code: c.sy_error_code = undefined;
    const reason = c.sy_error{ .size = @sizeOf(c.sy_error), .instance = @ptrCast(&code), .fail = refused };
    const first = try Screen.make(&host, 1, .md5, "abc");
    defer destroy(&first.table);
    first.upper = true;
    try first.take("9001");
    var kept: []u8 = &.{};
    defer allocator.free(kept);
    const sink = c.sy_state_sink{ .size = @sizeOf(c.sy_state_sink), .instance = @ptrCast(&kept), .state = keep };
    try std.testing.expectEqual(ok, save(&first.table, &sink, &reason));

    const second = try Screen.make(&host, 2, .md5, "abc");
    defer destroy(&second.table);
    var state = c.sy_state{ .size = @sizeOf(c.sy_state), .state_version = state_version, .bytes = crossing.string(kept) };
    try std.testing.expectEqual(ok, restore(&second.table, &state, &reason));
    try std.testing.expectEqualStrings("9001", second.expected);
    try std.testing.expect(second.upper);
    for ([_][]const u8{ "", "\x02", "\x00\xff" }) |bytes| {
        state.bytes = crossing.string(bytes);
        try std.testing.expectEqual(failed, restore(&second.table, &state, &reason));
        try std.testing.expectEqual(@as(c.sy_error_code, c.SY_ERROR_INVALID_ARGUMENT), code);
    }
    state.state_version = 2;
    try std.testing.expectEqual(failed, restore(&second.table, &state, &reason));
    try std.testing.expectEqual(@as(c.sy_error_code, c.SY_ERROR_UNSUPPORTED), code);
    try std.testing.expectEqualStrings("9001", second.expected);
}
