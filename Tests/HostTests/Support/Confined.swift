@testable import HostCore

/// Whether this kernel can confine workers.
enum Confined {
    static let isWhole = Confinement.missing == nil
}
