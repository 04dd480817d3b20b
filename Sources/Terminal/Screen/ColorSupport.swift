/// Whether a terminal gets colours.
package enum ColorSupport: Hashable, Sendable {
    /// No colours; bold, underlined and reversed text stays so.
    case none
    case sixteen

    /// Chooses by the user's variables `NO_COLOR` (no-color.org: any value but an empty one) and `TERM`.
    package init(noColor: String?, term: String?) {
        let isUnwanted = noColor?.isEmpty == false
        let isUnable = term == nil || term == "" || term == "dumb"
        self = isUnwanted || isUnable ? .none : .sixteen
    }
}
