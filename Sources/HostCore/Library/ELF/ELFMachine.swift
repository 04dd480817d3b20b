import HostSystem

/// A processor architecture of a library: the `e_machine` of elf(5), by the registry of the System V gABI.
package struct ELFMachine: RawRepresentable, Hashable, Sendable, BinaryCoded {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// `EM_386`
    static let i386 = ELFMachine(rawValue: 3)
    /// `EM_MIPS`
    static let mips = ELFMachine(rawValue: 8)
    /// `EM_PPC64`
    static let ppc64 = ELFMachine(rawValue: 21)
    /// `EM_S390`
    static let s390x = ELFMachine(rawValue: 22)
    /// `EM_ARM`
    static let arm = ELFMachine(rawValue: 40)
    /// `EM_X86_64`
    package static let amd64 = ELFMachine(rawValue: 62)
    /// `EM_AARCH64`
    static let aarch64 = ELFMachine(rawValue: 183)
    /// `EM_RISCV`
    static let riscv = ELFMachine(rawValue: 243)
    /// `EM_LOONGARCH`
    static let loongarch = ELFMachine(rawValue: 258)

    /// The architecture of this program. Only 64-bit little-endian machines are listed, since ``ELFFile`` reads only
    /// their layout.
    static var current: ELFMachine {
        #if arch(x86_64)
            .amd64
        #elseif arch(arm64)
            .aarch64
        #elseif arch(riscv64)
            .riscv
        #elseif arch(powerpc64le)
            .ppc64
        #else
            #error("ELFFile reads the libraries of 64-bit little-endian machines only")
        #endif
    }

    /// Whether a library without `PT_GNU_STACK` gets an executable stack: glibc's `DEFAULT_STACK_PERMS`, executable on
    /// all but newer machines.
    var stackIsExecutableByDefault: Bool {
        switch self {
        case .aarch64, .riscv, .ppc64, .loongarch: false
        default: true
        }
    }
}

extension ELFMachine: CustomStringConvertible {
    /// The usual name of the architecture, or its number: `x86-64`, `machine type 4711`.
    package var description: String {
        switch self {
        case .i386: "i386"
        case .mips: "mips"
        case .ppc64: "ppc64"
        case .s390x: "s390x"
        case .arm: "arm"
        case .amd64: "x86-64"
        case .aarch64: "aarch64"
        case .riscv: "riscv"
        case .loongarch: "loongarch"
        default: "machine type \(rawValue)"
        }
    }
}
