internal import FeatureContract
internal import Glibc

/// A number that is made larger and smaller by steps.
///
/// ```swift
/// Stepper("Copies", value: $copies, in: 1...20)
/// Stepper("Later", onIncrement: { day += 1 }, onDecrement: { day -= 1 })
/// ```
public struct Stepper: PrimitiveView {
    private let title: ViewTitle
    private let value: () -> String
    private let increment: (() -> Void)?
    private let decrement: (() -> Void)?
}

extension Stepper {
    private init<Value: Strideable>(
        _ title: ViewTitle, _ value: Binding<Value>, _ bounds: ClosedRange<Value>?, _ step: Value.Stride
    ) {
        let number = value.wrappedValue
        func setter(_ step: Value.Stride) -> (() -> Void)? {
            if let bounds, step > 0 ? number >= bounds.upperBound : number <= bounds.lowerBound { return nil }
            let next =
                (number as? any FixedWidthInteger).flatMap { Self.sum($0, step) as? Value }
                ?? number.advanced(by: step)
            if next == number { return nil }
            let end = bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next
            return { value.wrappedValue = end }
        }
        self.init(
            title: title, value: { Self.text(of: number) }, increment: setter(step), decrement: setter(-step))
    }

    /// The sum of an integer and a step, or the end of the integer's type that is before it.
    private static func sum<Number: FixedWidthInteger>(_ number: Number, _ step: some Any) -> Number? {
        guard let step = step as? Int else { return nil }
        let size = Number(clamping: step.magnitude)
        let (sum, isBeyond) =
            step < 0 ? number.subtractingReportingOverflow(size) : number.addingReportingOverflow(size)
        return isBeyond ? step < 0 ? .min : .max : sum
    }

    /// Makes a stepper with a title for a value.
    public init<Value: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil,
        step: Value.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(ViewTitle(titleKey), value, bounds, step)
    }

    /// Makes a stepper with a title for a value in a form.
    public init<Value: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil,
        step: Value.Stride = 1, format: TextFormat, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        let shown = format.text(of: value.wrappedValue)
        let stepper = Stepper(ViewTitle(titleKey), value, bounds, step)
        self.init(
            title: stepper.title, value: { shown }, increment: stepper.increment, decrement: stepper.decrement)
    }

    /// Makes a stepper with the texts of views as its title.
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1,
        @ViewBuilder label: () -> some View, onEditingChanged: @escaping (Bool) -> Void
    ) {
        self.init(ViewTitle(of: label()), value, bounds, step)
    }

    /// Makes a stepper with the texts of views as its title that calls functions.
    public init(
        @ViewBuilder label: () -> some View, onIncrement: (() -> Void)?,
        onDecrement: (() -> Void)?
    ) {
        self.init(
            title: ViewTitle(of: label()), value: { "" }, increment: onIncrement, decrement: onDecrement)
    }

    /// Makes a stepper that calls functions. Without one, it does not go that way.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
    ) {
        self.init(title: ViewTitle(titleKey), value: { "" }, increment: onIncrement, decrement: onDecrement)
    }

    public func render(in renderer: ViewRenderer) {
        let title = title.text(in: renderer)
        let value = value()
        // A title that says the value itself is enough: "3 copies".
        renderer.node(Node(.stepper, text: title, detail: title.contains(value) ? "" : value)) {
            renderer.steps(of: title, down: decrement, up: increment)
        }
    }

    fileprivate static func text(of value: some Any) -> String {
        guard let number = value as? any BinaryFloatingPoint else { return "\(value)" }
        return Slider.text(of: Double(number))
    }
}

/// A number between two ends.
///
/// ```swift
/// Slider(value: $volume, in: 0...100, step: 5) { Text("Volume") }
/// ```
public struct Slider: PrimitiveView {
    private let title: ViewTitle
    private let value: Binding<Double>
    private let bounds: ClosedRange<Double>
    private let step: Double

    private init<Value: BinaryFloatingPoint>(
        _ title: ViewTitle, _ value: Binding<Value>, _ bounds: ClosedRange<Value>, _ step: Value
    ) {
        self.title = title
        self.value = Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = Value($0) })
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        self.step = Double(step)
    }

    /// Makes a slider without a title. Say what it is for by an `accessibilityLabel`.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 0,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(ViewTitle(""), value, bounds, step)
    }

    /// Makes a slider with the texts of views as its title.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 0,
        @ViewBuilder label: () -> some View, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(ViewTitle(of: label()), value, bounds, step)
    }

    public func render(in renderer: ViewRenderer) {
        let title = title.text(in: renderer)
        let (bounds, step) = (bounds, step)
        func nearest(_ number: Double) -> Double {
            let stepped =
                step > 0 ? bounds.lowerBound + ((number - bounds.lowerBound) / step).rounded() * step : number
            return min(max(stepped, bounds.lowerBound), bounds.upperBound)
        }
        let number = value.wrappedValue.isFinite ? value.wrappedValue : bounds.lowerBound
        let action = renderer.action { [value] entered in
            guard case .double(let entered) = entered else { throw CallFailure.wrongValue("a double") }
            value.wrappedValue = nearest(entered)
        }
        let distance = step > 0 ? step : (bounds.upperBound - bounds.lowerBound) / 10
        func setter(_ distance: Double) -> (() -> Void)? {
            let next = nearest(number + distance)
            guard next != number else { return nil }
            return { value.wrappedValue = next }
        }
        let fields: [String: Value] = [
            "value": .double(number), "minimum": .double(bounds.lowerBound), "maximum": .double(bounds.upperBound),
            "step": .double(step),
        ]
        renderer.node(
            Node(.slider, text: title, detail: Self.text(of: number), value: .record(fields), action: action)
        ) {
            renderer.steps(of: title, down: setter(-distance), up: setter(distance))
        }
    }

    /// A number with at most two digits behind the point.
    fileprivate static func text(of number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension ViewRenderer {
    /// Adds the buttons of a stepper. One that has no function is disabled.
    fileprivate func steps(of title: String, down: (() -> Void)?, up: (() -> Void)?) {
        for (index, (sign, name, step)) in [("−", "Decrement", down), ("+", "Increment", up)].enumerated() {
            child(UInt64(index)) {
                with(accessibilityLabel: title.isEmpty ? name : "\(name) \(title)") {
                    with(disabled: step == nil) { button(LocalizedStringKey(verbatim: sign), nil, step ?? {}, {}) }
                }
            }
        }
    }
}

/// A day, a time of day, or both.
///
/// ```swift
/// import Foundation
///
/// DatePicker("Due", selection: $task.due, displayedComponents: .date)
/// ```
///
/// The user writes the date as ISO 8601 has it, `2026-11-24`, `09:30` or `2026-11-24T09:30`, in the time zone of the host.
public struct DatePicker: PrimitiveView {
    /// The parts of a date that the user chooses.
    public struct Components: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let date = Self(rawValue: 1 << 0), hourAndMinute = Self(rawValue: 1 << 1)
    }

    private let title: ViewTitle
    /// The date in seconds since 1970.
    private let seconds: Binding<Double>
    private let bounds: (lower: Double?, upper: Double?)
    private let components: Components

    package init<Moment: Codable>(
        _ title: ViewTitle, _ selection: Binding<Moment>, _ lower: Moment?, _ upper: Moment?, _ components: Components
    ) {
        self.title = title
        seconds = Binding(
            get: { LocalTime.seconds(of: selection.wrappedValue) ?? 0 },
            set: { if let moment: Moment = LocalTime.date(of: $0) { selection.wrappedValue = moment } })
        bounds = (lower.flatMap { LocalTime.seconds(of: $0) }, upper.flatMap { LocalTime.seconds(of: $0) })
        self.components = components
    }

    /// Makes a field with a title for a date, Foundation's `Date`.
    public init<Moment: Codable>(
        _ titleKey: LocalizedStringKey, selection: Binding<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(ViewTitle(titleKey), selection, nil, nil, displayedComponents)
    }

    public func render(in renderer: ViewRenderer) {
        let components = components
        let shown = LocalTime(seconds: seconds.wrappedValue)
        let action = renderer.action { [seconds, bounds] entered in
            guard case .string(let entered) = entered else { throw CallFailure.wrongValue("a string") }
            guard let moment = shown.replaced(by: entered, components) else {
                let form = LocalTime(seconds: 1_795_512_600).text(components)
                throw CallFailure(.invalidArgument, "'\(entered)' is no date; write it as \(form)")
            }
            if let lower = bounds.lower, moment < lower {
                throw CallFailure(
                    .invalidArgument, "the date is \(LocalTime(seconds: lower).text(components)) or later")
            }
            if let upper = bounds.upper, moment > upper {
                throw CallFailure(
                    .invalidArgument, "the date is \(LocalTime(seconds: upper).text(components)) or earlier")
            }
            seconds.wrappedValue = moment
        }
        var node = Node(
            .textField, text: title.text(in: renderer), value: .string(shown.text(components)), action: action)
        if components.contains(.date) { node.flags.insert(.date) }
        if components.contains(.hourAndMinute) { node.flags.insert(.time) }
        renderer.node(node)
    }
}

/// The parts of a date that a ``DatePicker`` shows.
public typealias DatePickerComponents = DatePicker.Components

/// A moment in the time zone of the process.
struct LocalTime {
    typealias Parts = tm

    private(set) var time = tm()
    /// The part of the second.
    private let fraction: Double

    // Foundation's Date, whose library a feature need not load, is known by its encoded form alone: seconds since the
    // beginning of 2001.

    /// Returns a date in seconds since 1970; nil for what is no date.
    static func seconds(of moment: some Codable) -> Double? {
        guard let value = try? ValueEncoder.encode(moment, at: .saved("")).value else { return nil }
        switch value {
        case .double(let number): return number + 978_307_200
        case .integer(let number): return Double(number) + 978_307_200
        default: return nil
        }
    }

    /// The present moment in seconds since 1970.
    static var now: Double {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return Double(clock.tv_sec) + Double(clock.tv_nsec) / 1_000_000_000
    }

    /// Returns the date of a moment in seconds since 1970, Foundation's `Date`.
    static func date<Moment: Codable>(of seconds: Double) -> Moment? {
        try? ValueDecoder(.double(seconds - 978_307_200), at: .saved("")).decode(Moment.self)
    }

    init(seconds: Double) {
        let whole = seconds.rounded(.down)
        var clock = time_t(exactly: whole) ?? 0
        localtime_r(&clock, &time)
        fraction = seconds - whole
    }

    func text(_ components: DatePickerComponents) -> String {
        let day =
            "\(padded(Int(time.tm_year) + 1900, 4))-\(padded(Int(time.tm_mon) + 1, 2))-\(padded(Int(time.tm_mday), 2))"
        let hour = "\(padded(Int(time.tm_hour), 2)):\(padded(Int(time.tm_min), 2))"
        if !components.contains(.hourAndMinute) { return day }
        return components.contains(.date) ? "\(day)T\(hour)" : hour
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The moment with the parts that a text writes, in seconds since 1970. Nil for a text that is no such date.
    func replaced(by text: String, _ components: DatePickerComponents) -> Double? {
        let separators: Set<Character> = ["T", " "]
        let parts = text.split(maxSplits: 1, whereSeparator: separators.contains).map(String.init)
        var changed = time
        let wanted = components.contains(.date) && components.contains(.hourAndMinute) ? 2 : 1
        guard parts.count == wanted || parts.count == 1 && components.contains(.date) else { return nil }
        if components.contains(.date) {
            let numbers = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
            guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
                (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
            else { return nil }
            (changed.tm_year, changed.tm_mon, changed.tm_mday) = (year - 1900, month - 1, day)
        }
        if components.contains(.hourAndMinute), parts.count == wanted {
            let numbers = parts[wanted - 1].split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
            guard (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1],
                (0...23).contains(hour), (0...59).contains(minute)
            else { return nil }
            (changed.tm_hour, changed.tm_min) = (hour, minute)
        }
        changed.tm_isdst = -1
        let day = changed.tm_mday
        let moment = mktime(&changed)
        // The 31st of a month with 30 days would be the next month's first.
        guard changed.tm_mday == day else { return nil }
        return Double(moment) + fraction
    }
}
