/// The tests, with FeatureTesting.
extension SwiftTemplate {
    var featureTests: String {
        #"""
        import FeatureTesting
        import Testing

        @testable import \#(name.type)

        /// The feature as a host and a person see it.
        @Suite struct \#(name.type)FeatureTests {
            private let harness: FeatureHarness<\#(name.type)Feature>

            init() throws {
                harness = try FeatureHarness(\#(name.type)Feature.self)
            }

            @Test("every incoming destination that exists has a screen")
            func destinations() throws {
                #expect(try harness.open(.list).title == "\#(name.title)")
                #expect(try harness.open(.detail(identifier: 1)).title == "Look around")
                #expect(throws: HarnessError.self) { try harness.open(.detail(identifier: 99)) }
            }

            @Test(
                "a link leads to its screen",
                arguments: [
                    ("\#(scheme)://\#(name.id)/list", "\#(name.title)"),
                    ("\#(scheme)://\#(name.id)/detail?id=2", "Change something"),
                ])
            func links(link: String, title: String) throws {
                #expect(try harness.open(link: link).title == title)
            }

            @Test("what is done on an item's screen is marked in the list")
            func done() throws {
                let list = try harness.openMain()
                try harness.open(.detail(identifier: 1)).press("Done")
                #expect(list.text.contains("> Look around (done)\n> Change something\n"))
            }
        }

        """#
    }

    var listTests: String {
        """
        import FeatureTesting
        import Testing

        @testable import \(name.type)

        /// What the list's view model and navigator do.
        @Suite struct \(name.type)ListTests {
            private let store = \(name.type)Store()
            private let navigatorMock = \(name.type)ListNavigatorMock()

            @Test("the button leads to the first item that is not done")
            func next() {
                let viewModel = \(name.type)ListViewModel(store: store, navigator: navigatorMock)
                viewModel.didTapOnNext()
                store.setDone(true, store.items[0])
                viewModel.didTapOnNext()
                #expect(navigatorMock.navigateToDetailIdentifiers == [1, 2])
            }

            @Test("when all are done there is no next one")
            func allDone() {
                let viewModel = \(name.type)ListViewModel(store: store, navigator: navigatorMock)
                for item in store.items { store.setDone(true, item) }
                viewModel.didTapOnNext()
                #expect(viewModel.nextItem == nil)
                #expect(navigatorMock.navigateToDetailIdentifiers == [])
            }

            @Test("an item is a destination of the feature itself, with its number")
            func navigator() {
                let navigatorMock = NavigatorMock()
                \(name.type)ListNavigator(navigator: navigatorMock).navigateToDetail(identifier: 2)
                let destinations = navigatorMock.navigatedDestinations as? [\(name.type)IncomingNavigation]
                #expect(destinations == [.detail(identifier: 2)])
            }
        }

        """
    }

    var detailTests: String {
        """
        import FeatureTesting
        import Testing

        @testable import \(name.type)

        /// What an item's view model and navigator do.
        @Suite struct \(name.type)DetailTests {
            private let store = \(name.type)Store()
            private let navigatorMock = \(name.type)DetailNavigatorMock()

            @Test("the toggle marks this item, and no other")
            func done() {
                let viewModel = makeViewModel(store.items[1])
                viewModel.isDone = true
                #expect(store.items.filter(store.isDone) == [store.items[1]])
                viewModel.isDone = false
                #expect(store.items.filter(store.isDone) == [])
            }

            @Test("the back button goes back")
            func back() {
                makeViewModel(store.items[0]).didTapOnBack()
                #expect(navigatorMock.goBackCallCount == 1)
                let hostNavigatorMock = NavigatorMock()
                \(name.type)DetailNavigator(navigator: hostNavigatorMock).goBack()
                #expect(hostNavigatorMock.goBackCallCount == 1)
            }

            private func makeViewModel(_ item: \(name.type)Item) -> \(name.type)DetailViewModel {
                \(name.type)DetailViewModel(item: item, store: store, navigator: navigatorMock)
            }
        }

        """
    }

    var listNavigatorMock: String {
        """
        @testable import \(name.type)

        /// A navigator of the list that remembers what it was asked.
        final class \(name.type)ListNavigatorMock: \(name.type)ListNavigatorContract {
            private(set) var navigateToDetailIdentifiers: [Int] = []

            func navigateToDetail(identifier: Int) {
                navigateToDetailIdentifiers.append(identifier)
            }
        }

        """
    }

    var detailNavigatorMock: String {
        """
        @testable import \(name.type)

        /// A navigator of an item's screen that counts what it was asked.
        final class \(name.type)DetailNavigatorMock: \(name.type)DetailNavigatorContract {
            private(set) var goBackCallCount = 0

            func goBack() {
                goBackCallCount += 1
            }
        }

        """
    }
}
