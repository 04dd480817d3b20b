import FeatureKit

/// One item: what it says, whether it is done, and the way back.
struct TemplateNameDetailView: View {
    @Bindable var viewModel: TemplateNameDetailViewModel

    var body: some View {
        List {
            Text(viewModel.item.text)
            Toggle("Done", isOn: $viewModel.isDone)
            Button("Back") { viewModel.didTapOnBack() }
        }
        .navigationTitle(viewModel.item.title)
    }
}
