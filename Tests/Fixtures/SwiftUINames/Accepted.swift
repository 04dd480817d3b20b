// Code for SwiftUI that compiles with FeatureKit: a name or a form of it in each type. UnavailableNamesTests compiles it.
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

struct V0: View {
    var body: some View {
        Text("a").kerning(2).tracking(1).baselineOffset(2).underline().strikethrough(true, color: .red)
    }
}
struct V1: View { var body: some View { Text("a").underline(true, pattern: .dot, color: .red) } }
struct V2: View { var body: some View { Text("a").fontDesign(.rounded).fontWidth(.condensed).textScale(.secondary) } }
struct V3: View { var body: some View { Text("a") + Text("b").bold() } }
struct V4: View { var body: some View { Text("a \(Image(systemName: "star")) b") } }
struct V5: View { var body: some View { Text(verbatim: "a") } }
struct V6: View { var body: some View { Text(Date(), style: .timer) } }
struct V7: View { var body: some View { Text(Date.now, format: .dateTime.hour().minute()) } }
struct V8: View { var body: some View { Text(Date.now, format: .relative(presentation: .named)) } }
struct V9: View { var body: some View { Text(12, format: .number.grouping(.never)) } }
struct V10: View { var body: some View { Text(0.5, format: .percent.precision(.fractionLength(1))) } }
struct V11: View { var body: some View { Text(["a", "b"], format: .list(type: .and)) } }
struct V12: View { var body: some View { Text(1000, format: .byteCount(style: .file)) } }
struct V13: View { var body: some View { Text("a", comment: "b") } }
struct V14: View {
    var body: some View {
        Text("a").dynamicTypeSize(.large).allowsTightening(true).minimumScaleFactor(0.5).truncationMode(.tail)
    }
}
struct V15: View {
    var body: some View { Text("a").fixedSize(horizontal: false, vertical: true).layoutPriority(1).zIndex(2) }
}
struct V16: View {
    var body: some View {
        Text("a").offset(x: 1, y: 2).position(x: 1, y: 2).rotationEffect(.degrees(3)).rotation3DEffect(
            .degrees(3), axis: (x: 0, y: 1, z: 0))
    }
}
struct V17: View {
    var body: some View {
        Text("a").blur(radius: 3).mask(Circle()).mask { Circle() }.shadow(
            color: .black.opacity(0.2), radius: 4, x: 0, y: 2)
    }
}
struct V18: View { var body: some View { Text("a").border(Color.red, width: 2).border(.red) } }
struct V19: View {
    var body: some View {
        Text("a").background { Color.red }.background(Color.red, in: Capsule()).background(.thinMaterial)
    }
}
struct V20: View {
    var body: some View { Text("a").background(RoundedRectangle(cornerRadius: 3).fill(.red).shadow(radius: 3)) }
}
struct V21: View { var body: some View { Text("a").overlay(alignment: .topTrailing) { Circle() } } }
struct V22: View {
    var body: some View {
        Text("a").clipShape(.circle).clipShape(.capsule).clipShape(.rect(cornerRadius: 2)).clipShape(
            .rect(topLeadingRadius: 3, bottomTrailingRadius: 4)
        ).clipped()
    }
}
struct V23: View { var body: some View { Text("a").contentShape(.rect).contentShape(Rectangle()) } }
struct V24: View { var body: some View { Text("a").containerShape(.rect(cornerRadius: 3)) } }
struct V25: View {
    var body: some View {
        Text("a").padding([.top, .horizontal], 3).padding(EdgeInsets()).padding(
            .init(top: 1, leading: 1, bottom: 1, trailing: 1)
        ).safeAreaPadding(.top, 3)
    }
}
struct V26: View {
    var body: some View {
        Text("a").frame(
            minWidth: 0, idealWidth: 1, maxWidth: .infinity, minHeight: 0, maxHeight: .infinity, alignment: .topLeading)
    }
}
struct V27: View { var body: some View { Text("a").containerRelativeFrame(.horizontal) } }
struct V28: View { var body: some View { Text("a").containerRelativeFrame(.horizontal, count: 2, spacing: 3) } }
struct V29: View { var body: some View { Text("a").aspectRatio(1.5, contentMode: .fit).scaledToFill() } }
struct V30: View {
    var body: some View {
        Text("a").scrollTargetLayout().scrollTargetBehavior(.viewAligned).scrollIndicators(.hidden)
            .scrollContentBackground(.hidden).scrollBounceBehavior(.basedOnSize)
    }
}
struct V31: View {
    var body: some View { Text("a").scrollTransition { content, phase in content.opacity(phase.isIdentity ? 1 : 0) } }
}
struct V32: View { var body: some View { Text("a").contentMargins(.horizontal, 20, for: .scrollContent) } }
struct V33: View {
    var body: some View {
        ScrollView(.horizontal) { LazyHStack { Text("a") } }.scrollPosition(id: .constant(1 as Int?))
    }
}
struct V34: View {
    var body: some View {
        ScrollView(.horizontal, showsIndicators: false) { HStack { Text("a") } }.defaultScrollAnchor(.bottom)
    }
}
struct V35: View { var body: some View { ScrollView([.horizontal, .vertical]) { Text("a") } } }
struct V36: View { var body: some View { Text("a").visualEffect { content, proxy in content.offset(x: 1) } } }
struct V37: View { var body: some View { Text("a").transaction { $0.animation = nil } } }
struct V38: View {
    var body: some View {
        Text("a").animation(.easeInOut, value: 1).animation(
            .spring(duration: 0.3).delay(0.1).repeatForever(autoreverses: true), value: 1)
    }
}
struct V39: View { var body: some View { Text("a").animation(.bouncy).animation(nil, value: 2) } }
struct V40: View {
    var body: some View {
        Text("a").transition(.asymmetric(insertion: .slide, removal: .opacity)).transition(
            .scale.combined(with: .opacity)
        ).transition(.push(from: .leading))
    }
}
struct V41: View { var body: some View { Text("a").matchedGeometryEffect(id: "a", in: Namespace().wrappedValue) } }
struct V42: View {
    var body: some View {
        Text("a").phaseAnimator([1, 2]) { content, phase in
            content.opacity(0.5)
        } animation: { _ in
            .easeIn
        }
    }
}
struct V43: View {
    var body: some View {
        Text("a").symbolEffect(.bounce, value: 1).symbolEffect(.pulse).symbolVariant(.fill).symbolEffect(
            .pulse, isActive: true)
    }
}
struct V44: View {
    var body: some View { Text("a").sensoryFeedback(.impact, trigger: 1).sensoryFeedback(.selection, trigger: 1) }
}
struct V45: View { var body: some View { Text("a").hoverEffect().onHover { _ in }.help("a").focusable() } }
struct V46: View {
    var body: some View {
        Text("a").accessibilityHint("a").accessibilityValue("b").accessibilityHidden(true).accessibilityIdentifier("a")
            .accessibilityAddTraits(.isHeader).accessibilityElement()
    }
}
struct V47: View {
    var body: some View {
        Text("a").accessibilityAction(named: "a") {}.accessibilityAdjustableAction { _ in }.accessibilitySortPriority(1)
            .accessibilityInputLabels(["a"])
    }
}
struct V48: View {
    var body: some View {
        Text("a").accessibilityLabel(Text("a")).accessibilityRemoveTraits(.isImage).accessibilityHeading(.h1)
    }
}
struct V49: View { var body: some View { Text("a").privacySensitive().redacted(reason: .placeholder).unredacted() } }
struct V50: View { var body: some View { Text("a").allowsHitTesting(false).disabled(true).hidden() } }
struct V51: View {
    var body: some View {
        Text("a").statusBar(hidden: true).statusBarHidden().persistentSystemOverlays(.hidden).defersSystemGestures(
            on: .all)
    }
}
struct V52: View {
    var body: some View {
        Text("a").ignoresSafeArea(.keyboard, edges: .bottom).ignoresSafeArea(edges: .top).edgesIgnoringSafeArea(.all)
    }
}
struct V53: View { var body: some View { Text("a").safeAreaInset(edge: .bottom, spacing: 0) { Text("b") } } }
struct V54: View {
    var body: some View {
        Text("a").toolbarBackground(.visible, for: .navigationBar).toolbarBackground(Color.red, for: .tabBar)
            .toolbarColorScheme(.dark, for: .navigationBar).toolbar(.hidden, for: .tabBar)
    }
}
struct V55: View {
    var body: some View {
        Text("a").toolbar(.hidden).toolbarVisibility(.hidden, for: .navigationBar).toolbarRole(.editor)
    }
}
struct V56: View {
    var body: some View {
        Text("a").navigationBarHidden(true).navigationBarBackButtonHidden().navigationBarBackButtonHidden(true)
            .navigationSubtitle("a")
    }
}
struct V57: View {
    var body: some View {
        Text("a").navigationBarItems(leading: Button("a") {}, trailing: Button("b") {}).navigationViewStyle(.stack)
    }
}
struct V58: View {
    var body: some View {
        Text("a").navigationTitle(Text("a")).navigationTitle("a \(1)").navigationBarTitle("a", displayMode: .large)
    }
}
struct V59: View {
    var body: some View {
        Text("a").navigationTransition(.zoom(sourceID: 1, in: Namespace().wrappedValue)).matchedTransitionSource(
            id: 1, in: Namespace().wrappedValue)
    }
}
struct V60: View { var body: some View { Text("a").navigationLinkIndicatorVisibility(.hidden) } }
struct V61: View {
    var body: some View {
        Text("a").listRowSeparator(.hidden, edges: .bottom).listRowSeparatorTint(.red).listSectionSeparator(.hidden)
            .listRowBackground(Color.red).listRowSpacing(3).listSectionSpacing(.compact).listItemTint(.red)
    }
}
struct V62: View {
    var body: some View {
        List { Text("a") }.listStyle(.plain).environment(\.defaultMinListRowHeight, 10).alternatingRowBackgrounds()
    }
}
struct V63: View {
    var body: some View { Text("a").badge(3).badge("new").badge(Text("a")).badgeProminence(.decreased) }
}
struct V64: View {
    var body: some View {
        Text("a").sheet(isPresented: .constant(false)) { Text("b") }.presentationCornerRadius(3).presentationBackground(
            .thinMaterial
        ).presentationBackgroundInteraction(.enabled).presentationCompactAdaptation(.popover).presentationSizing(.form)
            .presentationContentInteraction(.scrolls)
    }
}
struct V65: View {
    var body: some View {
        Text("a").presentationDetents([.height(200), .fraction(0.3), .medium], selection: .constant(.medium))
    }
}
struct V66: View {
    var body: some View {
        Text("a").popover(isPresented: .constant(true)) { Text("b") }.popover(
            isPresented: .constant(true), arrowEdge: .bottom
        ) { Text("b") }
    }
}
struct V67: View {
    var body: some View { Text("a").alert("a", isPresented: .constant(false)) { Button("OK", role: .cancel) {} } }
}
struct V68: View { var body: some View { Text("a").alert("a", isPresented: .constant(false)) {} } }
struct V69: View {
    var body: some View {
        Text("a").alert(Text("a"), isPresented: .constant(false)) {
            Button("x") {}
        } message: {
            Text("a")
        }
    }
}
struct V70: View {
    var body: some View {
        Text("a").alert(
            "Error \(1)", isPresented: .constant(false), actions: { Button("x") {} }, message: { Text("a") })
    }
}
struct V71: View {
    var body: some View {
        Text("a").alert(item: .constant(nil as Item?)) { item in
            Alert(title: Text(item.name), dismissButton: .default(Text("OK")))
        }
    }
}
struct V72: View {
    var body: some View {
        Text("a").alert(isPresented: .constant(true)) {
            Alert(
                title: Text("a"), message: nil, primaryButton: .destructive(Text("a")) {},
                secondaryButton: .cancel(Text("b")))
        }
    }
}
struct V73: View {
    var body: some View {
        Text("a").actionSheet(isPresented: .constant(true)) {
            ActionSheet(title: Text("a"), message: Text("b"), buttons: [.default(Text("x")) {}, .cancel()])
        }
    }
}
struct V74: View {
    var body: some View { Text("a").confirmationDialog("a", isPresented: .constant(false)) { Button("a") {} } }
}
struct V75: View {
    var body: some View {
        Text("a").confirmationDialog(
            Text("a"), isPresented: .constant(false), titleVisibility: .hidden, presenting: Item?.none
        ) { item in
            Button(item.name) {}
        } message: {
            Text($0.name)
        }
    }
}
struct V76: View { var body: some View { Text("a").onTapGesture(count: 2) {}.onTapGesture { _ in } } }
struct V77: View { var body: some View { Text("a").simultaneousGesture(TapGesture().onEnded {}) } }
struct V78: View { var body: some View { Text("a").gesture(TapGesture().onEnded {}) } }
struct V79: View { var body: some View { Text("a").onAppear().onAppear(perform: nil).onDisappear {} } }
struct V80: View { var body: some View { Text("a").onChange(of: 1) { new in } } }
struct V81: View { var body: some View { Text("a").onChange(of: 1, initial: true) { old, new in } } }
struct V82: View { var body: some View { Text("a").onChange(of: 1, perform: { new in }) } }
struct V83: View { var body: some View { Text("a").task(priority: .background) {} } }
struct V84: View { var body: some View { Text("a").task(id: 1, priority: .high) {} } }
struct V85: View {
    var body: some View {
        Text("a").onGeometryChange(for: Double.self) {
            $0.size.width
        } action: { _ in
        }
    }
}
struct V86: View {
    var body: some View {
        Text("a").keyboardShortcut(.defaultAction).keyboardShortcut("s").keyboardShortcut(
            .return, modifiers: [.command, .shift])
    }
}
struct V87: View {
    var body: some View {
        Text("a").focused(FocusState<Bool>().projectedValue).focusScope(Namespace().wrappedValue).defaultFocus(
            FocusState<Bool>().projectedValue, true)
    }
}
struct V88: View {
    var body: some View { Text("a").submitLabel(.search).onSubmit(of: .search) {}.textSelection(.enabled) }
}
struct V89: View {
    var body: some View {
        Text("a").textFieldStyle(.roundedBorder).textFieldStyle(RoundedBorderTextFieldStyle()).autocapitalization(.none)
            .autocorrectionDisabled(true).disableAutocorrection(true)
    }
}
struct V90: View {
    var body: some View {
        Text("a").textInputAutocapitalization(.never).keyboardType(.URL).textContentType(.oneTimeCode)
            .scrollDismissesKeyboard(.interactively).writingToolsBehavior(.disabled)
    }
}
struct V91: View {
    var body: some View {
        Text("a").multilineTextAlignment(.center).lineLimit(2, reservesSpace: true).lineLimit(...3).lineLimit(nil)
            .lineSpacing(2)
    }
}
struct V92: View {
    var body: some View {
        Text("a").textCase(.uppercase).monospacedDigit().monospaced().italic().bold().fontWeight(.heavy).font(
            .custom("Avenir", size: 20)
        ).font(.system(.body, design: .serif, weight: .bold))
    }
}
struct V93: View {
    var body: some View {
        Text("a").font(.title3.weight(.semibold).italic().monospacedDigit()).font(.system(size: 12).smallCaps())
    }
}
struct V94: View {
    var body: some View {
        Text("a").imageScale(.large).symbolRenderingMode(.palette).foregroundStyle(.red, .blue, .green).foregroundStyle(
            Color(red: 1, green: 0, blue: 0)
        ).foregroundStyle(.linearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
    }
}
struct V95: View {
    var body: some View {
        Text("a").foregroundStyle(Color("brand")).foregroundStyle(.primary.opacity(0.5)).foregroundStyle(.red.gradient)
            .foregroundStyle(.tint).foregroundStyle(AnyShapeStyle(.red))
    }
}
struct V96: View {
    var body: some View {
        Text("a").buttonStyle(.borderless).buttonBorderShape(.capsule).controlSize(.mini).menuStyle(.button)
            .menuIndicator(.hidden).menuOrder(.fixed)
    }
}
struct V97: View {
    var body: some View {
        Text("a").pickerStyle(.palette).datePickerStyle(.compact).toggleStyle(.switch).gaugeStyle(.accessoryCircular)
            .progressViewStyle(.circular).labelStyle(.titleAndIcon).tableStyle(.inset).groupBoxStyle(.automatic)
            .disclosureGroupStyle(.automatic).controlGroupStyle(.navigation)
    }
}
struct V98: View {
    var body: some View {
        Text("a").toggleStyle(SwitchToggleStyle(tint: .red)).pickerStyle(SegmentedPickerStyle()).listStyle(
            InsetGroupedListStyle()
        ).buttonStyle(PlainButtonStyle())
    }
}
struct V99: View {
    var body: some View {
        Text("a").buttonRepeatBehavior(.enabled).drawingGroup().compositingGroup().geometryGroup().id(UUID())
    }
}
struct V100: View {
    var body: some View { Text("a").previewDisplayName("a").previewLayout(.sizeThatFits).previewDevice("a") }
}
struct V101: View {
    var body: some View {
        Text("a").modifier(EmptyModifier()).equatable().tag(1).labelsHidden().labelsVisibility(.hidden)
    }
}
struct V102: View {
    var body: some View {
        Text("a").contextMenu {
            Button("a") {}
        } preview: {
            Text("b")
        }
    }
}
struct V103: View { var body: some View { Text("a").swipeActions(edge: .leading) { Button("a") {} } } }
struct V104: View {
    var body: some View {
        Text("a").searchable(text: .constant(""), isPresented: .constant(true), placement: .toolbar, prompt: "a")
    }
}
struct V105: View {
    var body: some View { Text("a").searchable(text: .constant("")) { Text("a").searchCompletion("b") } }
}
struct V106: View {
    var body: some View { Text("a").searchSuggestions { ForEach(["a"], id: \.self) { Text($0).searchCompletion($0) } } }
}
struct V107: View {
    var body: some View {
        Text("a").searchScopes(.constant(1), activation: .onSearchPresentation) { Text("a").tag(1) }
            .searchPresentationToolbarBehavior(.avoidHidingContent)
    }
}
struct V108: View {
    var body: some View {
        Text("a").interactiveDismissDisabled().deleteDisabled(true).moveDisabled(true).selectionDisabled().refreshable {
        }
    }
}
struct V109: View {
    var body: some View {
        Text("a").gridCellColumns(2).gridCellAnchor(.center).gridColumnAlignment(.trailing).gridCellUnsizedAxes(
            .horizontal)
    }
}
struct V110: View {
    var body: some View {
        Text("a").alignmentGuide(.leading) { d in d[.trailing] }.alignmentGuide(HorizontalAlignment.center) { $0.width }
    }
}
struct V111: View { var body: some View { Text("a").coordinateSpace(name: "a").coordinateSpace(.named("b")) } }
struct V112: View {
    var body: some View {
        Text("a").glassEffect().glassEffect(.regular.interactive(), in: .capsule).backgroundExtensionEffect()
            .scrollEdgeEffectStyle(.soft, for: .top)
    }
}
struct V113: View {
    var body: some View { Text("a").tabItem { Label("a", systemImage: "b") }.tabBarMinimizeBehavior(.onScrollDown) }
}
struct V114: View { var body: some View { Text("a").tag(Optional(1)).tag(1, includeOptional: true) } }
struct V115: View { var body: some View { Button("a", systemImage: "b", role: .destructive, action: {}) } }
struct V116: View { var body: some View { Button("a", role: .confirm) {} } }
struct V117: View { var body: some View { Button(role: .close) {} } }
struct V118: View { var body: some View { Button(action: {}, label: { Text("a") }).buttonStyle(.bordered).tint(.red) } }
struct V119: View {
    var body: some View {
        Button {
        } label: {
            Label("a", image: "b")
        }
    }
}
struct V120: View {
    var body: some View { Link(destination: URL(fileURLWithPath: "/a")) { Label("a", systemImage: "link") } }
}
struct V121: View {
    var body: some View {
        ShareLink(item: "a", subject: Text("a"), message: Text("b")) { Label("a", systemImage: "b") }
    }
}
struct V122: View { var body: some View { ShareLink(items: ["a"]) } }
struct V123: View { var body: some View { ShareLink(item: "a", preview: SharePreview("a")) } }
struct V124: View {
    var body: some View { TextField("a", text: .constant(""), onEditingChanged: { _ in }, onCommit: {}) }
}
struct V125: View { var body: some View { TextField("a", text: .constant(""), onCommit: {}) } }
struct V126: View { var body: some View { TextField("a", value: .constant(1), format: .number) } }
struct V127: View { var body: some View { TextField("a", value: .constant(1 as Int?), format: .number) } }
struct V128: View {
    var body: some View { TextField("a", value: .constant(1 as Decimal), format: .currency(code: "EUR")) }
}
struct V129: View {
    var body: some View { TextField("a", value: .constant(1 as Decimal?), format: .number, prompt: Text("b")) }
}
struct V130: View {
    var body: some View { TextField("a", value: .constant(1.5), format: .number.precision(.fractionLength(2))) }
}
struct V131: View { var body: some View { TextField(value: .constant(1), format: .number) { Text("a") } } }
struct V132: View { var body: some View { TextField(text: .constant("")) { Text("a") } } }
struct V133: View { var body: some View { TextField(LocalizedStringKey("a"), text: .constant("")) } }
struct V134: View { var body: some View { SecureField("a", text: .constant(""), onCommit: {}) } }
struct V135: View { var body: some View { SecureField("a", text: .constant(""), prompt: Text("b")) } }
struct V136: View { var body: some View { Toggle("a", systemImage: "b", isOn: .constant(true)) } }
struct V137: View {
    var body: some View {
        Toggle(isOn: .constant(true)) {
            Text("a"); Text("b")
        }
    }
}
struct V138: View {
    var body: some View { Picker("a", systemImage: "b", selection: .constant(1)) { Text("a").tag(1) } }
}
struct V139: View { var body: some View { Picker("a", selection: .constant(1)) { ForEach(0..<3) { Text("\($0)") } } } }
struct V140: View {
    var body: some View { Picker("a", selection: .constant("x")) { ForEach(["x"], id: \.self, content: Text.init) } }
}
struct V141: View { var body: some View { Picker(selection: .constant(1), label: Text("a")) { Text("a").tag(1) } } }
struct V142: View {
    var body: some View {
        Picker("a", selection: .constant(1)) {
            Section("s") { Text("a").tag(1) }; Divider(); Text("b").tag(2)
        } currentValueLabel: {
            Text("x")
        }
    }
}
struct V143: View { var body: some View { Stepper("a", value: .constant(1)) } }
struct V144: View { var body: some View { Stepper("a", value: .constant(1), step: 2) } }
struct V145: View { var body: some View { Stepper("a", value: .constant(1.5), in: 0...3, step: 0.5, format: .number) } }
struct V146: View {
    var body: some View { Stepper("a", value: .constant(1), in: 0...3, step: 1, onEditingChanged: { _ in }) }
}
struct V147: View { var body: some View { Stepper("a", onIncrement: {}, onDecrement: {}) } }
struct V148: View {
    var body: some View {
        Stepper {
            Text("a")
        } onIncrement: {
        } onDecrement: {
        }
    }
}
struct V149: View { var body: some View { Stepper(value: .constant(1)) { Text("a") } } }
struct V150: View {
    var body: some View {
        Stepper(value: .constant(1), in: 1...3, step: 1) {
            Text("a")
        } onEditingChanged: { _ in
        }
    }
}
struct V151: View { var body: some View { Slider(value: .constant(1.0)) } }
struct V152: View { var body: some View { Slider(value: .constant(1.0), in: 0...3) } }
struct V153: View { var body: some View { Slider(value: .constant(1.0), in: 0...3, step: 1) { _ in } } }
struct V154: View { var body: some View { Slider(value: .constant(1.0), in: 0...3, onEditingChanged: { _ in }) } }
struct V155: View {
    var body: some View {
        Slider(value: .constant(1.0), in: 0...3) {
            Text("a")
        } minimumValueLabel: {
            Image(systemName: "a")
        } maximumValueLabel: {
            Image(systemName: "b")
        } onEditingChanged: { _ in
        }
    }
}
struct V156: View {
    var body: some View {
        Slider(
            value: .constant(1.0), in: 0...3, step: 1, label: { Text("a") }, minimumValueLabel: { Text("a") },
            maximumValueLabel: { Text("b") })
    }
}
struct V157: View { var body: some View { Slider(value: .constant(Float(1)), in: 0...3) } }
struct V158: View { var body: some View { DatePicker("a", selection: .constant(Date())) } }
struct V159: View {
    var body: some View { DatePicker("a", selection: .constant(Date()), in: ...Date(), displayedComponents: [.date]) }
}
struct V160: View {
    var body: some View {
        DatePicker("a", selection: .constant(Date()), in: Date()...Date(), displayedComponents: .hourAndMinute)
    }
}
struct V161: View { var body: some View { DatePicker(selection: .constant(Date())) { Text("a") } } }
struct V162: View {
    var body: some View {
        DatePicker(selection: .constant(Date()), in: Date()..., displayedComponents: .date, label: { Text("a") })
    }
}
struct V163: View { var body: some View { ColorPicker("a", selection: .constant(.red), supportsOpacity: false) } }
struct V164: View { var body: some View { ColorPicker(selection: .constant(.red)) { Text("a") } } }
struct V165: View { var body: some View { ProgressView() } }
struct V166: View { var body: some View { ProgressView("a") } }
struct V167: View { var body: some View { ProgressView { Text("a") } } }
struct V168: View { var body: some View { ProgressView("a", value: 1, total: 3) } }
struct V169: View { var body: some View { ProgressView(value: 0.5) } }
struct V170: View { var body: some View { ProgressView(value: 0.5 as Double?) } }
struct V171: View { var body: some View { ProgressView("a", value: Double?.none) } }
struct V172: View { var body: some View { ProgressView(value: 0.5) { Text("a") } } }
struct V173: View { var body: some View { Gauge(value: 0.5) { Text("a") } } }
struct V174: View {
    var body: some View {
        Gauge(value: 3, in: 0...5) {
            Text("a")
        } currentValueLabel: {
            Text("b")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("5")
        }
    }
}
struct V175: View { var body: some View { DisclosureGroup("a") { Text("b") } } }
struct V176: View { var body: some View { DisclosureGroup("a", isExpanded: .constant(true)) { Text("b") } } }
struct V177: View {
    var body: some View {
        DisclosureGroup(isExpanded: .constant(true)) {
            Text("b")
        } label: {
            Text("a")
        }
    }
}
struct V178: View { var body: some View { DisclosureGroup(content: { Text("b") }, label: { Text("a") }) } }
struct V179: View { var body: some View { GroupBox("a") { Text("b") } } }
struct V180: View { var body: some View { GroupBox { Text("b") } } }
struct V181: View { var body: some View { GroupBox(label: Label("a", systemImage: "b")) { Text("b") } } }
struct V182: View {
    var body: some View {
        GroupBox {
            Text("b")
        } label: {
            Text("a")
        }
    }
}
struct V183: View { var body: some View { ControlGroup { Button("a") {} } } }
struct V184: View { var body: some View { Menu("a") { Button("a") {} } } }
struct V185: View { var body: some View { Menu("a", systemImage: "b") { Button("a") {} } } }
struct V186: View {
    var body: some View {
        Menu {
            Button("a") {}
        } label: {
            Image(systemName: "a")
        } primaryAction: {
        }
    }
}
struct V187: View {
    var body: some View {
        Menu("a") {
            Section("b") { Button("c") {} }; Menu("d") { Button("e") {} }
        }
    }
}
struct V188: View { var body: some View { LabeledContent("a", value: "b") } }
struct V189: View { var body: some View { LabeledContent("a", value: 3, format: .number) } }
struct V190: View { var body: some View { LabeledContent("a") { Text("b") } } }
struct V191: View {
    var body: some View {
        LabeledContent {
            Text("a")
        } label: {
            Text("b"); Text("c")
        }
    }
}
struct V192: View { var body: some View { LabeledContent("a", value: Date(), format: .dateTime.day().month()) } }
struct V193: View { var body: some View { ContentUnavailableView("a", systemImage: "b") } }
struct V194: View { var body: some View { ContentUnavailableView("a", image: "b") } }
struct V195: View { var body: some View { ContentUnavailableView.search } }
struct V196: View { var body: some View { ContentUnavailableView.search(text: "a") } }
struct V197: View {
    var body: some View {
        ContentUnavailableView {
            Label("a", systemImage: "b")
        } actions: {
            Button("a") {}
        }
    }
}
struct V198: View { var body: some View { Label("a", systemImage: "b") } }
struct V199: View {
    var body: some View {
        Label {
            Text("a")
        } icon: {
            Image(systemName: "b")
        }
    }
}
struct V200: View { var body: some View { Label(title: { Text("a") }, icon: { Circle() }) } }
struct V201: View { var body: some View { Label("a", image: "b") } }
struct V202: View {
    var body: some View {
        Image("a").resizable().scaledToFit().renderingMode(.template).interpolation(.high).antialiased(true)
    }
}
struct V203: View {
    var body: some View { Image("a", label: Text("b")).resizable(capInsets: EdgeInsets(), resizingMode: .stretch) }
}
struct V204: View { var body: some View { Image(systemName: "a", variableValue: 0.5) } }
struct V205: View { var body: some View { Image(decorative: "a") } }
struct V206: View { var body: some View { AsyncImage(url: URL(string: "a"), scale: 2) } }
struct V207: View { var body: some View { VStack(alignment: .leading, spacing: 3) { Text("a") } } }
struct V208: View { var body: some View { VStack(alignment: .listRowSeparatorLeading) { Text("a") } } }
struct V209: View { var body: some View { HStack(alignment: .lastTextBaseline) { Text("a") } } }
struct V210: View {
    var body: some View {
        ZStack(alignment: .bottomTrailing) {
            Text("a"); Text("b")
        }
    }
}
struct V211: View {
    var body: some View {
        LazyVStack(alignment: .leading, spacing: 0, pinnedViews: [.sectionHeaders, .sectionFooters]) { Text("a") }
    }
}
struct V212: View { var body: some View { LazyHStack(alignment: .top, spacing: 0) { Text("a") } } }
struct V213: View {
    var body: some View {
        LazyVGrid(
            columns: Array(repeating: GridItem(.flexible(), spacing: 3, alignment: .top), count: 3), alignment: .center,
            spacing: 3
        ) { Text("a") }
    }
}
struct V214: View { var body: some View { LazyHGrid(rows: [GridItem(.fixed(30))]) { Text("a") } } }
struct V215: View {
    var body: some View {
        LazyVGrid(columns: [.init(.adaptive(minimum: 100, maximum: 200))], pinnedViews: []) { Text("a") }
    }
}
struct V216: View {
    var body: some View {
        Grid {
            GridRow(alignment: .top) {
                Text("a"); Color.clear.gridCellUnsizedAxes([.horizontal, .vertical])
            }
        }
    }
}
struct V217: View { var body: some View { Form { Text("a") }.formStyle(.columns) } }
struct V218: View { var body: some View { Section("a", isExpanded: .constant(true)) { Text("b") } } }
struct V219: View {
    var body: some View {
        Section(isExpanded: .constant(true)) {
            Text("b")
        } header: {
            Text("a")
        }
    }
}
struct V220: View { var body: some View { Section(header: Text("a"), footer: Text("b")) { Text("c") } } }
struct V221: View {
    var body: some View {
        Section {
            Text("a")
        } footer: {
            Text("b")
        }
    }
}
struct V222: View { var body: some View { Section(content: { Text("a") }, header: { Text("b") }) } }
struct V223: View { var body: some View { List([Item(id: 1)]) { Text($0.name) } } }
struct V224: View { var body: some View { List([Item(id: 1)], id: \.name) { Text($0.name) } } }
struct V225: View { var body: some View { List(0..<5) { Text("\($0)") } } }
struct V226: View { var body: some View { List(0..<5, id: \.self) { Text("\($0)") } } }
struct V227: View {
    var body: some View { List(.constant([Item(id: 1)])) { $item in TextField("a", text: $item.name) } }
}
struct V228: View { var body: some View { List([Item(id: 1)], children: \.children) { Text($0.name) } } }
struct V229: View { var body: some View { List([Item(id: 1)], selection: .constant(nil as Int?)) { Text($0.name) } } }
struct V230: View { var body: some View { List([Item(id: 1)], selection: .constant(Set<Int>())) { Text($0.name) } } }
struct V231: View { var body: some View { List(selection: .constant(nil as Int?)) { Text("a").tag(1) } } }
struct V232: View { var body: some View { ForEach(1...3, id: \.self) { Text("\($0)") } } }
struct V233: View { var body: some View { ForEach(Array(zip([1], ["a"])), id: \.0) { n, s in Text(s) } } }
struct V234: View { var body: some View { ForEach([Item(id: 1)].indices, id: \.self) { Text("\($0)") } } }
struct V235: View { var body: some View { ForEach(["a", "b"], id: \.self, content: Text.init) } }
struct V236: View { var body: some View { ForEach([Item(id: 1)]) { Text($0.name) }.onDelete(perform: nil) } }
struct V237: View {
    var body: some View {
        ForEach(.constant([Item(id: 1)])) { $item in Toggle("a", isOn: $item.flag) }.onDelete { _ in }.onMove { _, _ in
        }
    }
}
struct V238: View { var body: some View { NavigationStack { Text("a") } } }
struct V239: View { var body: some View { NavigationStack(path: .constant(NavigationPath())) { Text("a") } } }
struct V240: View { var body: some View { NavigationStack(path: .constant([Int]())) { Text("a") } } }
struct V241: View {
    var body: some View { NavigationView { Text("a") }.navigationViewStyle(StackNavigationViewStyle()) }
}
struct V242: View {
    var body: some View {
        NavigationSplitView {
            Text("a")
        } detail: {
            Text("b")
        }
    }
}
struct V243: View {
    var body: some View {
        NavigationSplitView(columnVisibility: .constant(.all)) {
            Text("a")
        } content: {
            Text("c")
        } detail: {
            Text("b")
        }
    }
}
struct V244: View {
    var body: some View {
        NavigationSplitView {
            Text("a")
        } detail: {
            Text("b")
        }.navigationSplitViewStyle(.balanced)
    }
}
struct V245: View {
    var body: some View {
        NavigationSplitView {
            Text("a").navigationSplitViewColumnWidth(200)
        } detail: {
            Text("b")
        }
    }
}
struct V246: View { var body: some View { NavigationLink("a", destination: Text("b")) } }
struct V247: View { var body: some View { NavigationLink(destination: Text("b")) { Text("a") } } }
struct V248: View { var body: some View { NavigationLink("a") { Text("b") } } }
struct V249: View {
    var body: some View {
        NavigationLink {
            Text("b")
        } label: {
            Text("a")
        }
    }
}
struct V250: View { var body: some View { NavigationLink("a", value: 1) } }
struct V251: View { var body: some View { NavigationLink(value: 1) { Text("a") } } }
struct V252: View {
    var body: some View { NavigationLink(destination: Text("a"), isActive: .constant(false)) { EmptyView() } }
}
struct V253: View { var body: some View { NavigationLink("a", destination: Text("b"), isActive: .constant(false)) } }
struct V254: View { var body: some View { NavigationLink("a", value: 1 as Int?) } }
struct V255: View {
    var body: some View {
        Text("a").navigationDestination(isPresented: .constant(true)) { Text("b") }.navigationDestination(
            item: .constant(nil as Int?)
        ) { Text("\($0)") }
    }
}
struct V256: View { var body: some View { TabView { Text("a").tabItem { Label("a", systemImage: "b") } } } }
struct V257: View { var body: some View { TabView(selection: .constant(1)) { Text("a").tag(1) }.tabViewStyle(.page) } }
struct V258: View { var body: some View { TabView { Tab("a", systemImage: "b") { Text("c") } } } }
struct V259: View {
    var body: some View {
        TabView(selection: .constant(1)) {
            Tab("a", systemImage: "b", value: 1) { Text("c") }.badge(2);
            TabSection("x") { Tab("b", systemImage: "c", value: 2) { Text("c") } }
        }.tabViewStyle(.sidebarAdaptable)
    }
}
struct V260: View { var body: some View { TabView { Tab("a", systemImage: "b", role: .search) { Text("c") } } } }
struct V261: View {
    var body: some View {
        TabView { ForEach(0..<3) { Text("\($0)") } }.tabViewStyle(PageTabViewStyle(indexDisplayMode: .never))
            .indexViewStyle(PageIndexViewStyle(backgroundDisplayMode: .always))
    }
}
struct V262: View {
    var body: some View {
        GeometryReader { proxy in
            Text("\(proxy.size.width) \(proxy.frame(in: .global).minY) \(proxy.safeAreaInsets.top)")
        }
    }
}
struct V263: View {
    var body: some View { ScrollViewReader { proxy in Button("a") { proxy.scrollTo(1, anchor: .top) } } }
}
struct V264: View { var body: some View { EmptyView() } }
struct V265: View { var body: some View { Group { Text("a") } } }
struct V266: View { var body: some View { AnyView(Text("a")) } }
struct V267: View { var body: some View { Divider().frame(height: 2).overlay(.red) } }
struct V268: View { var body: some View { Spacer(minLength: 0).frame(height: 3) } }
struct V269: View { var body: some View { Color.red.frame(width: 3, height: 3).ignoresSafeArea() } }
struct V270: View { var body: some View { Color(hue: 1, saturation: 1, brightness: 1) } }
struct V271: View { var body: some View { Color(.sRGB, red: 1, green: 1, blue: 1, opacity: 1) } }
struct V272: View { var body: some View { Color.accentColor.opacity(0.3) } }
struct V273: View { var body: some View { Color(uiColor: .systemBackground) } }
struct V274: View { var body: some View { Color(UIColor.systemGray6) } }
struct V275: View { var body: some View { Color.primary.colorInvert() } }
struct V276: View { var body: some View { Color.red.mix(with: .blue, by: 0.5) } }
struct V277: View { var body: some View { Rectangle().fill(.red).frame(height: 1) } }
struct V278: View {
    var body: some View {
        Rectangle().fill(
            LinearGradient(
                gradient: Gradient(colors: [.red, .blue]), startPoint: .topLeading, endPoint: .bottomTrailing))
    }
}
struct V279: View {
    var body: some View { RoundedRectangle(cornerRadius: 3, style: .continuous).strokeBorder(.red, lineWidth: 3) }
}
struct V280: View {
    var body: some View { RoundedRectangle(cornerSize: CGSize(width: 3, height: 3)).stroke(Color.red) }
}
struct V281: View {
    var body: some View {
        Circle().trim(from: 0, to: 0.5).stroke(style: StrokeStyle(lineWidth: 3, lineCap: .round, dash: [3]))
            .rotationEffect(.degrees(-90))
    }
}
struct V282: View {
    var body: some View { Circle().fill(RadialGradient(colors: [.red], center: .center, startRadius: 0, endRadius: 3)) }
}
struct V283: View { var body: some View { Circle().fill(.red.opacity(0.3)).stroke(.blue, lineWidth: 2) } }
struct V284: View { var body: some View { Circle().inset(by: 3).offset(x: 3).scale(0.5).size(width: 3, height: 3) } }
struct V285: View { var body: some View { AngularGradient(gradient: Gradient(colors: [.red]), center: .center) } }
struct V286: View {
    var body: some View {
        Circle().fill(.angularGradient(colors: [.red], center: .center, startAngle: .zero, endAngle: .degrees(360)))
    }
}
struct V287: View { var body: some View { Circle().fill(.ultraThinMaterial).fill(Material.thin) } }
struct V288: View { var body: some View { EditButton() } }
struct V289: View { var body: some View { Table([Item(id: 1)]) { TableColumn("a", value: \.name) } } }
struct V290: View { var body: some View { Table([Item(id: 1)]) { TableColumn("a") { Text($0.name) }.width(30) } } }
struct V291: View { var body: some View { OutlineGroup([Item(id: 1)], children: \.children) { Text($0.name) } } }
struct V292: View { var body: some View { Text("a").toolbar { EditButton() } } }
struct V293: View {
    var body: some View {
        Text("a").toolbar {
            ToolbarItem(placement: .topBarLeading) { Text("a") }; ToolbarSpacer(.fixed);
            ToolbarItemGroup(placement: .bottomBar) {
                Spacer(); Button("a") {}
            }
        }
    }
}
struct V294: View { var body: some View { Text("a").toolbar { if true { ToolbarItem { Button("a") {} } } } } }
struct V295: View { var body: some View { Text("a").toolbar { ToolbarTitleMenu { Button("a") {} } } } }
struct V296: View {
    var body: some View { Text("a").toolbar { DefaultToolbarItem(kind: .search, placement: .bottomBar) } }
}
struct V297: View {
    var body: some View { Text("a").toolbar(id: "a") { ToolbarItem(id: "b", placement: .primaryAction) { Text("a") } } }
}
struct V298: View {
    var body: some View {
        Text("a").toolbar(removing: .sidebarToggle).toolbarTitleMenu { Button("a") {} }.toolbarTitleDisplayMode(.inline)
    }
}
struct V299: View {
    var body: some View { Text("a").onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { _ in } }
}
struct V300: View {
    var body: some View {
        Text("a").containerBackground(.red, for: .navigation).containerBackground(for: .widget) { Color.red }
    }
}
struct V301: View {
    var body: some View { Text("a").inspector(isPresented: .constant(true)) { Text("b") }.inspectorColumnWidth(200) }
}
struct V302: View { var body: some View { Text("a").fullScreenCover(item: .constant(nil as Item?)) { Text($0.name) } } }
struct V303: View { var body: some View { Text("a").preferredColorScheme(.dark).tint(.red).accentColor(.red) } }
struct V304: View { var body: some View { Text("a").scenePadding().safeAreaBar(edge: .top) { Text("a") } } }
struct P0: View {
    @State private var a = 1
    var body: some View { Text("a") }
}
struct P1: View {
    @State var a: Int?
    var body: some View { Text("a") }
}
struct P2: View {
    @State private var a = Set<UUID>()
    var body: some View { Text("a") }
}
struct P3: View {
    @State private var date: Date = .now
    var body: some View { Text("a") }
}
struct P4: View {
    @State private var pos = ScrollPosition(edge: .top)
    var body: some View { Text("a") }
}
struct P5: View {
    @State private var columnVisibility = NavigationSplitViewVisibility.all
    var body: some View { Text("a") }
}
struct P6: View {
    @State private var task: Task<Void, Never>?
    var body: some View { Text("a") }
}
struct P7: View {
    @StateObject private var m = OldModel()
    var body: some View { Text("a") }
}
struct P8: View {
    @ObservedObject var m = OldModel()
    var body: some View { Text("a") }
}
struct P9: View {
    @EnvironmentObject var m: OldModel
    var body: some View { Text("a") }
}
struct P10: View {
    @Environment(\.dismiss) private var d
    var body: some View { Text("a") }
}
struct P11: View {
    @Environment(\.presentationMode) var d
    var body: some View { Text("a") }
}
struct P12: View {
    @Environment(\.colorScheme) var d
    var body: some View { Text("a") }
}
struct P13: View {
    @Environment(\.colorSchemeContrast) var d
    var body: some View { Text("a") }
}
struct P14: View {
    @Environment(\.scenePhase) var d
    var body: some View { Text("a") }
}
struct P15: View {
    @Environment(\.editMode) var d
    var body: some View { Text("a") }
}
struct P16: View {
    @Environment(\.isSearching) var d
    var body: some View { Text("a") }
}
struct P17: View {
    @Environment(\.dismissSearch) var d
    var body: some View { Text("a") }
}
struct P18: View {
    @Environment(\.refresh) var d
    var body: some View { Text("a") }
}
struct P19: View {
    @Environment(\.isEnabled) var d
    var body: some View { Text("a") }
}
struct P20: View {
    @Environment(\.openURL) var d
    var body: some View { Text("a") }
}
struct P21: View {
    @Environment(\.horizontalSizeClass) var d
    var body: some View { Text("a") }
}
struct P22: View {
    @Environment(\.verticalSizeClass) var d
    var body: some View { Text("a") }
}
struct P23: View {
    @Environment(\.dynamicTypeSize) var d
    var body: some View { Text("a") }
}
struct P24: View {
    @Environment(\.sizeCategory) var d
    var body: some View { Text("a") }
}
struct P25: View {
    @Environment(\.accessibilityReduceMotion) var d
    var body: some View { Text("a") }
}
struct P26: View {
    @Environment(\.accessibilityVoiceOverEnabled) var d
    var body: some View { Text("a") }
}
struct P27: View {
    @Environment(\.layoutDirection) var d
    var body: some View { Text("a") }
}
struct P28: View {
    @Environment(\.displayScale) var d
    var body: some View { Text("a") }
}
struct P29: View {
    @Environment(\.pixelLength) var d
    var body: some View { Text("a") }
}
struct P30: View {
    @Environment(\.redactionReasons) var d
    var body: some View { Text("a") }
}
struct P31: View {
    @Environment(\.isPresented) var d
    var body: some View { Text("a") }
}
struct P32: View {
    @Environment(\.isFocused) var d
    var body: some View { Text("a") }
}
struct P33: View {
    @Environment(\.controlSize) var d
    var body: some View { Text("a") }
}
struct P34: View {
    @Environment(\.font) var d
    var body: some View { Text("a") }
}
struct P35: View {
    @Environment(\.lineLimit) var d
    var body: some View { Text("a") }
}
struct P36: View {
    @Environment(\.multilineTextAlignment) var d
    var body: some View { Text("a") }
}
struct P37: View {
    @Environment(\.defaultMinListRowHeight) var d
    var body: some View { Text("a") }
}
struct P38: View {
    @Environment(\.headerProminence) var d
    var body: some View { Text("a") }
}
struct P39: View {
    @Environment(\.self) var d
    var body: some View { Text("a") }
}
struct P40: View {
    @Environment(Model.self) private var m
    var body: some View { Text("a") }
}
struct P41: View {
    @Environment(Model.self) private var m: Model?
    var body: some View { Text("a") }
}
struct P42: View {
    @Bindable var m = Model()
    var body: some View { Text("a") }
}
struct P43: View {
    @AppStorage("a") var a = false
    var body: some View { Text("a") }
}
struct P44: View {
    @AppStorage("a") var a: String?
    var body: some View { Text("a") }
}
struct P45: View {
    @AppStorage("a", store: UserDefaults(suiteName: "x")) var a = 3
    var body: some View { Text("a") }
}
struct P46: View {
    @AppStorage("a") var a: Data = Data()
    var body: some View { Text("a") }
}
struct P47: View {
    @AppStorage("a") var a = Date()
    var body: some View { Text("a") }
}
struct P48: View {
    @AppStorage("a") var a: URL?
    var body: some View { Text("a") }
}
struct P49: View {
    @SceneStorage("a") var a: String?
    var body: some View { Text("a") }
}
struct P50: View {
    @FocusState var f: Bool
    var body: some View { Text("a") }
}
struct P51: View {
    @FocusState private var f: Int?
    var body: some View { Text("a") }
}
struct P52: View {
    @GestureState private var g = 0.0
    var body: some View { Text("a") }
}
struct P53: View {
    @GestureState private var g = CGSize.zero
    var body: some View { Text("a") }
}
struct P54: View {
    @Namespace var n
    var body: some View { Text("a") }
}
struct P55: View {
    @ScaledMetric var s = 10.0
    var body: some View { Text("a") }
}
struct P56: View {
    @ScaledMetric(relativeTo: .title) var s: CGFloat = 10
    var body: some View { Text("a") }
}
struct P57: View {
    @AccessibilityFocusState var f: Bool
    var body: some View { Text("a") }
}
struct P58: View {
    let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    var body: some View { Text("a") }
}
struct P59: View {
    let g = UIImpactFeedbackGenerator(style: .medium)
    var body: some View { Text("a") }
}
struct P60: View {
    var c: some ToolbarContent { ToolbarItem { Text("a") } }
    var body: some View { Text("a") }
}
struct P61: View {
    @ToolbarContentBuilder var c: some ToolbarContent { ToolbarItem { Text("a") } }
    var body: some View { Text("a") }
}
struct P62: View {
    @ViewBuilder var c: some View { if true { Text("a") } else { EmptyView() } }
    var body: some View { Text("a") }
}
struct P63: View {
    let columns: [GridItem] = [GridItem(.flexible()), GridItem(.flexible())]
    var body: some View { Text("a") }
}
struct P64: View {
    let b: Binding<String> = Binding(get: { "" }, set: { _ in })
    var body: some View { Text("a") }
}
struct P65: View {
    let b = Binding<Int?>(.constant(1))
    var body: some View { Text("a") }
}
struct P66: View {
    let b: Binding<Int>? = Binding(.constant(1 as Int?))
    var body: some View { Text("a") }
}
struct P67: View {
    func f() {
        withAnimation(.easeInOut(duration: 0.3)) {
        } completion: {
        }
    }
    var body: some View { Text("a") }
}
struct P68: View {
    func f() { withTransaction(Transaction()) {} }
    var body: some View { Text("a") }
}
struct P69: View {
    func f() { UINotificationFeedbackGenerator().notificationOccurred(.success) }
    var body: some View { Text("a") }
}
struct P70: View {
    func f() { DispatchQueue.main.asyncAfter(deadline: .now() + 1) {} }
    var body: some View { Text("a") }
}
