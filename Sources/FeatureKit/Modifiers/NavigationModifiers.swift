internal import FeatureContract

extension View {
    /// Sets the screen's title.
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> ModifiedView<Self> {
        noting { $0.title = $0.title ?? $0.text(of: titleKey) }
    }

    /// Shows a quieter text above the view, below the screen's title.
    public func navigationSubtitle(_ subtitleKey: LocalizedStringKey) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            renderer.child(1) { Text(subtitleKey).foregroundStyle(.secondary).render(in: renderer) }
            renderer.child(0, content)
        }
    }

    /// Keeps navigation from removing the screen while `isLocked` is true, as with unsaved work. The host shows the
    /// user the reason, and the user may override the lock. The screen itself may always leave, as SwiftUI's
    /// `interactiveDismissDisabled` does not stop `dismiss()`.
    public func navigationLocked(_ isLocked: Bool, reason: String) -> ModifiedView<Self> {
        noting { renderer in if isLocked { renderer.lock = reason.isEmpty ? "unsaved changes" : reason } }
    }

    /// Keeps navigation from removing the screen, as ``navigationLocked(_:reason:)`` does.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> ModifiedView<Self> {
        navigationLocked(isDisabled, reason: "unsaved changes")
    }

    /// Marks the screen as loading while `isLoading` is true, as a ``ProgressView`` without a value does by itself. A
    /// command that waits for the screen, such as `switchyard navigate`, keeps waiting.
    ///
    /// ```swift
    /// ProgressView("Importing", value: viewModel.fraction).navigationLoading()
    /// ```
    public func navigationLoading(_ isLoading: Bool = true) -> ModifiedView<Self> {
        noting { renderer in if isLoading { renderer.isLoading = true } }
    }

    /// Makes this a point that navigation can return to.
    public func navigationCheckpoint(_ checkpoint: NavigationCheckpoint<Void>) -> ModifiedView<Self> {
        navigationCheckpoint(checkpoint) {}
    }

    /// Makes this a point that navigation can return to, and calls `onReturn` when it has.
    public func navigationCheckpoint(
        _ checkpoint: NavigationCheckpoint<Void>, onReturn: @escaping () -> Void
    ) -> ModifiedView<Self> {
        noting { renderer in
            renderer.checkpoints.append(
                CheckpointReceiver(name: checkpoint.name, type: nil) { value in
                    guard value == .null else { return false }
                    onReturn()
                    return true
                })
        }
    }

    /// Makes this a point that navigation can return to with a value.
    public func navigationCheckpoint<Value: NavigationValue>(
        _ checkpoint: NavigationCheckpoint<Value>, onReturn: @escaping (Value) -> Void
    ) -> ModifiedView<Self> {
        noting { renderer in
            renderer.checkpoints.append(
                CheckpointReceiver(name: checkpoint.name, type: Value.navigationValueType.type) { value in
                    guard let value = Value(navigationRawValue: NavigationRawValue(value)) else { return false }
                    onReturn(value)
                    return true
                })
        }
    }

    /// Receives sent values of one type.
    ///
    /// ```swift
    /// .onNavigationReceive { (section: SettingsSection) in
    ///     viewModel.section = section
    ///     return .auto
    /// }
    /// ```
    public func onNavigationReceive<Value: NavigationValue>(
        _ receive: @escaping (Value) -> NavigationResume
    ) -> ModifiedView<Self> {
        receiver(.value(String(describing: Value.self))) { message, _ in
            guard let value = message.value(of: Value.self) else { return nil }
            return receive(value)
        }
    }

    /// Receives sent values of one type, with the navigator of this screen.
    public func onNavigationReceive<Value: NavigationValue>(
        _ receive: @escaping (Value, any NavigatorContract) -> NavigationResume
    ) -> ModifiedView<Self> {
        receiver(.value(String(describing: Value.self))) { message, navigator in
            guard let value = message.value(of: Value.self) else { return nil }
            return receive(value, navigator)
        }
    }

    /// Receives sent values of one type by assigning them to a binding.
    public func onNavigationReceive<Value: NavigationValue>(assign binding: Binding<Value>) -> ModifiedView<Self> {
        onNavigationReceive { (value: Value) in
            // A value that is already assigned needs no time to be shown, like a tab that is already selected.
            if binding.wrappedValue == value { return .immediately }
            binding.wrappedValue = value
            return .auto
        }
    }

    /// Receives sent destinations of this feature, with the navigator of this screen.
    public func onNavigationReceive<N: Navigation>(
        _ receive: @escaping (N, any NavigatorContract) -> NavigationResume
    ) -> ModifiedView<Self> {
        receiver(.destination) { message, navigator in
            guard case .destination(let destination) = message,
                let navigation = try? RouteDecoder.decode(N.self, from: destination)
            else { return nil }
            return receive(navigation, navigator)
        }
    }

    /// Goes to sent destinations of this feature. The host does it without asking the screen.
    public func navigationAutoReceive<N: Navigation>(_ type: N.Type) -> ModifiedView<Self> {
        receiver(.navigate) { message, navigator in
            guard case .destination(let destination) = message,
                let navigation = try? RouteDecoder.decode(N.self, from: destination)
            else { return nil }
            navigator.navigate(to: navigation)
            return .auto
        }
    }

    /// Selects sent tabs. The host does it without asking the screen.
    public func navigationAutoReceive(_ type: NavigationTab.Type) -> ModifiedView<Self> {
        receiver(.selectTab) { message, navigator in
            guard case .tab(let name) = message else { return nil }
            navigator.selectTab(name)
            return .auto
        }
    }

    /// Goes to the destination as soon as there is one, and sets the binding to nil.
    public func navigate<N: Navigation>(to destination: Binding<N?>) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            content()
            guard let wanted = destination.wrappedValue else { return }
            let navigator = renderer.navigator
            renderer.afterwards {
                destination.wrappedValue = nil
                navigator.navigate(to: wanted)
            }
        }
    }

    /// Goes to the destination as soon as the trigger is true, and resets the trigger.
    public func navigate(trigger: Binding<Bool>, destination: any Navigation) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in
            content()
            guard trigger.wrappedValue else { return }
            let navigator = renderer.navigator
            renderer.afterwards {
                trigger.wrappedValue = false
                navigator.navigate(to: destination)
            }
        }
    }

    private func receiver(
        _ kind: MessageReceiver.Kind,
        _ receive: @escaping (Message, any NavigatorContract) -> NavigationResume?
    ) -> ModifiedView<Self> {
        noting { renderer in
            let navigator = renderer.navigator
            renderer.receivers.append(MessageReceiver(kind: kind) { receive($0, navigator) })
        }
    }
}

extension Message {
    /// Returns the sent value if it is of this type. Types are distinguished by their names.
    fileprivate func value<Value: NavigationValue>(of type: Value.Type) -> Value? {
        guard case .value(String(describing: type), let raw) = self else { return nil }
        return Value(navigationRawValue: NavigationRawValue(raw))
    }
}
