//! The checksums themselves. Knows nothing of hosts and features.
const std = @import("std");
const crypto = std.crypto.hash;

pub const Algorithm = enum {
    md5,
    sha1,
    sha256,
    sha512,
    blake3,

    pub fn named(name: []const u8) ?Algorithm {
        return std.meta.stringToEnum(Algorithm, name);
    }

    pub fn label(algorithm: Algorithm) []const u8 {
        return switch (algorithm) {
            .md5 => "MD5",
            .sha1 => "SHA-1",
            .sha256 => "SHA-256",
            .sha512 => "SHA-512",
            .blake3 => "BLAKE3",
        };
    }

    /// Whether two texts with the same checksum can be made on purpose.
    pub fn isBroken(algorithm: Algorithm) bool {
        return algorithm == .md5 or algorithm == .sha1;
    }

    fn Hash(comptime algorithm: Algorithm) type {
        return switch (algorithm) {
            .md5 => crypto.Md5,
            .sha1 => crypto.Sha1,
            .sha256 => crypto.sha2.Sha256,
            .sha512 => crypto.sha2.Sha512,
            .blake3 => crypto.Blake3,
        };
    }
};

/// The most digits that a checksum has: those of SHA-512.
pub const most_digits = 2 * crypto.sha2.Sha512.digest_length;

/// Writes the checksum's digits into the buffer, and returns that part of it.
pub fn digits(algorithm: Algorithm, text: []const u8, upper: bool, buffer: *[most_digits]u8) []const u8 {
    switch (algorithm) {
        inline else => |known| {
            const Hash = known.Hash();
            var bytes: [Hash.digest_length]u8 = undefined;
            Hash.hash(text, &bytes, .{});
            const hex = std.fmt.bytesToHex(bytes, .lower);
            @memcpy(buffer[0..hex.len], &hex);
            if (upper) for (buffer[0..hex.len]) |*digit| {
                digit.* = std.ascii.toUpper(digit.*);
            };
            return buffer[0..hex.len];
        },
    }
}

/// Whether an expected checksum is this one: blanks around it and the case of its digits do not matter.
pub fn matches(found: []const u8, expected: []const u8) bool {
    return std.ascii.eqlIgnoreCase(found, std.mem.trim(u8, expected, " \t\r\n"));
}

test "each algorithm gives the checksum of its specification" {
    var buffer: [most_digits]u8 = undefined;
    const known = .{
        .{ Algorithm.md5, "900150983cd24fb0d6963f7d28e17f72" },
        .{ Algorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d" },
        .{ Algorithm.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        .{ Algorithm.blake3, "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85" },
    };
    inline for (known) |each| {
        try std.testing.expectEqualStrings(each[1], digits(each[0], "abc", false, &buffer));
    }
}

test "upper case changes the digits alone" {
    var upper: [most_digits]u8 = undefined;
    var lower: [most_digits]u8 = undefined;
    for (std.enums.values(Algorithm)) |algorithm| {
        const first = digits(algorithm, "", true, &upper);
        try std.testing.expect(std.ascii.eqlIgnoreCase(first, digits(algorithm, "", false, &lower)));
        for (first) |digit| try std.testing.expect(!std.ascii.isLower(digit));
    }
}

test "an expected checksum may have blanks around it, and digits of either case" {
    try std.testing.expect(matches("ab12", " AB12\n"));
    try std.testing.expect(!matches("ab12", "ab1"));
    try std.testing.expect(!matches("ab12", ""));
}

test "only the names of the manifest are algorithms" {
    try std.testing.expectEqual(Algorithm.sha1, Algorithm.named("sha1").?);
    for ([_][]const u8{ "", "SHA1", "sha", "crc32" }) |name| try std.testing.expect(Algorithm.named(name) == null);
}
