import FeatureCore

/// The dates that a ``DatePicker`` takes: from one on, up to one, or both.
public protocol DateRange<Bound> {
    associatedtype Bound: Codable
    /// The first date; nil without one.
    var earliest: Bound? { get }
    /// The last date; nil without one.
    var latest: Bound? { get }
}

extension ClosedRange: DateRange where Bound: Codable {
    public var earliest: Bound? { lowerBound }
    public var latest: Bound? { upperBound }
}

extension PartialRangeFrom: DateRange where Bound: Codable {
    public var earliest: Bound? { lowerBound }
    public var latest: Bound? { nil }
}

extension PartialRangeThrough: DateRange where Bound: Codable {
    public var earliest: Bound? { nil }
    public var latest: Bound? { upperBound }
}

extension DatePicker {
    /// Makes a field with a title for a date within bounds.
    public init<Moment: Codable>(
        _ titleKey: LocalizedStringKey, selection: Binding<Moment>, in range: some DateRange<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(ViewTitle(titleKey), selection, range.earliest, range.latest, displayedComponents)
    }
    /// Makes a field with a title that is not looked up, for a date within bounds.
    @_disfavoredOverload
    public init<Moment: Codable>(
        _ title: some StringProtocol, selection: Binding<Moment>, in range: some DateRange<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(
            LocalizedStringKey(verbatim: title), selection: selection, in: range,
            displayedComponents: displayedComponents)
    }
    /// Makes a field with the texts of views as its title, for a date within bounds.
    public init<Moment: Codable>(
        selection: Binding<Moment>, in range: some DateRange<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute], @ViewBuilder label: () -> some View
    ) {
        self.init(ViewTitle(of: label()), selection, range.earliest, range.latest, displayedComponents)
    }
    /// Makes a field with the texts of views as its title.
    public init<Moment: Codable>(
        selection: Binding<Moment>, displayedComponents: Components = [.date, .hourAndMinute],
        @ViewBuilder label: () -> some View
    ) {
        self.init(ViewTitle(of: label()), selection, nil, nil, displayedComponents)
    }
}
