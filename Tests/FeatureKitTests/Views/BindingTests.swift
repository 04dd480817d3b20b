import FeatureKit
import Testing

/// Bindings to values that are stored elsewhere.
@Suite struct BindingTests {
    private struct Address: Equatable {
        var street = "Main"
        var number = 1
    }

    @Test("a binding reads and writes its source, and so does its projection")
    func readAndWrite() {
        var value = 1
        let binding = Binding(get: { value }, set: { value = $0 })
        binding.wrappedValue += 1
        #expect(value == 2)
        binding.projectedValue.wrappedValue = 7
        #expect(binding.wrappedValue == 7)
    }

    @Test("a binding to a member writes the member and leaves the rest")
    func member() {
        var address = Address()
        let binding = Binding(get: { address }, set: { address = $0 })
        binding.number.wrappedValue = 42
        #expect(address == Address(street: "Main", number: 42))
        #expect(binding.street.wrappedValue == "Main")
    }

    @Test("a constant binding keeps its value")
    func constant() {
        let binding = Binding.constant(1)
        binding.wrappedValue = 2
        #expect(binding.wrappedValue == 1)
    }

    @Test("a view model's properties are bound by their names")
    func bindable() {
        let model = Model()
        @Bindable var bindable = model
        $bindable.text.wrappedValue = "second"
        #expect(model.text == "second")
        #expect(Bindable(model).text.wrappedValue == "second")
    }
}
