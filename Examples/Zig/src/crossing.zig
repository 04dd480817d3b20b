//! What crosses the ABI, as slices and errors of Zig.
const std = @import("std");
const c = @import("abi");

/// Memory of the C library, so that no allocator of Zig's needs a life of its own.
pub const allocator = std.heap.c_allocator;

pub fn string(text: []const u8) c.sy_string {
    return .{ .data = text.ptr, .count = text.len };
}

pub fn slice(text: c.sy_string) []const u8 {
    return if (text.count == 0) "" else text.data[0..text.count];
}

/// Leaves a formatted reason, and returns the status to return. A reason that is too long is cut.
pub fn fail(reason: [*c]const c.sy_error, code: anytype, comptime format: []const u8, arguments: anytype) c.sy_status {
    var buffer: [512]u8 = undefined;
    const text = std.fmt.bufPrint(&buffer, format, arguments) catch "the reason is too long to be told";
    reason.*.fail.?(reason, @intCast(code), string(text));
    return c.SY_FAILED;
}

pub fn noMemory(reason: [*c]const c.sy_error) c.sy_status {
    return fail(reason, c.SY_ERROR_LIMIT, "there is no memory for what is asked", .{});
}

/// An argument of a destination. A newer host's array may have larger elements: they stand `size` bytes apart.
pub fn argument(destination: *const c.sy_destination, index: usize) *const c.sy_argument {
    const first: [*]const u8 = @ptrCast(destination.arguments);
    return @ptrCast(@alignCast(first + index * destination.arguments[0].size));
}

/// The string that a value holds; null where it holds another kind.
pub fn textOf(value: *const c.sy_value) ?[]const u8 {
    return if (value.kind == c.SY_VALUE_STRING) slice(value.text) else null;
}

/// A destination with the strings that it is made of, which lives where the caller keeps it.
pub const Target = struct {
    arguments: [2]c.sy_argument = undefined,
    destination: c.sy_destination = undefined,

    pub fn set(target: *Target, route: []const u8, arguments: []const struct { []const u8, []const u8 }) void {
        for (arguments, 0..) |each, index| target.arguments[index] = .{
            .size = @sizeOf(c.sy_argument),
            .name = string(each[0]),
            .value = .{ .kind = c.SY_VALUE_STRING, .text = string(each[1]) },
        };
        target.destination = .{
            .size = @sizeOf(c.sy_destination),
            .route = string(route),
            .arguments = &target.arguments,
            .argument_count = arguments.len,
        };
    }
};

/// Describes views to the host, which copies what it is given before a call returns.
pub const Views = struct {
    sink: *const c.sy_view_sink,

    pub fn title(views: Views, words: []const u8) void {
        const info = c.sy_screen_info{ .size = @sizeOf(c.sy_screen_info), .title = string(words) };
        _ = views.sink.info.?(views.sink, &info);
    }

    /// Begins a node; false where the host takes no more, and then nothing is to be closed.
    pub fn open(views: Views, node: c.sy_node) bool {
        var sized = node;
        sized.size = @sizeOf(c.sy_node);
        return views.sink.begin_node.?(views.sink, &sized) == c.SY_OK;
    }

    pub fn close(views: Views) void {
        _ = views.sink.end_node.?(views.sink);
    }

    pub fn put(views: Views, node: c.sy_node) void {
        if (views.open(node)) views.close();
    }
};
