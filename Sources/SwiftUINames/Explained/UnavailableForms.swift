import FeatureCore

@available(*, unavailable, message: "use TextField(_:value:format:), or a Binding<String>")
extension TextField {
    public init<Value, Formatter: AnyObject>(
        _ titleKey: LocalizedStringKey, value: Binding<Value>, formatter: Formatter
    ) { self.init(titleKey, text: .constant("")) }
}

@available(*, unavailable, message: "use NavigationLink(value:), and .navigationDestination(item:) for the selection")
extension NavigationLink {
    public init<Tag: Hashable>(
        destination: some View, tag: Tag, selection: Binding<Tag?>, @ViewBuilder label: () -> Content
    ) {
        self.init(value: Int?.none, label: label)
    }
}

@available(*, unavailable, message: "a table selects nothing here: lead on by Table(rows, destination:)")
extension Table {
    public init<Selection>(
        _ rows: [Row], selection: Binding<Selection>, @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, columns: columns)
    }
}

extension Text {
    @available(
        *, unavailable, message: "write the value as a text: Text(\"\\(value)\"), or String(attributed.characters)"
    )
    @_disfavoredOverload
    public init<Value>(_ value: Value) { self.init("") }
    @available(*, unavailable, message: "use Text(value.formatted(format))")
    public init<Value, Format>(_ value: Value, format: Format) { self.init("") }
    @available(*, unavailable, message: "use Text(formatter.string(for: value) ?? \"\")")
    public init<Value, Formatter: AnyObject>(_ value: Value, formatter: Formatter) { self.init("") }
}

@available(*, unavailable, message: "there is no UIKit here: use Image(systemName:)")
extension Image {
    public init(uiImage: UIImage) { self.init(systemName: "") }
}

@available(*, unavailable, message: "Combine is not here: iterate over notifications(named:) in .task")
extension Hashable where Self: AnyObject & CustomDebugStringConvertible {
    public func publisher<Name>(for name: Name) -> TimerPublisher {
        Self.publish(every: 1, on: .main, in: .common)
    }
}

extension TextFormat {
    @available(*, unavailable, message: "write a measurement as a text: \"\\(value.value) \\(value.unit.symbol)\"")
    public static func measurement(
        width: DateStyle, usage: DateStyle = .standard, numberFormatStyle: TextFormat? = nil
    ) -> TextFormat { number }
    @available(*, unavailable, message: "use Text(duration.formatted(.time(pattern: …))) of Foundation")
    public static func time(pattern: DurationPattern) -> TextFormat { number }
    @available(*, unavailable, message: "use Text(duration.formatted(.units(…))) of Foundation")
    public static func units(allowed: Set<DurationPattern> = [], width: DateStyle = .abbreviated) -> TextFormat {
        number
    }
    public enum DurationPattern: Hashable, Sendable {
        case hourMinute, hourMinuteSecond, minuteSecond, days, hours, minutes, seconds, milliseconds
    }
}

@available(*, unavailable, message: "use Text(date.formatted(…)) of Foundation for this part")
extension TextFormat {
    public func era(_ style: DateStyle = .abbreviated) -> Self { self }
    public func quarter(_ style: DateStyle = .abbreviated) -> Self { self }
    public func week(_ style: DateStyle = .defaultDigits) -> Self { self }
    public func dayOfYear(_ style: DateStyle = .defaultDigits) -> Self { self }
    public func timeZone(_ style: DateStyle = .abbreviated) -> Self { self }
    public func secondFraction(_ digits: Int) -> Self { self }
}

@available(*, unavailable, message: "use .fractionLength(_:), or Text(value.formatted(…)) of Foundation")
extension TextFormat.Precision {
    public static func significantDigits(_ count: Int) -> Self { fractionLength(0) }
}

@available(*, unavailable, message: "a chart shows one series of numbers: make a Chart for each")
extension LineMark {
    public init(x: PlottableValue, y: PlottableValue, series: PlottableValue) { self.init(x: x, y: y) }
}
