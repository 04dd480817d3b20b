//! The feature and its library. In Zig against FeatureABI.h alone.
const std = @import("std");
const c = @import("abi");
const crossing = @import("crossing.zig");
const screens = @import("screen.zig");
const Algorithm = @import("digest.zig").Algorithm;

/// The feature between activate and deactivate.
const Feature = struct {
    table: c.sy_feature,
    host: *const c.sy_host,

    fn of(table: [*c]const c.sy_feature) *Feature {
        return @ptrCast(@alignCast(table.*.instance));
    }

    /// Makes a screen and hands it over.
    fn show(
        feature: *Feature,
        id: c.sy_screen_id,
        algorithm: ?Algorithm,
        text: []const u8,
        screen: [*c][*c]const c.sy_screen,
        reason: [*c]const c.sy_error,
    ) c.sy_status {
        const made = screens.Screen.make(feature.host, id, algorithm, text) catch return crossing.noMemory(reason);
        screen.* = &made.table;
        return c.SY_OK;
    }
};

fn makeMainScreen(
    table: [*c]const c.sy_feature,
    id: c.sy_screen_id,
    screen: [*c][*c]const c.sy_screen,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    return Feature.of(table).show(id, null, "", screen, reason);
}

fn resolve(
    table: [*c]const c.sy_feature,
    destination: [*c]const c.sy_destination,
    id: c.sy_screen_id,
    screen: [*c][*c]const c.sy_screen,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const route = crossing.slice(destination.*.route);
    const takes_algorithm = std.mem.eql(u8, route, "value");
    if (!takes_algorithm and !std.mem.eql(u8, route, "text")) return c.SY_NOT_MINE;
    var algorithm: ?[]const u8 = null;
    var text: ?[]const u8 = null;
    for (0..destination.*.argument_count) |index| {
        const argument = crossing.argument(destination, index);
        const name = crossing.slice(argument.name);
        const value = crossing.textOf(&argument.value);
        if (value != null and std.mem.eql(u8, name, "text")) {
            text = value;
        } else if (value != null and takes_algorithm and std.mem.eql(u8, name, "algorithm")) {
            algorithm = value;
        } else {
            return crossing.fail(reason, c.SY_ERROR_INVALID_ARGUMENT, "digest/{s} takes {s}", .{
                route, if (takes_algorithm) "the texts 'algorithm' and 'text'" else "the text 'text' and no more",
            });
        }
    }
    const given: []const u8 = text orelse "";
    if (given.len > screens.longest) {
        return crossing.fail(reason, c.SY_ERROR_LIMIT, "'text' has more than {d} bytes", .{screens.longest});
    }
    if (!takes_algorithm) return Feature.of(table).show(id, null, given, screen, reason);
    if (text == null or algorithm == null) {
        return crossing.fail(reason, c.SY_ERROR_INVALID_ARGUMENT, "digest/value needs 'algorithm' and 'text'", .{});
    }
    const known = Algorithm.named(algorithm.?) orelse return crossing.fail(
        reason,
        c.SY_ERROR_NOT_FOUND,
        "there is no such algorithm: expected md5, sha1, sha256, sha512 or blake3",
        .{},
    );
    return Feature.of(table).show(id, known, text.?, screen, reason);
}

fn deactivate(table: [*c]const c.sy_feature) callconv(.c) void {
    crossing.allocator.destroy(Feature.of(table));
}

fn manifest(
    _: [*c]const c.sy_library,
    sink: [*c]const c.sy_text_sink,
    _: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    _ = sink.*.text.?(sink, crossing.string(@embedFile("manifest.json")));
    return c.SY_OK;
}

fn activate(
    _: [*c]const c.sy_library,
    host: [*c]const c.sy_host,
    _: [*c]const c.sy_context,
    activated: [*c][*c]const c.sy_feature,
    reason: [*c]const c.sy_error,
) callconv(.c) c.sy_status {
    const feature = crossing.allocator.create(Feature) catch return crossing.noMemory(reason);
    feature.* = .{
        .table = .{
            .size = @sizeOf(c.sy_feature),
            .instance = feature,
            .make_main_screen = makeMainScreen,
            .resolve = resolve,
            .deactivate = deactivate,
        },
        .host = host,
    };
    activated.* = &feature.table;
    return c.SY_OK;
}

const library = c.sy_library{
    .magic = c.SY_MAGIC,
    .size = @sizeOf(c.sy_library),
    .abi_major = c.SY_ABI_MAJOR,
    .abi_minor = c.SY_ABI_MINOR,
    .manifest = manifest,
    .activate = activate,
};

export fn switchyard_feature_entry() *const c.sy_library {
    return &library;
}

test {
    _ = @import("digest.zig");
    _ = screens;
}
