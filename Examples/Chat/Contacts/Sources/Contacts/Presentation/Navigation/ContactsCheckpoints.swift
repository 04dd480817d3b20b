import FeatureKit

/// The points that Contacts returns to, whoever establishes them.
enum ContactsCheckpoints: NavigationCheckpoints {
    /// Gets the id of the contact that was chosen.
    static var picked: NavigationCheckpoint<Int> { checkpoint() }
}
