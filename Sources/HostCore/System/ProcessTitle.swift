import Glibc

/// What ps(1) shows of this process: the memory that its arguments were in when it was started: proc(5), `cmdline`.
enum ProcessTitle {
    /// An argument that is nothing but room for a longer name: that of any file in a folder of any path.
    static let room = String(repeating: " ", count: Int(PATH_MAX + NAME_MAX) + 1)

    /// Shows other arguments from now on, as much of them as there is room for.
    ///
    /// - Parameter arguments: All of them but the first, which stays.
    static func set(_ arguments: [String]) {
        guard let memory else { return }
        let text = joined(CommandLine.arguments.prefix(1) + arguments).prefix(memory.count - 1)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        memory.copyBytes(from: text)
    }

    /// Where the arguments are; nil where they are not found.
    nonisolated(unsafe) private static let memory: UnsafeMutableRawBufferPointer? = {
        let text = joined(CommandLine.arguments)
        guard let name = dlsym(nil, "program_invocation_name"),
            let start = name.load(as: UnsafeMutableRawPointer?.self),
            // They lie one behind the other, and before the environment: execve(2). Somebody may have moved them.
            memcmp(start, text, text.count) == 0
        else { return nil }
        return UnsafeMutableRawBufferPointer(start: start, count: text.count)
    }()

    private static func joined(_ arguments: some Sequence<String>) -> [UInt8] {
        arguments.flatMap { Array($0.utf8) + [0] }
    }
}
