import FeatureKit

/// All items as rows that lead to them, and a button that leads to the next one to do.
struct TemplateNameListView: View {
    let viewModel: TemplateNameListViewModel

    var body: some View {
        List {
            ForEach(viewModel.items) { item in
                let destination = TemplateNameIncomingNavigation.detail(identifier: item.identifier)
                NavigationLink(item.title, to: destination)
                    .badge(viewModel.isDone(item) ? "done" : "")
            }
            Button("Next") { viewModel.didTapOnNext() }
                .disabled(viewModel.nextItem == nil)
        }
        .navigationTitle("Template name")
    }
}
