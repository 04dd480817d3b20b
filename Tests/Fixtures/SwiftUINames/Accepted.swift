// Code for SwiftUI that compiles with FeatureKit: a name or a form of it in each line. UnavailableNamesTests compiles it.
import FeatureKit
import Foundation

struct Item: Identifiable, Hashable {
    var id = 1
    var name = ""
    var flag = false
    var children: [Item]?
}

final class OldModel: ObservableObject {
    @Published var number = 1
}

@Observable final class Model {
    var number = 1
}

@MainActor
func views() {
    _ = Text("a").kerning(2).tracking(1).baselineOffset(2).underline().strikethrough(true, color: .red)
    _ = Text("a").underline(true, pattern: .dot, color: .red)
    _ = Text("a").fontDesign(.rounded).fontWidth(.condensed).textScale(.secondary)
    _ = Text("a") + Text("b").bold()
    _ = Text("a \(Image(systemName: "star")) b")
    _ = Text(verbatim: "a")
    _ = Text(Date(), style: .timer)
    _ = Text(Date.now, format: .dateTime.hour().minute())
    _ = Text(Date.now, format: .relative(presentation: .named))
    _ = Text(12, format: .number.grouping(.never))
    _ = Text(0.5, format: .percent.precision(.fractionLength(1)))
    _ = Text(["a", "b"], format: .list(type: .and))
    _ = Text(1000, format: .byteCount(style: .file))
    _ = Text("a", comment: "b")
    _ = Text("a").dynamicTypeSize(.large).allowsTightening(true).minimumScaleFactor(0.5).truncationMode(.tail)
    _ = Text("a").fixedSize(horizontal: false, vertical: true).layoutPriority(1).zIndex(2)
    _ = Text("a").offset(x: 1, y: 2).position(x: 1, y: 2).rotationEffect(.degrees(3)).rotation3DEffect(
        .degrees(3), axis: (x: 0, y: 1, z: 0))
    _ = Text("a").blur(radius: 3).mask(Circle()).mask { Circle() }.shadow(
        color: .black.opacity(0.2), radius: 4, x: 0, y: 2)
    _ = Text("a").border(Color.red, width: 2).border(.red)
    _ = Text("a").background { Color.red }.background(Color.red, in: Capsule()).background(.thinMaterial)
    _ = Text("a").background(RoundedRectangle(cornerRadius: 3).fill(.red).shadow(radius: 3))
    _ = Text("a").overlay(alignment: .topTrailing) { Circle() }
    _ = Text("a").clipShape(.circle).clipShape(.capsule).clipShape(.rect(cornerRadius: 2)).clipShape(
        .rect(topLeadingRadius: 3, bottomTrailingRadius: 4)
    ).clipped()
    _ = Text("a").contentShape(.rect).contentShape(Rectangle())
    _ = Text("a").containerShape(.rect(cornerRadius: 3))
    _ = Text("a").padding([.top, .horizontal], 3).padding(EdgeInsets()).padding(
        .init(top: 1, leading: 1, bottom: 1, trailing: 1)
    ).safeAreaPadding(.top, 3)
    _ = Text("a").frame(
        minWidth: 0, idealWidth: 1, maxWidth: .infinity, minHeight: 0, maxHeight: .infinity, alignment: .topLeading)
    _ = Text("a").containerRelativeFrame(.horizontal)
    _ = Text("a").containerRelativeFrame(.horizontal, count: 2, spacing: 3)
    _ = Text("a").aspectRatio(1.5, contentMode: .fit).scaledToFill()
    _ = Text("a").scrollTargetLayout().scrollTargetBehavior(.viewAligned).scrollIndicators(.hidden)
        .scrollContentBackground(.hidden).scrollBounceBehavior(.basedOnSize)
    _ = Text("a").scrollTransition { content, phase in content.opacity(phase.isIdentity ? 1 : 0) }
    _ = Text("a").contentMargins(.horizontal, 20, for: .scrollContent)
    _ = ScrollView(.horizontal) { LazyHStack { Text("a") } }.scrollPosition(id: .constant(1 as Int?))
    _ = ScrollView(.horizontal, showsIndicators: false) { HStack { Text("a") } }.defaultScrollAnchor(.bottom)
    _ = ScrollView([.horizontal, .vertical]) { Text("a") }
    _ = Text("a").visualEffect { content, proxy in content.offset(x: 1) }
    _ = Text("a").transaction { $0.animation = nil }
    _ = Text("a").animation(.easeInOut, value: 1).animation(
        .spring(duration: 0.3).delay(0.1).repeatForever(autoreverses: true), value: 1)
    _ = Text("a").animation(.bouncy).animation(nil, value: 2)
    _ = Text("a").transition(.asymmetric(insertion: .slide, removal: .opacity)).transition(
        .scale.combined(with: .opacity)
    ).transition(.push(from: .leading))
    _ = Text("a").matchedGeometryEffect(id: "a", in: Namespace().wrappedValue)
    _ = Text("a").phaseAnimator([1, 2]) { content, phase in
        content.opacity(0.5)
    } animation: { _ in
        .easeIn
    }
    _ = Text("a").symbolEffect(.bounce, value: 1).symbolEffect(.pulse).symbolVariant(.fill).symbolEffect(
        .pulse, isActive: true)
    _ = Text("a").sensoryFeedback(.impact, trigger: 1).sensoryFeedback(.selection, trigger: 1)
    _ = Text("a").hoverEffect().onHover { _ in }.help("a").focusable()
    _ = Text("a").accessibilityHint("a").accessibilityValue("b").accessibilityHidden(true).accessibilityIdentifier("a")
        .accessibilityAddTraits(.isHeader).accessibilityElement()
    _ = Text("a").accessibilityAction(named: "a") {}.accessibilityAdjustableAction { _ in }.accessibilitySortPriority(1)
        .accessibilityInputLabels(["a"])
    _ = Text("a").accessibilityLabel(Text("a")).accessibilityRemoveTraits(.isImage).accessibilityHeading(.h1)
    _ = Text("a").privacySensitive().redacted(reason: .placeholder).unredacted()
    _ = Text("a").allowsHitTesting(false).disabled(true).hidden()
    _ = Text("a").statusBar(hidden: true).statusBarHidden().persistentSystemOverlays(.hidden).defersSystemGestures(
        on: .all)
    _ = Text("a").ignoresSafeArea(.keyboard, edges: .bottom).ignoresSafeArea(edges: .top).edgesIgnoringSafeArea(.all)
    _ = Text("a").safeAreaInset(edge: .bottom, spacing: 0) { Text("b") }
    _ = Text("a").toolbarBackground(.visible, for: .navigationBar).toolbarBackground(Color.red, for: .tabBar)
        .toolbarColorScheme(.dark, for: .navigationBar).toolbar(.hidden, for: .tabBar)
    _ = Text("a").toolbar(.hidden).toolbarVisibility(.hidden, for: .navigationBar).toolbarRole(.editor)
    _ = Text("a").navigationBarHidden(true).navigationBarBackButtonHidden().navigationBarBackButtonHidden(true)
        .navigationSubtitle("a")
    _ = Text("a").navigationBarItems(leading: Button("a") {}, trailing: Button("b") {}).navigationViewStyle(.stack)
    _ = Text("a").navigationTitle(Text("a")).navigationTitle("a \(1)").navigationBarTitle("a", displayMode: .large)
    _ = Text("a").navigationTransition(.zoom(sourceID: 1, in: Namespace().wrappedValue)).matchedTransitionSource(
        id: 1, in: Namespace().wrappedValue)
    _ = Text("a").navigationLinkIndicatorVisibility(.hidden)
    _ = Text("a").listRowSeparator(.hidden, edges: .bottom).listRowSeparatorTint(.red).listSectionSeparator(.hidden)
        .listRowBackground(Color.red).listRowSpacing(3).listSectionSpacing(.compact).listItemTint(.red)
    _ = List { Text("a") }.listStyle(.plain).environment(\.defaultMinListRowHeight, 10).alternatingRowBackgrounds()
    _ = Text("a").badge(3).badge("new").badge(Text("a")).badgeProminence(.decreased)
    _ = Text("a").sheet(isPresented: .constant(false)) { Text("b") }.presentationCornerRadius(3).presentationBackground(
        .thinMaterial
    ).presentationBackgroundInteraction(.enabled).presentationCompactAdaptation(.popover).presentationSizing(.form)
        .presentationContentInteraction(.scrolls)
    _ = Text("a").presentationDetents([.height(200), .fraction(0.3), .medium], selection: .constant(.medium))
    _ = Text("a").popover(isPresented: .constant(true)) { Text("b") }.popover(
        isPresented: .constant(true), arrowEdge: .bottom
    ) { Text("b") }
    _ = Text("a").alert("a", isPresented: .constant(false)) { Button("OK", role: .cancel) {} }
    _ = Text("a").alert("a", isPresented: .constant(false)) {}
    _ = Text("a").alert(Text("a"), isPresented: .constant(false)) {
        Button("x") {}
    } message: {
        Text("a")
    }
    _ = Text("a").alert(
        "Error \(1)", isPresented: .constant(false), actions: { Button("x") {} }, message: { Text("a") })
    _ = Text("a").alert(item: .constant(nil as Item?)) { item in
        Alert(title: Text(item.name), dismissButton: .default(Text("OK")))
    }
    _ = Text("a").alert(isPresented: .constant(true)) {
        Alert(
            title: Text("a"), message: nil, primaryButton: .destructive(Text("a")) {},
            secondaryButton: .cancel(Text("b")))
    }
    _ = Text("a").actionSheet(isPresented: .constant(true)) {
        ActionSheet(title: Text("a"), message: Text("b"), buttons: [.default(Text("x")) {}, .cancel()])
    }
    _ = Text("a").confirmationDialog("a", isPresented: .constant(false)) { Button("a") {} }
    _ = Text("a").confirmationDialog(
        Text("a"), isPresented: .constant(false), titleVisibility: .hidden, presenting: Item?.none
    ) { item in
        Button(item.name) {}
    } message: {
        Text($0.name)
    }
    _ = Text("a").onTapGesture(count: 2) {}.onTapGesture { _ in }
    _ = Text("a").simultaneousGesture(TapGesture().onEnded {})
    _ = Text("a").gesture(TapGesture().onEnded {})
    _ = Text("a").onAppear().onAppear(perform: nil).onDisappear {}
    _ = Text("a").onChange(of: 1) { new in }
    _ = Text("a").onChange(of: 1, initial: true) { old, new in }
    _ = Text("a").onChange(of: 1, perform: { new in })
    _ = Text("a").task(priority: .background) {}
    _ = Text("a").task(id: 1, priority: .high) {}
    _ = Text("a").onGeometryChange(for: Double.self) {
        $0.size.width
    } action: { _ in
    }
    _ = Text("a").keyboardShortcut(.defaultAction).keyboardShortcut("s").keyboardShortcut(
        .return, modifiers: [.command, .shift])
    _ = Text("a").focused(FocusState<Bool>().projectedValue).focusScope(Namespace().wrappedValue).defaultFocus(
        FocusState<Bool>().projectedValue, true)
    _ = Text("a").submitLabel(.search).onSubmit(of: .search) {}.textSelection(.enabled)
    _ = Text("a").textFieldStyle(.roundedBorder).textFieldStyle(RoundedBorderTextFieldStyle()).autocapitalization(.none)
        .autocorrectionDisabled(true).disableAutocorrection(true)
    _ = Text("a").textInputAutocapitalization(.never).keyboardType(.URL).textContentType(.oneTimeCode)
        .scrollDismissesKeyboard(.interactively).writingToolsBehavior(.disabled)
    _ = Text("a").multilineTextAlignment(.center).lineLimit(2, reservesSpace: true).lineLimit(...3).lineLimit(nil)
        .lineSpacing(2)
    _ = Text("a").textCase(.uppercase).monospacedDigit().monospaced().italic().bold().fontWeight(.heavy).font(
        .custom("Avenir", size: 20)
    ).font(.system(.body, design: .serif, weight: .bold))
    _ = Text("a").font(.title3.weight(.semibold).italic().monospacedDigit()).font(.system(size: 12).smallCaps())
    _ = Text("a").imageScale(.large).symbolRenderingMode(.palette).foregroundStyle(.red, .blue, .green).foregroundStyle(
        Color(red: 1, green: 0, blue: 0)
    ).foregroundStyle(.linearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
    _ = Text("a").foregroundStyle(Color("brand")).foregroundStyle(.primary.opacity(0.5)).foregroundStyle(.red.gradient)
        .foregroundStyle(.tint).foregroundStyle(AnyShapeStyle(.red))
    _ = Text("a").buttonStyle(.borderless).buttonBorderShape(.capsule).controlSize(.mini).menuStyle(.button)
        .menuIndicator(.hidden).menuOrder(.fixed)
    _ = Text("a").pickerStyle(.palette).datePickerStyle(.compact).toggleStyle(.switch).gaugeStyle(.accessoryCircular)
        .progressViewStyle(.circular).labelStyle(.titleAndIcon).tableStyle(.inset).groupBoxStyle(.automatic)
        .disclosureGroupStyle(.automatic).controlGroupStyle(.navigation)
    _ = Text("a").toggleStyle(SwitchToggleStyle(tint: .red)).pickerStyle(SegmentedPickerStyle()).listStyle(
        InsetGroupedListStyle()
    ).buttonStyle(PlainButtonStyle())
    _ = Text("a").buttonRepeatBehavior(.enabled).drawingGroup().compositingGroup().geometryGroup().id(UUID())
    _ = Text("a").previewDisplayName("a").previewLayout(.sizeThatFits).previewDevice("a")
    _ = Text("a").modifier(EmptyModifier()).equatable().tag(1).labelsHidden().labelsVisibility(.hidden)
    _ = Text("a").contextMenu {
        Button("a") {}
    } preview: {
        Text("b")
    }
    _ = Text("a").swipeActions(edge: .leading) { Button("a") {} }
    _ = Text("a").searchable(text: .constant(""), isPresented: .constant(true), placement: .toolbar, prompt: "a")
    _ = Text("a").searchable(text: .constant("")) { Text("a").searchCompletion("b") }
    _ = Text("a").searchSuggestions { ForEach(["a"], id: \.self) { Text($0).searchCompletion($0) } }
    _ = Text("a").searchScopes(.constant(1), activation: .onSearchPresentation) { Text("a").tag(1) }
        .searchPresentationToolbarBehavior(.avoidHidingContent)
    _ = Text("a").interactiveDismissDisabled().deleteDisabled(true).moveDisabled(true).selectionDisabled().refreshable {
    }
    _ = Text("a").gridCellColumns(2).gridCellAnchor(.center).gridColumnAlignment(.trailing).gridCellUnsizedAxes(
        .horizontal)
    _ = Text("a").alignmentGuide(.leading) { d in d[.trailing] }.alignmentGuide(HorizontalAlignment.center) { $0.width }
    _ = Text("a").coordinateSpace(name: "a").coordinateSpace(.named("b"))
    _ = Text("a").glassEffect().glassEffect(.regular.interactive(), in: .capsule).backgroundExtensionEffect()
        .scrollEdgeEffectStyle(.soft, for: .top)
    _ = Text("a").tabItem { Label("a", systemImage: "b") }.tabBarMinimizeBehavior(.onScrollDown)
    _ = Text("a").tag(Optional(1)).tag(1, includeOptional: true)
    _ = Button("a", systemImage: "b", role: .destructive, action: {})
    _ = Button("a", role: .confirm) {}
    _ = Button(role: .close) {}
    _ = Button(action: {}, label: { Text("a") }).buttonStyle(.bordered).tint(.red)
    _ = Button {
    } label: {
        Label("a", image: "b")
    }
    _ = Link(destination: URL(fileURLWithPath: "/a")) { Label("a", systemImage: "link") }
    _ = ShareLink(item: "a", subject: Text("a"), message: Text("b")) { Label("a", systemImage: "b") }
    _ = ShareLink(items: ["a"])
    _ = ShareLink(item: "a", preview: SharePreview("a"))
    _ = TextField("a", text: .constant(""), onEditingChanged: { _ in }, onCommit: {})
    _ = TextField("a", text: .constant(""), onCommit: {})
    _ = TextField("a", value: .constant(1), format: .number)
    _ = TextField("a", value: .constant(1 as Int?), format: .number)
    _ = TextField("a", value: .constant(1 as Decimal), format: .currency(code: "EUR"))
    _ = TextField("a", value: .constant(1 as Decimal?), format: .number, prompt: Text("b"))
    _ = TextField("a", value: .constant(1.5), format: .number.precision(.fractionLength(2)))
    _ = TextField(value: .constant(1), format: .number) { Text("a") }
    _ = TextField(text: .constant("")) { Text("a") }
    _ = TextField(LocalizedStringKey("a"), text: .constant(""))
    _ = SecureField("a", text: .constant(""), onCommit: {})
    _ = SecureField("a", text: .constant(""), prompt: Text("b"))
    _ = Toggle("a", systemImage: "b", isOn: .constant(true))
    _ = Toggle(isOn: .constant(true)) {
        Text("a"); Text("b")
    }
    _ = Picker("a", systemImage: "b", selection: .constant(1)) { Text("a").tag(1) }
    _ = Picker("a", selection: .constant(1)) { ForEach(0..<3) { Text("\($0)") } }
    _ = Picker("a", selection: .constant("x")) { ForEach(["x"], id: \.self, content: Text.init) }
    _ = Picker(selection: .constant(1), label: Text("a")) { Text("a").tag(1) }
    _ = Picker("a", selection: .constant(1)) {
        Section("s") { Text("a").tag(1) }; Divider(); Text("b").tag(2)
    } currentValueLabel: {
        Text("x")
    }
    _ = Stepper("a", value: .constant(1))
    _ = Stepper("a", value: .constant(1), step: 2)
    _ = Stepper("a", value: .constant(1.5), in: 0...3, step: 0.5, format: .number)
    _ = Stepper("a", value: .constant(1), in: 0...3, step: 1, onEditingChanged: { _ in })
    _ = Stepper("a", onIncrement: {}, onDecrement: {})
    _ = Stepper {
        Text("a")
    } onIncrement: {
    } onDecrement: {
    }
    _ = Stepper(value: .constant(1)) { Text("a") }
    _ = Stepper(value: .constant(1), in: 1...3, step: 1) {
        Text("a")
    } onEditingChanged: { _ in
    }
    _ = Slider(value: .constant(1.0))
    _ = Slider(value: .constant(1.0), in: 0...3)
    _ = Slider(value: .constant(1.0), in: 0...3, step: 1) { _ in }
    _ = Slider(value: .constant(1.0), in: 0...3, onEditingChanged: { _ in })
    _ = Slider(value: .constant(1.0), in: 0...3) {
        Text("a")
    } minimumValueLabel: {
        Image(systemName: "a")
    } maximumValueLabel: {
        Image(systemName: "b")
    } onEditingChanged: { _ in
    }
    _ = Slider(
        value: .constant(1.0), in: 0...3, step: 1, label: { Text("a") }, minimumValueLabel: { Text("a") },
        maximumValueLabel: { Text("b") })
    _ = Slider(value: .constant(Float(1)), in: 0...3)
    _ = DatePicker("a", selection: .constant(Date()))
    _ = DatePicker("a", selection: .constant(Date()), in: ...Date(), displayedComponents: [.date])
    _ = DatePicker("a", selection: .constant(Date()), in: Date()...Date(), displayedComponents: .hourAndMinute)
    _ = DatePicker(String("a"), selection: .constant(Date()), in: Date()..., displayedComponents: .date)
    _ = DatePicker(selection: .constant(Date())) { Text("a") }
    _ = DatePicker(selection: .constant(Date()), in: .distantPast ... .distantFuture) { Text("a") }
    _ = DatePicker(selection: .constant(Date()), in: ...Date(), displayedComponents: .date) { Text("a") }
    _ = DatePicker(selection: .constant(Date()), in: Date()..., displayedComponents: .date, label: { Text("a") })
    _ = ColorPicker("a", selection: .constant(.red), supportsOpacity: false)
    _ = ColorPicker(selection: .constant(.red)) { Text("a") }
    _ = ProgressView()
    _ = ProgressView("a")
    _ = ProgressView { Text("a") }
    _ = ProgressView("a", value: 1, total: 3)
    _ = ProgressView(value: 0.5)
    _ = ProgressView(value: 0.5 as Double?)
    _ = ProgressView("a", value: Double?.none)
    _ = ProgressView(value: 0.5) { Text("a") }
    _ = Gauge(value: 0.5) { Text("a") }
    _ = Gauge(value: 3, in: 0...5) {
        Text("a")
    } currentValueLabel: {
        Text("b")
    } minimumValueLabel: {
        Text("0")
    } maximumValueLabel: {
        Text("5")
    }
    _ = DisclosureGroup("a") { Text("b") }
    _ = DisclosureGroup("a", isExpanded: .constant(true)) { Text("b") }
    _ = DisclosureGroup(isExpanded: .constant(true)) {
        Text("b")
    } label: {
        Text("a")
    }
    _ = DisclosureGroup(content: { Text("b") }, label: { Text("a") })
    _ = GroupBox("a") { Text("b") }
    _ = GroupBox { Text("b") }
    _ = GroupBox(label: Label("a", systemImage: "b")) { Text("b") }
    _ = GroupBox {
        Text("b")
    } label: {
        Text("a")
    }
    _ = ControlGroup { Button("a") {} }
    _ = Menu("a") { Button("a") {} }
    _ = Menu("a", systemImage: "b") { Button("a") {} }
    _ = Menu {
        Button("a") {}
    } label: {
        Image(systemName: "a")
    } primaryAction: {
    }
    _ = Menu("a") {
        Section("b") { Button("c") {} }; Menu("d") { Button("e") {} }
    }
    _ = LabeledContent("a", value: "b")
    _ = LabeledContent("a", value: 3, format: .number)
    _ = LabeledContent("a") { Text("b") }
    _ = LabeledContent {
        Text("a")
    } label: {
        Text("b"); Text("c")
    }
    _ = LabeledContent("a", value: Date(), format: .dateTime.day().month())
    _ = ContentUnavailableView("a", systemImage: "b")
    _ = ContentUnavailableView("a", image: "b")
    _ = ContentUnavailableView.search
    _ = ContentUnavailableView.search(text: "a")
    _ = ContentUnavailableView {
        Label("a", systemImage: "b")
    } actions: {
        Button("a") {}
    }
    _ = Label("a", systemImage: "b")
    _ = Label {
        Text("a")
    } icon: {
        Image(systemName: "b")
    }
    _ = Label(title: { Text("a") }, icon: { Circle() })
    _ = Label("a", image: "b")
    _ = Image("a").resizable().scaledToFit().renderingMode(.template).interpolation(.high).antialiased(true)
    _ = Image("a", label: Text("b")).resizable(capInsets: EdgeInsets(), resizingMode: .stretch)
    _ = Image(systemName: "a", variableValue: 0.5)
    _ = Image(decorative: "a")
    _ = AsyncImage(url: URL(string: "a"), scale: 2)
    _ = VStack(alignment: .leading, spacing: 3) { Text("a") }
    _ = VStack(alignment: .listRowSeparatorLeading) { Text("a") }
    _ = HStack(alignment: .lastTextBaseline) { Text("a") }
    _ = ZStack(alignment: .bottomTrailing) {
        Text("a"); Text("b")
    }
    _ = LazyVStack(alignment: .leading, spacing: 0, pinnedViews: [.sectionHeaders, .sectionFooters]) { Text("a") }
    _ = LazyHStack(alignment: .top, spacing: 0) { Text("a") }
    _ = LazyVGrid(
        columns: Array(repeating: GridItem(.flexible(), spacing: 3, alignment: .top), count: 3), alignment: .center,
        spacing: 3
    ) { Text("a") }
    _ = LazyHGrid(rows: [GridItem(.fixed(30))]) { Text("a") }
    _ = LazyVGrid(columns: [.init(.adaptive(minimum: 100, maximum: 200))], pinnedViews: []) { Text("a") }
    _ = Grid {
        GridRow(alignment: .top) {
            Text("a"); Color.clear.gridCellUnsizedAxes([.horizontal, .vertical])
        }
    }
    _ = Form { Text("a") }.formStyle(.columns)
    _ = Section("a", isExpanded: .constant(true)) { Text("b") }
    _ = Section(isExpanded: .constant(true)) {
        Text("b")
    } header: {
        Text("a")
    }
    _ = Section(header: Text("a"), footer: Text("b")) { Text("c") }
    _ = Section {
        Text("a")
    } footer: {
        Text("b")
    }
    _ = Section(content: { Text("a") }, header: { Text("b") })
    _ = List([Item(id: 1)]) { Text($0.name) }
    _ = List([Item(id: 1)], id: \.name) { Text($0.name) }
    _ = List(0..<5) { Text("\($0)") }
    _ = List(0..<5, id: \.self) { Text("\($0)") }
    _ = List(.constant([Item(id: 1)])) { $item in TextField("a", text: $item.name) }
    _ = List([Item(id: 1)], children: \.children) { Text($0.name) }
    _ = List([Item(id: 1)], selection: .constant(nil as Int?)) { Text($0.name) }
    _ = List([Item(id: 1)], selection: .constant(Set<Int>())) { Text($0.name) }
    _ = List(selection: .constant(nil as Int?)) { Text("a").tag(1) }
    _ = ForEach(1...3, id: \.self) { Text("\($0)") }
    _ = ForEach(Array(zip([1], ["a"])), id: \.0) { n, s in Text(s) }
    _ = ForEach([Item(id: 1)].indices, id: \.self) { Text("\($0)") }
    _ = ForEach(["a", "b"], id: \.self, content: Text.init)
    _ = ForEach([Item(id: 1)]) { Text($0.name) }.onDelete(perform: nil)
    _ = ForEach(.constant([Item(id: 1)])) { $item in Toggle("a", isOn: $item.flag) }.onDelete { _ in }.onMove { _, _ in
    }
    _ = NavigationStack { Text("a") }
    _ = NavigationStack(path: .constant(NavigationPath())) { Text("a") }
    _ = NavigationStack(path: .constant([Int]())) { Text("a") }
    _ = NavigationView { Text("a") }.navigationViewStyle(StackNavigationViewStyle())
    _ = NavigationSplitView {
        Text("a")
    } detail: {
        Text("b")
    }
    _ = NavigationSplitView(columnVisibility: .constant(.all)) {
        Text("a")
    } content: {
        Text("c")
    } detail: {
        Text("b")
    }
    _ = NavigationSplitView {
        Text("a")
    } detail: {
        Text("b")
    }.navigationSplitViewStyle(.balanced)
    _ = NavigationSplitView {
        Text("a").navigationSplitViewColumnWidth(200)
    } detail: {
        Text("b")
    }
    _ = NavigationLink("a", destination: Text("b"))
    _ = NavigationLink(destination: Text("b")) { Text("a") }
    _ = NavigationLink("a") { Text("b") }
    _ = NavigationLink {
        Text("b")
    } label: {
        Text("a")
    }
    _ = NavigationLink("a", value: 1)
    _ = NavigationLink(value: 1) { Text("a") }
    _ = NavigationLink(destination: Text("a"), isActive: .constant(false)) { EmptyView() }
    _ = NavigationLink("a", destination: Text("b"), isActive: .constant(false))
    _ = NavigationLink("a", value: 1 as Int?)
    _ = Text("a").navigationDestination(isPresented: .constant(true)) { Text("b") }.navigationDestination(
        item: .constant(nil as Int?)
    ) { Text("\($0)") }
    _ = TabView { Text("a").tabItem { Label("a", systemImage: "b") } }
    _ = TabView(selection: .constant(1)) { Text("a").tag(1) }.tabViewStyle(.page)
    _ = TabView { Tab("a", systemImage: "b") { Text("c") } }
    _ = TabView(selection: .constant(1)) {
        Tab("a", systemImage: "b", value: 1) { Text("c") }.badge(2);
        TabSection("x") { Tab("b", systemImage: "c", value: 2) { Text("c") } }
    }.tabViewStyle(.sidebarAdaptable)
    _ = TabView { Tab("a", systemImage: "b", role: .search) { Text("c") } }
    _ = TabView { ForEach(0..<3) { Text("\($0)") } }.tabViewStyle(PageTabViewStyle(indexDisplayMode: .never))
        .indexViewStyle(PageIndexViewStyle(backgroundDisplayMode: .always))
    _ = GeometryReader { proxy in
        Text("\(proxy.size.width) \(proxy.frame(in: .global).minY) \(proxy.safeAreaInsets.top)")
    }
    _ = ScrollViewReader { proxy in Button("a") { proxy.scrollTo(1, anchor: .top) } }
    _ = EmptyView()
    _ = Group { Text("a") }
    _ = AnyView(Text("a"))
    _ = Divider().frame(height: 2).overlay(.red)
    _ = Spacer(minLength: 0).frame(height: 3)
    _ = Color.red.frame(width: 3, height: 3).ignoresSafeArea()
    _ = Color(hue: 1, saturation: 1, brightness: 1)
    _ = Color(.sRGB, red: 1, green: 1, blue: 1, opacity: 1)
    _ = Color.accentColor.opacity(0.3)
    _ = Color(uiColor: .systemBackground)
    _ = Color(UIColor.systemGray6)
    _ = Color.primary.colorInvert()
    _ = Color.red.mix(with: .blue, by: 0.5)
    _ = Rectangle().fill(.red).frame(height: 1)
    _ = Rectangle().fill(
        LinearGradient(
            gradient: Gradient(colors: [.red, .blue]), startPoint: .topLeading, endPoint: .bottomTrailing))
    _ = RoundedRectangle(cornerRadius: 3, style: .continuous).strokeBorder(.red, lineWidth: 3)
    _ = RoundedRectangle(cornerSize: CGSize(width: 3, height: 3)).stroke(Color.red)
    _ = Circle().trim(from: 0, to: 0.5).stroke(style: StrokeStyle(lineWidth: 3, lineCap: .round, dash: [3]))
        .rotationEffect(.degrees(-90))
    _ = Circle().fill(RadialGradient(colors: [.red], center: .center, startRadius: 0, endRadius: 3))
    _ = Circle().fill(.red.opacity(0.3)).stroke(.blue, lineWidth: 2)
    _ = Circle().inset(by: 3).offset(x: 3).scale(0.5).size(width: 3, height: 3)
    _ = AngularGradient(gradient: Gradient(colors: [.red]), center: .center)
    _ = Circle().fill(.angularGradient(colors: [.red], center: .center, startAngle: .zero, endAngle: .degrees(360)))
    _ = Circle().fill(.ultraThinMaterial).fill(Material.thin)
    _ = EditButton()
    _ = Table([Item(id: 1)]) { TableColumn("a", value: \.name) }
    _ = Table([Item(id: 1)]) { TableColumn("a") { Text($0.name) }.width(30) }
    _ = Table([Item(id: 1)], selection: .constant(1), sortOrder: .constant([1])) {
        TableColumn("a", value: \.id) { Text($0.name) }
    }
    _ = OutlineGroup([Item(id: 1)], children: \.children) { Text($0.name) }
    _ = Text("a").toolbar { EditButton() }
    _ = Text("a").toolbar {
        ToolbarItem(placement: .topBarLeading) { Text("a") }; ToolbarSpacer(.fixed);
        ToolbarItemGroup(placement: .bottomBar) {
            Spacer(); Button("a") {}
        }
    }
    _ = Text("a").toolbar { if true { ToolbarItem { Button("a") {} } } }
    _ = Text("a").toolbar { ToolbarTitleMenu { Button("a") {} } }
    _ = Text("a").toolbar { DefaultToolbarItem(kind: .search, placement: .bottomBar) }
    _ = Text("a").toolbar(id: "a") { ToolbarItem(id: "b", placement: .primaryAction) { Text("a") } }
    _ = Text("a").toolbar(removing: .sidebarToggle).toolbarTitleMenu { Button("a") {} }.toolbarTitleDisplayMode(.inline)
    _ = Text("a").onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { _ in }
    _ = Text("a").containerBackground(.red, for: .navigation).containerBackground(for: .widget) { Color.red }
    _ = Text("a").inspector(isPresented: .constant(true)) { Text("b") }.inspectorColumnWidth(200)
    _ = Text("a").fullScreenCover(item: .constant(nil as Item?)) { Text($0.name) }
    _ = Text("a").preferredColorScheme(.dark).tint(.red).accentColor(.red)
    _ = Text("a").scenePadding().safeAreaBar(edge: .top) { Text("a") }
}

struct Properties: View {
    @State private var p0 = 1
    @State var p1: Int?
    @State private var p2 = Set<UUID>()
    @State private var p3: Date = .now
    @State private var p4 = ScrollPosition(edge: .top)
    @State private var p5 = NavigationSplitViewVisibility.all
    @State private var p6: Task<Void, Never>?
    @StateObject private var p7 = OldModel()
    @ObservedObject var p8 = OldModel()
    @EnvironmentObject var p9: OldModel
    @Environment(\.dismiss) private var p10
    @Environment(\.presentationMode) var p11
    @Environment(\.colorScheme) var p12
    @Environment(\.colorSchemeContrast) var p13
    @Environment(\.scenePhase) var p14
    @Environment(\.editMode) var p15
    @Environment(\.isSearching) var p16
    @Environment(\.dismissSearch) var p17
    @Environment(\.refresh) var p18
    @Environment(\.isEnabled) var p19
    @Environment(\.openURL) var p20
    @Environment(\.horizontalSizeClass) var p21
    @Environment(\.verticalSizeClass) var p22
    @Environment(\.dynamicTypeSize) var p23
    @Environment(\.sizeCategory) var p24
    @Environment(\.accessibilityReduceMotion) var p25
    @Environment(\.accessibilityVoiceOverEnabled) var p26
    @Environment(\.layoutDirection) var p27
    @Environment(\.displayScale) var p28
    @Environment(\.pixelLength) var p29
    @Environment(\.redactionReasons) var p30
    @Environment(\.isPresented) var p31
    @Environment(\.isFocused) var p32
    @Environment(\.controlSize) var p33
    @Environment(\.font) var p34
    @Environment(\.lineLimit) var p35
    @Environment(\.multilineTextAlignment) var p36
    @Environment(\.defaultMinListRowHeight) var p37
    @Environment(\.headerProminence) var p38
    @Environment(\.self) var p39
    @Environment(Model.self) private var p40
    @Environment(Model.self) private var p41: Model?
    @Bindable var p42 = Model()
    @AppStorage("a") var p43 = false
    @AppStorage("a") var p44: String?
    @AppStorage("a", store: UserDefaults(suiteName: "x")) var p45 = 3
    @AppStorage("a") var p46: Data = Data()
    @AppStorage("a") var p47 = Date()
    @AppStorage("a") var p48: URL?
    @SceneStorage("a") var p49: String?
    @FocusState var p50: Bool
    @FocusState private var p51: Int?
    @GestureState private var p52 = 0.0
    @GestureState private var p53 = CGSize.zero
    @Namespace var p54
    @ScaledMetric var p55 = 10.0
    @ScaledMetric(relativeTo: .title) var p56: CGFloat = 10
    @AccessibilityFocusState var p57: Bool
    let p58 = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    let p59 = UIImpactFeedbackGenerator(style: .medium)
    var p60: some ToolbarContent { ToolbarItem { Text("a") } }
    @ToolbarContentBuilder var p61: some ToolbarContent { ToolbarItem { Text("a") } }
    @ViewBuilder var p62: some View { if true { Text("a") } else { EmptyView() } }
    let p63: [GridItem] = [GridItem(.flexible()), GridItem(.flexible())]
    let p64: Binding<String> = Binding(get: { "" }, set: { _ in })
    let p65 = Binding<Int?>(.constant(1))
    let p66: Binding<Int>? = Binding(.constant(1 as Int?))
    func p67() {
        withAnimation(.easeInOut(duration: 0.3)) {
        } completion: {
        }
    }
    func p68() { withTransaction(Transaction()) {} }
    func p69() { UINotificationFeedbackGenerator().notificationOccurred(.success) }
    func p70() { DispatchQueue.main.asyncAfter(deadline: .now() + 1) {} }

    var body: some View { Text("a") }
}
