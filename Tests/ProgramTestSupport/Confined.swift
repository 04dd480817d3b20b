import HostSystem

/// Whether this kernel can confine workers.
enum Confined {
    static let isWhole = SystemCallFilter.isKnown && Landlock.version >= Landlock.wholeVersion
}
