import FeatureContract

/// Asks the user for files on behalf of features, one at a time: `switchyard.files/1`.
@MainActor
package final class FileBroker {
    /// A request for a file that waits for the user.
    package struct Prompt {
        /// A number that no other prompt has.
        package let number: Int
        package let feature: String
        package let request: FileRequest
        fileprivate let done: Handover.Done
        fileprivate var question: PickedPath.Question?
    }

    /// Whether a front end shows ``prompt`` to a user. Without it, every request is refused.
    package var hasUser = false
    /// The waiting request; nil if there is none.
    package private(set) var prompt: Prompt?
    private var lastNumber = 0

    /// Asks the user to pick a file.
    func ask(_ request: FileRequest, for feature: String, done: @escaping Handover.Done) throws(CallFailure) {
        guard hasUser else { throw Self.noUser }
        guard prompt == nil else {
            throw CallFailure(.limit, "the user is asked for a file already; ask again when that is answered")
        }
        lastNumber += 1
        prompt = Prompt(number: lastNumber, feature: feature, request: request, done: done)
    }

    /// The failure of a request without a user.
    package static var noUser: CallFailure {
        CallFailure(.unsupported, "no user is here to pick a file; 'switchyard run' and 'switchyard web' have one")
    }

    /// Hands over the file at the path typed by the user, and ends the prompt.
    ///
    /// - Returns: The reason why the prompt stays: a fault of the path, or the effect of entering the same path again.
    ///   Nil if it has ended.
    package func open(_ typed: String, home: String?) -> String? {
        guard let prompt else { return nil }
        switch PickedPath.open(typed, for: prompt.request.purpose, answering: prompt.question, home: home) {
        case .opened(let handover):
            end(.success(handover))
            return nil
        case .asks(let question):
            self.prompt?.question = question
            return question.text
        case .refused(let reason):
            self.prompt?.question = nil
            return reason
        }
    }

    /// Ends the prompt, and reports to the feature that the user picks no file.
    package func cancel() { end(.success(nil)) }

    /// Ends the prompt of a feature that has ended.
    func withdraw(_ feature: String) {
        if prompt?.feature == feature { prompt = nil }
    }

    private func end(_ result: Result<Handover?, CallFailure>) {
        let ended = prompt
        prompt = nil
        ended?.done(result)
    }
}
