/// Returns the numbers below `count`, shuffled in an order that is always the same.
func shuffled(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    var seed: UInt64 = 42
    for index in order.indices.dropFirst().reversed() {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        order.swapAt(index, Int(seed >> 33) % (index + 1))
    }
    return order
}
