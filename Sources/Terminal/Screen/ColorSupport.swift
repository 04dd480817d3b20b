/// Whether a terminal gets colours.
package enum ColorSupport: Hashable, Sendable {
    /// None; what is bold, underlined or reversed stays so.
    case none
    case sixteen

    /// As the person wants it, by the variables `NO_COLOR` (no-color.org: any value but an empty one) and `TERM`.
    package init(noColor: String?, term: String?) {
        let isUnwanted = noColor?.isEmpty == false
        let isUnable = term == nil || term == "" || term == "dumb"
        self = isUnwanted || isUnable ? .none : .sixteen
    }
}
