import Glibc
import HostCore

// The functions of host.h, which says what each does. They are called on the first thread of the process, the main actor.

private var application: HostApplication?
private var coordinator: NavigationCoordinator?

private func given(_ text: UnsafePointer<CChar>) -> String { String(cString: text) }

@c(host_open) public func open(
    _ plugins: UnsafePointer<CChar>, _ wiring: UnsafePointer<CChar>, _ worker: UnsafePointer<CChar>
) -> UnsafeMutablePointer<CChar>? {
    close()
    do {
        let options = HostOptions(plugins: [given(plugins)], config: given(wiring), worker: given(worker))
        let opened = try HostApplication.open(options)
        (application, coordinator) = (opened, opened.makeCoordinator())
        coordinator?.start()
        return nil
    } catch {
        return strdup("\(error)")
    }
}

@c(host_go) public func go(_ destination: UnsafePointer<CChar>) { coordinator?.go(to: given(destination)) }
@c(host_link) public func link(_ url: UnsafePointer<CChar>) { coordinator?.open(given(url)) }
@c(host_press) public func press(_ label: UnsafePointer<CChar>) { coordinator?.press(given(label)) }
@c(host_type) public func type(_ text: UnsafePointer<CChar>, _ label: UnsafePointer<CChar>) {
    coordinator?.type(given(text), into: given(label))
}
@c(host_back) public func back() { coordinator?.back() }

@c(host_is_loading) public func isLoading() -> Bool { coordinator?.isLoading ?? false }
@c(host_screen) public func screen() -> UnsafeMutablePointer<CChar>? { coordinator.flatMap { strdup($0.showJSON()) } }
@c(host_problem) public func problem() -> UnsafeMutablePointer<CChar>? {
    let problems = coordinator?.takeProblems().map(\.description) ?? []
    return problems.isEmpty ? nil : strdup(problems.joined(separator: "\n"))
}

@c(host_descriptor) public func descriptor() -> CInt { MainLoop.descriptor ?? -1 }
@c(host_drain) public func drain() { MainLoop.drain() }
@c(host_close) public func close() {
    coordinator?.shutDown()
    application?.close()
    (application, coordinator) = (nil, nil)
}
