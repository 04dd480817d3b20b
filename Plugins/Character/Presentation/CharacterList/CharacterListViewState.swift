/// The loading state of the list of characters.
enum CharacterListViewState: Equatable {
    case idle
    case loading
    case loaded([LiteraryCharacter])
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}
