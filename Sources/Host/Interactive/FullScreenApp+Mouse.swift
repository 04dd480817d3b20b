import HostCore
import Terminal

/// The wheel and the left button.
extension FullScreenApp {
    func take(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press(.left): click(mouse.position)
        default: break
        }
    }

    private func scroll(by lines: Int) {
        guard case .read(var reading) = mode else { return change { $0.scroll(by: lines) } }
        reading.scroll(by: lines)
        mode = .read(reading)
    }

    private func click(_ position: Position) {
        switch mode {
        // A click closes what stands over the screen, and does not reach the screen.
        case .read, .go:
            mode = .browse
            return
        case .browse, .edit, .find: break
        }
        mode = .browse
        note = nil
        refused = nil
        let places = AppLayout(terminal.size, hasTabs: coordinator.tabNames.count > 1)
        if places.tabBar.contains(position) {
            let columns = AppView.tabColumns(
                coordinator.tabNames, selected: coordinator.state.selectedIndex, width: places.window.width)
            if let index = columns.firstIndex(where: { $0.contains(position.column) }) { selectTab(index + 1) }
            return
        }
        guard let front, front.part.contains(position), let pane else { return }
        let column = position.column - front.part.column
        guard let index = pane.target(at: column, position.row - front.part.row) else { return }
        change { $0.focus(index, revealing: false) }
        use(pane.layout.targets[index])
    }
}
