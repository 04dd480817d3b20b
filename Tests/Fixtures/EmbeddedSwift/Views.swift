import FeatureABI

/// Where a render's nodes go.
struct Views {
    let sink: UnsafePointer<sy_view_sink>?

    func title(_ title: String) {
        title.withABI { title in
            var info = sy_screen_info()
            info.size = UInt32(MemoryLayout<sy_screen_info>.size)
            info.title = title
            _ = sink?.pointee.info(sink, &info)
        }
    }

    func text(_ text: String) {
        put(SY_NODE_TEXT, text)
    }

    func button(_ label: String, action: UInt64) {
        put(SY_NODE_BUTTON, label) { $0.action = action }
    }

    /// A link to the screen of a number.
    func link(_ label: String, to number: Int64, key: String) {
        withDestination(number) { destination in
            key.withABI { key in
                put(SY_NODE_LINK, label) { node in
                    node.key = key
                    node.destination = destination
                }
            }
        }
    }

    private func put(_ kind: Int, _ text: String, _ set: (inout sy_node) -> Void = { _ in }) {
        text.withABI { text in
            var node = sy_node()
            node.size = UInt32(MemoryLayout<sy_node>.size)
            node.kind = sy_node_kind(kind)
            node.text = text
            set(&node)
            if let sink, sink.pointee.begin_node(sink, &node) == SY_OK { _ = sink.pointee.end_node(sink) }
        }
    }
}

/// Hands the destination of a number to `body`.
func withDestination(_ number: Int64, _ body: (UnsafePointer<sy_destination>) -> Void) {
    "of".withABI { route in
        "number".withABI { name in
            var argument = sy_argument()
            argument.size = UInt32(MemoryLayout<sy_argument>.size)
            argument.name = name
            argument.value.kind = sy_value_kind(SY_VALUE_INT)
            argument.value.integer = number
            withUnsafePointer(to: argument) { argument in
                var destination = sy_destination()
                destination.size = UInt32(MemoryLayout<sy_destination>.size)
                destination.route = route
                destination.arguments = argument
                destination.argument_count = 1
                withUnsafePointer(to: destination) { body($0) }
            }
        }
    }
}

extension String {
    /// Hands the text to `body` as C has it.
    func withABI(_ body: (sy_string) -> Void) {
        var text = self
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body(sy_string(data: $0.baseAddress, count: $0.count)) }
        }
    }
}

extension sy_string {
    /// Whether it is that text, byte by byte.
    func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where UInt8(bitPattern: data[index]) != text.utf8Start[index] { return false }
        return true
    }
}

/// Leaves the reason of a failure, and gives what the callee returns.
func failed(_ error: UnsafePointer<sy_error>?, _ code: Int, _ reason: String) -> sy_status {
    reason.withABI { reason in error?.pointee.fail(error, sy_error_code(code), reason) }
    return sy_status(SY_FAILED)
}
