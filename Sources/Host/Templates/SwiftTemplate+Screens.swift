/// The two screens, each with its view, view model, navigator contract and navigator.
extension SwiftTemplate {
    var listView: String {
        """
        import FeatureKit

        /// All items as rows that lead to them, and a button that leads to the next one to do.
        struct \(name.type)ListView: View {
            let viewModel: \(name.type)ListViewModel

            var body: some View {
                List {
                    ForEach(viewModel.items) { item in
                        let destination = \(name.type)IncomingNavigation.detail(identifier: item.identifier)
                        NavigationLink(item.title, to: destination)
                            .badge(viewModel.isDone(item) ? "done" : "")
                    }
                    Button("Next") { viewModel.didTapOnNext() }
                        .disabled(viewModel.nextItem == nil)
                }
                .navigationTitle("\(name.title)")
            }
        }

        """
    }

    var listViewModel: String {
        """
        import Observation

        /// Shows the items, and leads to the next one to do.
        @Observable
        final class \(name.type)ListViewModel {
            private let store: \(name.type)Store
            private let navigator: any \(name.type)ListNavigatorContract

            init(store: \(name.type)Store, navigator: any \(name.type)ListNavigatorContract) {
                self.store = store
                self.navigator = navigator
            }

            var items: [\(name.type)Item] { store.items }

            /// The first item that is not done; nil when all are.
            var nextItem: \(name.type)Item? { items.first { !store.isDone($0) } }

            func isDone(_ item: \(name.type)Item) -> Bool { store.isDone(item) }

            func didTapOnNext() {
                guard let nextItem else { return }
                navigator.navigateToDetail(identifier: nextItem.identifier)
            }
        }

        """
    }

    var listNavigatorContract: String {
        """
        /// Where one gets from the list.
        protocol \(name.type)ListNavigatorContract {
            func navigateToDetail(identifier: Int)
        }

        """
    }

    var listNavigator: String {
        """
        import FeatureKit

        /// Leaves the list for the feature's own screen of an item.
        struct \(name.type)ListNavigator: \(name.type)ListNavigatorContract {
            let navigator: any NavigatorContract

            func navigateToDetail(identifier: Int) {
                navigator.navigate(to: \(name.type)IncomingNavigation.detail(identifier: identifier))
            }
        }

        """
    }

    var detailView: String {
        """
        import FeatureKit

        /// One item: what it says, whether it is done, and the way back.
        struct \(name.type)DetailView: View {
            @Bindable var viewModel: \(name.type)DetailViewModel

            var body: some View {
                List {
                    Text(viewModel.item.text)
                    Toggle("Done", isOn: $viewModel.isDone)
                    Button("Back") { viewModel.didTapOnBack() }
                }
                .navigationTitle(viewModel.item.title)
            }
        }

        """
    }

    var detailViewModel: String {
        """
        import Observation

        /// Shows one item, and marks it as done.
        @Observable
        final class \(name.type)DetailViewModel {
            let item: \(name.type)Item

            private let store: \(name.type)Store
            private let navigator: any \(name.type)DetailNavigatorContract

            init(item: \(name.type)Item, store: \(name.type)Store, navigator: any \(name.type)DetailNavigatorContract) {
                self.item = item
                self.store = store
                self.navigator = navigator
            }

            var isDone: Bool {
                get { store.isDone(item) }
                set { store.setDone(newValue, item) }
            }

            func didTapOnBack() {
                navigator.goBack()
            }
        }

        """
    }

    var detailNavigatorContract: String {
        """
        /// Where one gets from an item.
        protocol \(name.type)DetailNavigatorContract {
            func goBack()
        }

        """
    }

    var detailNavigator: String {
        """
        import FeatureKit

        /// Leaves an item for where one came from.
        struct \(name.type)DetailNavigator: \(name.type)DetailNavigatorContract {
            let navigator: any NavigatorContract

            func goBack() {
                navigator.goBack()
            }
        }

        """
    }
}
