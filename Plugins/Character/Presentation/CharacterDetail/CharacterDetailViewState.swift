/// How far the screen of one character is.
enum CharacterDetailViewState: Equatable {
    case idle
    case loading
    case loaded(LiteraryCharacter)
    /// There is no character of that number.
    case unknown
    /// With one sentence for the person.
    case failed(String)
}
