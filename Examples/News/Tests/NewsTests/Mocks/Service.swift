import FeatureKit

@testable import News

/// The answers of the service in the tests: articles as JSON, and a failure.
enum Service {
    static let url = "http://localhost:8080"
    static let lamp = Article(id: 3, title: "Lamp", source: "Post", published: "1 May", summary: "Light.", body: nil)
    static let lampJSON =
        #"{"id": 3, "title": "Lamp", "source": "Post", "published": "1 May", "summary": "Light."}"#
    static let wholeLampJSON = String(lampJSON.dropLast()) + #", "body": "He turned it."}"#
    static let failure = HTTPError(.unavailable, reason: "nothing answers")
}
