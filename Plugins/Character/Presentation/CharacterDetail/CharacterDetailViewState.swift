/// The loading state of one character's screen.
enum CharacterDetailViewState: Equatable {
    case idle
    case loading
    case loaded(LiteraryCharacter)
    /// No character has this number.
    case unknown
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}
