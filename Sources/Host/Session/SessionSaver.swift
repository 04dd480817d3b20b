import HostCore
import HostSystem
import JSONText

/// Saves the navigation state in a session file, of which it is the only writer.
@MainActor
final class SessionSaver {
    let store: SessionStore
    private var mode = Mode.writing
    /// Whether a state could not be saved.
    private(set) var hasFailed = false

    private enum Mode {
        case writing
        /// The file holds a session, which stays until the state differs from that at the start; nil until that one is
        /// known.
        case keeping(start: JSON?)
    }

    /// Takes the file's lock. The file need not exist yet.
    init(path: String) throws(SessionError) {
        store = try SessionStore(path: path)
    }

    /// Reads the file before the first save, and quarantines content that this host cannot read.
    func prepare(catalog: Catalog) throws(SessionError) {
        switch try store.read() {
        case .missing: break
        case .quarantined(let quarantined): Console.warning("\(quarantined)")
        case .session(let session):
            do {
                _ = try NavigationState(session.state, reader: NavigationStateReader(catalog))
                mode = .keeping(start: nil)
            } catch {
                Console.warning("\(try store.quarantine(error))")
            }
        }
    }

    /// Saves a state. The state at the start does not replace a session in the file, since the user has done nothing
    /// yet.
    func save(_ state: NavigationState) {
        let json = state.sessionJSON
        if case .keeping(let start) = mode {
            guard let start, start != json else {
                mode = .keeping(start: json)
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
}

extension SessionError {
    /// The exit code of a program that cannot save to the file.
    var exitCodeOfSaving: ExitCode {
        if case .inUse = self { .unavailable } else { .cantCreate }
    }
}
