import Glibc
import HostCore

/// The initial session of `--restore` or `run` from its file.
enum RestoredSession {
    case state(NavigationState)
    /// The file is damaged, or newer than this host. The messages have the name under which it is quarantined, or the
    /// reason why it is not.
    case unusable(messages: [String])
    case missing

    /// - Parameters:
    ///   - store: The store that saves this run's session, perhaps in the same file.
    ///   - allowingInsecure: Whether to use a file that another user may have written. If not, it stays unchanged.
    ///   - quarantines: Whether to quarantine a damaged file instead of leaving it.
    init(
        path: String, catalog: Catalog, besides store: SessionStore?, allowingInsecure: Bool, quarantines: Bool = true
    ) throws(SessionError) {
        let session: Session?
        do {
            session = try Session.read(path, allowingInsecure: allowingInsecure)
        } catch .damaged(let damage) {
            guard quarantines, !damage.isInsecure else {
                self = .unusable(messages: [SessionError.damaged(damage).message(path: path)])
                return
            }
            let messages = Self.settingAside(damage, of: path, besides: store) { (store) throws(SessionError) in
                try store.read().quarantined
            }
            self = .unusable(messages: messages)
            return
        }
        guard let session else {
            self = .missing
            return
        }
        do {
            let state = try NavigationState(session.state, reader: NavigationStateReader(catalog))
            if let problem = session.insecurity {
                Console.warning("\(Discovery.Warning.insecure(path: path, problem))")
            }
            self = .state(state)
        } catch {
            guard quarantines else {
                self = .unusable(messages: [SessionError.damaged(.noState(error)).message(path: path)])
                return
            }
            let messages = Self.settingAside(.noState(error), of: path, besides: store) {
                (store) throws(SessionError) in
                try store.quarantine(error)
            }
            self = .unusable(messages: messages)
        }
    }

    /// Quarantines the file, and returns its new name; if that fails, returns the damage and the reason why the file
    /// stays.
    private static func settingAside(
        _ damage: SessionDamage, of path: String, besides store: SessionStore?,
        _ body: (SessionStore) throws(SessionError) -> QuarantinedFile?
    ) -> [String] {
        let message = SessionError.damaged(damage).message(path: path)
        do {
            let quarantined = try body(opened(path, besides: store))
            return [quarantined.map { "\($0)" } ?? message]
        } catch {
            return [message, error.message(path: path)]
        }
    }

    private static func opened(_ path: String, besides store: SessionStore?) throws(SessionError) -> SessionStore {
        do {
            return try SessionStore(path: path)
        } catch .inUse(getpid()) {
            // This process already has the file's lock: it saves to the restored file, perhaps under another name.
            guard let store else { throw .inUse(getpid()) }
            return store
        }
    }
}

extension SessionDamage {
    fileprivate var isInsecure: Bool { if case .insecure = self { true } else { false } }
}

extension SessionStore.Reading {
    fileprivate var quarantined: QuarantinedFile? {
        if case .quarantined(let quarantined) = self { quarantined } else { nil }
    }
}
