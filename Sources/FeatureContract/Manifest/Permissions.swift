/// What a feature in a worker may reach beyond what its code needs to run and its own data directory.
///
/// A manifest asks for permissions, each with a reason; the wiring file allows and denies them. The worker has what is
/// asked for and allowed and not denied.
package struct Permissions: Hashable, Sendable {
    /// The TCP ports of other machines and of this one that it may connect to: `tcp:443`.
    package var ports: Set<UInt16>
    /// The files and directories that it may read, with all that is in them.
    package var read: Set<String>
    /// The files and directories that it may read and change, with all that is in them.
    package var write: Set<String>
    /// Whether it may start programs.
    package var run: Bool
    /// The names of the variables of the host's environment that it sees.
    package var environment: Set<String>

    package init(
        ports: Set<UInt16> = [], read: Set<String> = [], write: Set<String> = [], run: Bool = false,
        environment: Set<String> = []
    ) {
        self.ports = ports
        self.read = read
        self.write = write
        self.run = run
        self.environment = environment
    }

    /// No permission.
    package static let none = Permissions()
}
