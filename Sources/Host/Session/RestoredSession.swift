import Glibc
import HostCore

/// The session that `--restore` or `run` begins with, as its file has it.
enum RestoredSession {
    case state(NavigationState)
    /// The file is damaged, or newer than this host. The messages say under which name it is quarantined, or why it is
    /// not.
    case unusable(messages: [String])
    case missing

    /// - Parameter store: The store that saves this run's session, perhaps in the same file.
    init(path: String, catalog: Catalog, besides store: SessionStore?) throws(SessionError) {
        let session: Session?
        do throws(SessionError) {
            session = try Session.read(path)
        } catch {
            guard case .damaged = error.problem else { throw error }
            let messages = Self.settingAside(error, besides: store) { (store) throws(SessionError) in
                try store.read().quarantined
            }
            self = .unusable(messages: messages)
            return
        }
        guard let session else {
            self = .missing
            return
        }
        do throws(NavigationStateError) {
            self = .state(try NavigationState(session.state, reader: NavigationStateReader(catalog)))
        } catch {
            let damage = SessionError(path: path, problem: .damaged(.noState(error)))
            let messages = Self.settingAside(damage, besides: store) { (store) throws(SessionError) in
                try store.quarantine(error)
            }
            self = .unusable(messages: messages)
        }
    }

    /// Quarantines the file, and returns its new name; if that fails, returns the damage and the reason why the file
    /// stays.
    private static func settingAside(
        _ damage: SessionError, besides store: SessionStore?,
        _ body: (SessionStore) throws(SessionError) -> QuarantinedFile?
    ) -> [String] {
        do throws(SessionError) {
            let quarantined = try body(opened(damage.path, besides: store))
            return [quarantined.map { "\($0)" } ?? "\(damage)"]
        } catch {
            return ["\(damage)", "\(error)"]
        }
    }

    private static func opened(_ path: String, besides store: SessionStore?) throws(SessionError) -> SessionStore {
        do throws(SessionError) {
            return try SessionStore(path: path)
        } catch {
            // This process already holds the file: it saves to the file that it restores from, perhaps under another
            // name.
            if let store, error.problem == .inUse(getpid()) { return store }
            throw error
        }
    }
}

extension SessionStore.Reading {
    fileprivate var quarantined: QuarantinedFile? {
        if case .quarantined(let quarantined) = self { quarantined } else { nil }
    }
}
