import HostCore

/// `--save`: keeps the state of a walk in a session file, of which it is the one writer.
@MainActor
final class SessionSaver {
    let store: SessionStore
    /// Whether a state could not be saved.
    private(set) var hasFailed = false

    /// Takes the file, which need not be there yet.
    init(path: String) throws(SessionError) {
        store = try SessionStore(path: path)
    }

    /// Looks at what is in the file before anything is saved there: what this host cannot read is set aside.
    func prepare() throws(SessionError) {
        if case .setAside(let setAside) = try store.read() { Console.warning("\(setAside)") }
    }

    func save(_ state: NavigationState) {
        do throws(SessionError) {
            if let setAside = try store.save(Session(state: state.json)) { Console.warning("\(setAside)") }
        } catch {
            // The next state may be saved all the same; that one was not is told once.
            if !hasFailed { Console.error("\(error)") }
            hasFailed = true
        }
    }

    func close() {
        store.close()
    }
}

extension SessionError {
    /// How the program ends that cannot save there.
    var exitCodeOfSaving: ExitCode {
        if case .inUse = problem { .unavailable } else { .cantCreate }
    }
}
