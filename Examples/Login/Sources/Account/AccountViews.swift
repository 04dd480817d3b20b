import FeatureKit

/// The welcome screen of the shop, which needs no login.
struct WelcomeView: View {
    var body: some View {
        List {
            Text("A small shop.")
            NavigationLink("My orders", to: AccountNavigation.orders)
        }
        .navigationTitle("Welcome")
    }
}

/// All orders of the user.
struct OrdersView: View {
    let navigator: any NavigatorContract

    var body: some View {
        List {
            ForEach(1...3, id: \.self) { number in
                NavigationLink("Order \(number)", to: AccountNavigation.order(number: number))
            }
            Button("Sign out…") { navigator.navigate(to: AccountOutgoingNavigation.logout) }
        }
        .navigationTitle("My orders")
    }
}

/// One order.
struct OrderView: View {
    let number: Int

    var body: some View {
        List {
            LabeledContent("Number", value: "\(number)")
            // Any link can ask for any number.
            LabeledContent("Pieces", value: "\(number.magnitude % 9 + 1)")
        }
        .navigationTitle("Order \(number)")
    }
}
