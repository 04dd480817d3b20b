import FeatureCore

extension DatePicker {
    /// Makes a field with a title for a date from another one on.
    public init<Moment: Codable>(
        _ titleKey: LocalizedStringKey, selection: Binding<Moment>, in range: PartialRangeFrom<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(ViewTitle(titleKey), selection, range.lowerBound, nil, displayedComponents)
    }
    /// Makes a field with a title for a date up to another one.
    public init<Moment: Codable>(
        _ titleKey: LocalizedStringKey, selection: Binding<Moment>, in range: PartialRangeThrough<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(ViewTitle(titleKey), selection, nil, range.upperBound, displayedComponents)
    }
    /// Makes a field with the texts of views as its title.
    public init<Moment: Codable>(
        selection: Binding<Moment>, in range: PartialRangeFrom<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute], @ViewBuilder label: () -> some View
    ) {
        self.init(ViewTitle(of: label()), selection, range.lowerBound, nil, displayedComponents)
    }
    /// Makes a field with the texts of views as its title.
    public init<Moment: Codable>(
        selection: Binding<Moment>, displayedComponents: Components = [.date, .hourAndMinute],
        @ViewBuilder label: () -> some View
    ) {
        self.init(ViewTitle(of: label()), selection, nil, nil, displayedComponents)
    }
}
