/// How far the list of characters is.
enum CharacterListViewState: Equatable {
    case idle
    case loading
    case loaded([LiteraryCharacter])
    /// With one sentence for the person.
    case failed(String)
}
