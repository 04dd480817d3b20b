import FuzzBodies
import Glibc

// The functions that libFuzzer calls (https://llvm.org/docs/LibFuzzer.html); its own main is the program's.

/// The target of this process, set once before the first input. libFuzzer has one thread.
nonisolated(unsafe) private var target: FuzzTarget?

/// Reads the target from `--target=NAME`. libFuzzer ignores arguments that begin with two dashes, and passes them to
/// the processes that it starts. `--targets` prints the name and the maximum length of each target.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    let words = CommandLine.arguments
    if words.contains("--targets") {
        for target in FuzzTarget.all { print(target.name, target.maximumLength) }
        exit(0)
    }
    let name = words.last { $0.hasPrefix("--target=") }?.dropFirst("--target=".count)
    target = FuzzTarget.all.first { $0.name == name ?? "" }
    guard target == nil else { return 0 }
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    print("expected --target=NAME, one of \(names)")
    exit(EX_USAGE)
}

@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    do throws(BrokenProperty) {
        try target?.run(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        // libFuzzer keeps an input as a find only if the process crashes on it.
        fatalError(error.description)
    }
    return 0
}
