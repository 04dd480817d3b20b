import HostCore

/// `--save`: keeps the state of a walk in a session file, of which it is the one writer.
@MainActor
final class SessionSaver {
    let store: SessionStore
    /// What becomes of a state.
    private var mode = Mode.writing
    /// Whether a state could not be saved.
    private(set) var hasFailed = false

    private enum Mode {
        case writing
        /// There is a session in the file, which stays until the state is another than the one to begin with; nil where
        /// that is not known yet.
        case keeping(start: NavigationState?)
    }

    /// Takes the file, which need not be there yet.
    init(path: String) throws(SessionError) {
        store = try SessionStore(path: path)
    }

    /// Looks at what is in the file before anything is saved there: what this host cannot read is set aside.
    func prepare(catalog: Catalog) throws(SessionError) {
        switch try store.read() {
        case .missing: break
        case .setAside(let setAside): Console.warning("\(setAside)")
        case .session(let session):
            do throws(NavigationStateError) {
                _ = try NavigationState(session.state, reader: NavigationStateReader(catalog))
                mode = .keeping(start: nil)
            } catch {
                Console.warning("\(try store.setAside(error))")
            }
        }
    }

    /// Saves a state: that to begin with only where there is no session yet, since nothing has been done.
    func save(_ state: NavigationState) {
        if case .keeping(let start) = mode {
            guard let start, start != state else {
                mode = .keeping(start: state)
                return
            }
            mode = .writing
        }
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
