import HostCore
import HostSystem
import JSONText

/// Saves the navigation state in a session file, as its only writer.
@MainActor
final class SessionSaver {
    let store: SessionStore
    private var mode = Mode.writing
    /// Whether a save has failed.
    private(set) var hasFailed = false

    private enum Mode {
        case writing
        /// The file has a session, which stays until the state differs from that at the start; nil until that is known.
        /// `renamed` is the session with the present names of routes; nil if the file has no older ones.
        case keeping(start: JSON?, renamed: JSON?)
    }

    /// Locks the file, which need not exist yet.
    ///
    /// - Parameter allowingInsecure: Whether to use a file that another user may have written.
    init(path: String, allowingInsecure: Bool) throws(SessionError) {
        store = try SessionStore(path: path, allowingInsecure: allowingInsecure)
    }

    /// Reads the file before the first save, and quarantines content that this host cannot read.
    func prepare(catalog: Catalog) throws(SessionError) {
        switch try store.read() {
        case .missing: break
        case .quarantined(let quarantined): Console.warning("\(quarantined)")
        case .session(let session):
            do {
                let read = try NavigationState(session.state, reader: NavigationStateReader(catalog)).sessionJSON
                let isRenamed = Self.destinations(in: read) != Self.destinations(in: session.state)
                mode = .keeping(start: nil, renamed: isRenamed ? read : nil)
            } catch {
                Console.warning("\(try store.quarantine(error))")
            }
        }
    }

    /// Saves a state. The initial state does not replace a session in the file, since the user has done nothing yet;
    /// but if it is that session, the file gets the present names of routes.
    func save(_ state: NavigationState) {
        let json = state.sessionJSON
        if case .keeping(let start, let renamed) = mode {
            let isChanged = start.map { $0 != json } ?? (renamed == json)
            guard isChanged else {
                mode = .keeping(start: json, renamed: renamed)
                return
            }
            mode = .writing
        }
        let span = TraceSpan.begin()
        defer { span?.end("save session", .output) }
        do {
            if let quarantined = try store.save(Session(state: json)) { Console.warning("\(quarantined)") }
        } catch {
            // The next save may succeed. Only the first failure is reported.
            if !hasFailed { Console.error(error.message(path: store.path)) }
            hasFailed = true
        }
    }

    func close() {
        store.close()
    }

    /// The texts of the destinations in the form of a session.
    private static func destinations(in state: JSON) -> [JSON?] {
        let entries = (state["tabs"]?.array ?? []).flatMap { $0["entries"]?.array ?? [] }
        return (entries + (state["parked"]?.array ?? [])).map { $0["destination"] }
    }
}

extension SessionError {
    /// The exit code of a program that cannot save to the file.
    var exitCodeOfSaving: ExitCode {
        if case .inUse = self { .unavailable } else { .cantCreate }
    }
}
