import FeatureKit

/// The log: a filter above its lines.
struct LogView: View {
    @State var viewModel: LogViewModel

    var body: some View {
        VStack(alignment: .leading) {
            if !viewModel.problem.isEmpty { Text(viewModel.problem).foregroundStyle(.red) }
            HStack {
                Button("Open…") { Task { await viewModel.open() } }
                if viewModel.lines != nil { Toggle("Follow", isOn: $viewModel.isFollowing) }
            }
            if let lines = viewModel.lines {
                TextField("Filter", text: $viewModel.filter)
                Text(viewModel.status).foregroundStyle(.secondary)
                ScrollViewReader { proxy in
                    List(lines) { line in
                        if viewModel.filter.isEmpty {
                            HStack {
                                Text(String(line.id)).foregroundStyle(.secondary)
                                Text(line.text)
                            }
                        } else {
                            Button("\(line.id)  \(line.text)") {
                                viewModel.filter = ""
                                proxy.scrollTo(line.id)
                            }
                        }
                    }
                    .defaultScrollAnchor(viewModel.isFollowing ? .bottom : nil)
                }
            }
        }
        .navigationTitle(viewModel.title)
        .task { await viewModel.follow() }
    }
}
