import Glibc

/// The arguments that ps(1) shows of this process: the memory that held them when it was started (proc(5), `cmdline`).
package enum ProcessTitle {
    /// A blank argument that reserves memory for a longer one: the path of any file.
    package static let room = String(repeating: " ", count: Int(PATH_MAX + NAME_MAX) + 1)

    /// Replaces the arguments that are shown, up to the memory that the original ones took.
    ///
    /// - Parameter arguments: All arguments but the first, which stays.
    package static func set(_ arguments: [String]) {
        guard let memory else { return }
        let text = joined(CommandLine.arguments.prefix(1) + arguments).prefix(memory.count - 1)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.copyBytes(from: text)
    }

    /// The memory of the arguments. Nil if it is not found.
    nonisolated(unsafe) private static let memory: UnsafeMutableRawBufferPointer? = {
        let text = joined(CommandLine.arguments)
        guard let name = dlsym(nil, "program_invocation_name"),
            let start = name.load(as: UnsafeMutableRawPointer?.self),
            // The arguments lie one behind the other before the environment: execve(2). A library may have moved them.
            memcmp(start, text, text.count) == 0
        else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: text.count)
    }()

    private static func joined(_ arguments: some Sequence<String>) -> [UInt8] {
        arguments.flatMap { Array($0.utf8) + [0] }
    }
}
