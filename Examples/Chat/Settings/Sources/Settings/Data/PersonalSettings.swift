import Observation

/// The settings themselves. They last as long as the feature runs.
@Observable
final class PersonalSettings {
    var name = "Dave"
    var showsStatus = true
    var sendsReadReceipts = true
}
