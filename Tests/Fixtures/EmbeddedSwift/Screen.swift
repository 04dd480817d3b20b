import FeatureABI

/// The screen of one number. The table that the host knows has it as its instance, and keeps it until destroy.
final class Screen {
    private let number: Int64
    private let id: sy_screen_id
    private let host: UnsafePointer<sy_host>
    private var notes = 0
    private let table = UnsafeMutablePointer<sy_screen>.allocate(capacity: 1)

    private init(_ number: Int64, id: sy_screen_id, host: UnsafePointer<sy_host>) {
        self.number = number
        self.id = id
        self.host = host
    }

    deinit {
        table.deallocate()
    }

    /// Makes a screen for the host, which destroys it.
    static func make(_ number: Int64, id: sy_screen_id, host: UnsafePointer<sy_host>) -> UnsafePointer<sy_screen> {
        let screen = Screen(number, id: id, host: host)
        var table = sy_screen()
        table.size = UInt32(MemoryLayout<sy_screen>.size)
        table.instance = Unmanaged.passRetained(screen).toOpaque()
        table.render = { table, _, sink, _ in
            Screen.of(table)?.render(Views(sink: sink))
            return sy_status(SY_OK)
        }
        table.perform = { table, event, error in
            guard let event = event?.pointee else { return sy_status(SY_OK) }
            return Screen.of(table)?.perform(event.action, event.value, error) ?? sy_status(SY_OK)
        }
        table.appear = { _ in }
        table.disappear = { _ in }
        table.destroy = { table in
            guard let instance = table?.pointee.instance else { return }
            Unmanaged<Screen>.fromOpaque(instance).release()
        }
        screen.table.initialize(to: table)
        return UnsafePointer(screen.table)
    }

    private static func of(_ table: UnsafePointer<sy_screen>?) -> Screen? {
        guard let instance = table?.pointee.instance else { return nil }
        return Unmanaged<Screen>.fromOpaque(instance).takeUnretainedValue()
    }

    private func render(_ views: Views) {
        views.title("\(number)")
        let factors = factors(of: number)
        views.text(factors.count > 1 ? "It is the product of \(factors.count) primes." : "It is prime, or 1.")
        for (index, factor) in factors.enumerated() where factor != number {
            views.link("\(factor)", to: factor, key: "\(index)")
        }
        if number < largestNumber { views.link("The next number", to: number + 1, key: "next") }
        views.text("Noted \(notes) times")
        views.button("Note", action: 1)
    }

    private func perform(
        _ action: UInt64, _ value: UnsafePointer<sy_value>?, _ error: UnsafePointer<sy_error>?
    ) -> sy_status {
        guard action == 1 else { return failed(error, SY_ERROR_NOT_FOUND, "the screen has no action \(action)") }
        guard value.map({ $0.pointee.kind == sy_value_kind(SY_VALUE_NULL) }) ?? true else {
            return failed(error, SY_ERROR_WRONG_TYPE, "'Note' takes no value")
        }
        notes += 1
        host.pointee.invalidate(host, id)
        return sy_status(SY_OK)
    }
}

/// The prime factors, smallest first.
private func factors(of number: Int64) -> [Int64] {
    var factors: [Int64] = []
    var rest = number
    var factor: Int64 = 2
    while factor * factor <= rest {
        while rest % factor == 0 {
            factors.append(factor)
            rest /= factor
        }
        factor += 1
    }
    if rest > 1 { factors.append(rest) }
    return factors
}
