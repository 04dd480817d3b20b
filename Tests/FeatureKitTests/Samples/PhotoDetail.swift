// A picture's page as one writes it for SwiftUI, with FeatureKit and Foundation imported in its place.
// The drag is left out, as the compiler says.
import FeatureKit
import Foundation

struct Photo: Identifiable {
    let id: Int
    let title: String
    let location: String?
    let rating: Double
    let size: CGSize
}

struct PhotoDetailView: View {
    let photo: Photo
    @State private var isFavorite = false
    @State private var showInfo = false
    @State private var scale: CGFloat = 1
    @State private var offset = CGSize.zero
    @State private var rotation: Angle = .zero
    @Namespace private var animation
    @Environment(\.dismiss) private var dismiss
    @Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
        GeometryReader { proxy in
            ZStack(alignment: .bottomTrailing) {
                LinearGradient(
                    gradient: Gradient(colors: [.black, .gray.opacity(0.5)]),
                    startPoint: .top, endPoint: .bottom
                )
                .ignoresSafeArea()

                Image("photo-\(photo.id)")
                    .resizable()
                    .interpolation(.high)
                    .scaledToFill()
                    .frame(width: proxy.size.width, height: proxy.size.height * 0.6)
                    .scaleEffect(scale)
                    .offset(offset)
                    .rotationEffect(rotation)
                    .clipped()
                    .matchedGeometryEffect(id: photo.id, in: animation)
                    .onTapGesture(count: 2) {
                        withAnimation(.spring(response: 0.4, dampingFraction: 0.7)) {
                            scale = scale > 1 ? 1 : 2
                        }
                    }
                    .accessibilityLabel(Text(photo.title))

                VStack(alignment: .trailing, spacing: 12) {
                    favoriteButton
                    Button {
                        showInfo.toggle()
                    } label: {
                        Image(systemName: "info.circle")
                            .padding(10)
                            .background(Circle().fill(.ultraThinMaterial))
                    }
                    .accessibilityLabel("Info")
                }
                .padding()
            }
            .overlay(alignment: .topLeading) {
                Text(photo.title)
                    .font(.title.bold())
                    .foregroundStyle(.white)
                    .padding(8)
                    .background(Color.black.opacity(0.4), in: RoundedRectangle(cornerRadius: 8))
            }
            .overlay(
                RoundedRectangle(cornerRadius: 16)
                    .stroke(Color.white.opacity(0.6), lineWidth: 2)
            )
        }
        .frame(minWidth: 0, idealWidth: 300, maxWidth: .infinity, minHeight: 200)
        .background(Color(red: 0.1, green: 0.1, blue: 0.12).edgesIgnoringSafeArea(.all))
        .sheet(isPresented: $showInfo) { info }
        .toolbar(.hidden, for: .navigationBar)
        .navigationBarBackButtonHidden(true)
        .statusBarHidden()
        .animation(.easeInOut, value: isFavorite)
    }

    private var favoriteButton: some View {
        Image(systemName: isFavorite ? "heart.fill" : "heart")
            .symbolRenderingMode(.hierarchical)
            .symbolEffect(.bounce, value: isFavorite)
            .imageScale(.large)
            .foregroundStyle(isFavorite ? .red : .white)
            .onTapGesture { isFavorite.toggle() }
            .accessibilityLabel(isFavorite ? "Remove from favorites" : "Add to favorites")
            .accessibilityAddTraits(.isButton)
    }

    private var info: some View {
        VStack(spacing: 16) {
            Capsule()
                .frame(width: 40, height: 5)
                .foregroundColor(.secondary)
            HStack(spacing: 4) {
                ForEach(0..<5) { index in
                    Image(systemName: Double(index) < photo.rating ? "star.fill" : "star")
                        .foregroundColor(.yellow)
                }
                Text(String(format: "%.1f", photo.rating))
            }
            if let location = photo.location {
                Label(location, systemImage: "mappin")
            }
            Text("\(Int(photo.size.width)) × \(Int(photo.size.height))")
                .monospacedDigit()
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 80), spacing: 8)], spacing: 8) {
                ForEach(["Nature", "Lake", "Summer"], id: \.self) { tag in
                    Text(tag)
                        .padding(6)
                        .background(Capsule().fill(Color.blue.opacity(0.15)))
                }
            }
            Rectangle()
                .fill(LinearGradient(colors: [.blue, .purple], startPoint: .leading, endPoint: .trailing))
                .frame(height: 1)
            Button("Close") { showInfo = false }
                .buttonStyle(.bordered)
                .tint(.blue)
        }
        .padding()
        .presentationDetents([.fraction(0.3), .large])
    }
}

#Preview {
    PhotoDetailView(
        photo: Photo(id: 1, title: "Lake", location: "Alps", rating: 4.5, size: CGSize(width: 4000, height: 3000)))
}
