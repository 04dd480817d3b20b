import Glibc
import HostCore

/// `--restore`: what a session file gives to begin with.
enum RestoredSession {
    case state(NavigationState)
    /// It is damaged, or newer than this host, and was set aside, or why it was not.
    case unusable(messages: [String])
    case missing

    /// - Parameter store: Of the file that is saved in, which may be the same one.
    init(path: String, catalog: Catalog, besides store: SessionStore?) throws(SessionError) {
        let session: Session?
        do throws(SessionError) {
            session = try Session.read(path)
        } catch {
            guard case .damaged = error.problem else { throw error }
            let messages = Self.settingAside(error, besides: store) { (store) throws(SessionError) in
                try store.read().setAside
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
                try store.setAside(error)
            }
            self = .unusable(messages: messages)
        }
    }

    /// Sets the file aside, and says where it went; else what is wrong with it, and why it stays.
    private static func settingAside(
        _ damage: SessionError, besides store: SessionStore?,
        _ body: (SessionStore) throws(SessionError) -> SetAside?
    ) -> [String] {
        do throws(SessionError) {
            let setAside = try body(opened(damage.path, besides: store))
            return [setAside.map { "\($0)" } ?? "\(damage)"]
        } catch {
            return ["\(damage)", "\(error)"]
        }
    }

    private static func opened(_ path: String, besides store: SessionStore?) throws(SessionError) -> SessionStore {
        do throws(SessionError) {
            return try SessionStore(path: path)
        } catch {
            // Saved and restored is one file, by whatever names.
            if let store, error.problem == .inUse(getpid()) { return store }
            throw error
        }
    }
}

extension SessionStore.Reading {
    fileprivate var setAside: SetAside? {
        if case .setAside(let setAside) = self { setAside } else { nil }
    }
}
