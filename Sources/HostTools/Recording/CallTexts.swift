import FeatureContract
import HTTPBroker
import HostCore
import HostSystem
import JSONText

// Calls, answers and requests as texts for users. None is safe for a terminal, since they contain features' texts.

extension FeatureMessage {
    /// The call with its arguments: `perform of notes/all: the action 2 with "Milk"`.
    ///
    /// - Parameter destinations: The destinations of the screens.
    func text(_ destinations: [ScreenID: Destination]) -> String {
        var text = name
        if let screen { text += " of \(destinations[screen]?.text ?? "the screen \(screen)")" }
        switch self {
        case .makeMainScreen, .deactivate, .render, .appear, .disappear, .destroy, .save:
            return text
        case .activate(let context): return "\(text) with the settings \(context.settings)"
        case .resolve(let destination, _): return "\(text) of \(destination.text)"
        case .resolveURL(let url): return "\(text) of \(url)"
        case .receive(let message), .screenReceive(_, let message): return "\(text): \(message.text)"
        case .perform(_, let action, let value):
            return "\(text): the action \(action)" + (value.isNull ? "" : " with \(value.json.text())")
        case .returned(_, let checkpoint, let value):
            return "\(text): to '\(checkpoint)'" + (value.isNull ? "" : " with \(value.json.text())")
        case .restore(_, let state): return "\(text): \(state.text)"
        case .connected(_, let failure), .picked(_, _, let failure), .answered(_, nil, let failure):
            return failure.map { "\(text): \($0.text)" } ?? text
        case .answered(_, let answer?, _): return "\(text): \(answer.text)"
        }
    }
}

extension FeatureReply {
    /// The answer as text; for a screen all its lines, without the last newline.
    var text: String {
        switch self {
        case .done: "done"
        case .notMine: "not mine"
        case .failure(let failure): failure.text
        case .screen(let screen):
            String(TextRenderer.text(of: screen).dropLast()) + (screen.isLoading ? "\n(loading)" : "")
        case .destination(let destination): destination.text
        case .resume(let resume): resume.text
        case .made(let keepsState): "a screen that \(keepsState ? "keeps" : "has no") state"
        case .state(let state): state.text
        }
    }

    /// The compared part of the answer, as JSON. It has no numbers of actions, which features may choose freely.
    var comparable: JSON {
        guard case .screen(let screen) = self else { return .string(text) }
        var object = screen.json.object ?? [:]
        object.append(
            key: "checkpointTypes",
            value: .array(screen.checkpoints.map { .string($0.type.map(\.description) ?? "") }))
        object.append(key: "receivers", value: .array(screen.receivers.map { .string("\($0)") }))
        return JSON.object(object).withoutActionNumbers
    }
}

extension HostMessage {
    var text: String {
        switch self {
        case .navigation(let request, _): request.text
        case .canReturn(let checkpoint, _): "can_return to '\(checkpoint)'"
        case .connect(let endpoint, _): "connect to \(endpoint.host) at port \(endpoint.port)"
        case .pickFile(let file, _):
            switch file.purpose {
            case .reading: "pick a file: '\(file.title)'"
            case .writing(let name): "pick a file to write, such as '\(name)': '\(file.title)'"
            }
        case .http(let question, _, _): question.text
        case .cancel(let exchange): "cancel the request \(HostMessage.ownNumber(of: exchange))"
        case .invalidate(let screen): "invalidate \(screen)"
        case .log(_, let text, _): "log: \(text)"
        }
    }
}

extension NavigationRequest {
    fileprivate var text: String {
        switch self {
        case .navigate(let destination, let method): (method.map { "\($0.rawValue) " } ?? "go to ") + destination.text
        case .pop(let count): "pop \(count)"
        case .popTo(let destination): "pop to \(destination.text)"
        case .replaceStack(let destinations):
            "replace the stack by \(destinations.map(\.text).joined(separator: " > "))"
        case .swap(let destination): "swap for \(destination.text)"
        case .selectTab(let name): "select the tab '\(name)'"
        case .returnToCheckpoint(let name, let value):
            "return to '\(name)'" + (value.isNull ? "" : " with \(value.json.text())")
        case .send(let messages): "send \(messages.map(\.text).joined(separator: ", "))"
        default: word ?? ""
        }
    }
}

extension CallFailure {
    fileprivate var text: String { "\(code.name): \(reason)" }
}

extension Message {
    fileprivate var text: String {
        switch self {
        case .value(let type, let value): "\(type) \(value.json.text())"
        case .destination(let destination): destination.text
        case .tab(let name): "the tab '\(name)'"
        }
    }
}

extension Resume {
    fileprivate var text: String {
        func list(_ messages: [Message]) -> String { messages.map(\.text).joined(separator: ", ") }
        return switch self {
        case .auto: "resume by itself"
        case .immediately: "resume at once"
        case .after(let seconds): "resume after \(seconds) s"
        case .inserting(let messages): "resume, inserting \(list(messages))"
        case .appending(let messages): "resume, appending \(list(messages))"
        case .replacing(let messages): "resume, with \(list(messages)) instead"
        case .pause: "pause"
        case .cancel: "cancel"
        }
    }
}

extension ScreenState {
    fileprivate var text: String {
        let content = String(validating: bytes, as: UTF8.self) ?? "base64 \(Base64.text(of: bytes))"
        return "a state of version \(version): \(content)"
    }
}

extension JSON {
    fileprivate var withoutActionNumbers: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutActionNumbers))
        case .object(let members):
            .object(
                JSONObject(
                    members.map { key, value in
                        switch key {
                        case "action": (key, true)
                        case "value": (key, value)
                        default: (key, value.withoutActionNumbers)
                        }
                    }))
        default: self
        }
    }
}

extension HTTPQuestion {
    fileprivate var text: String {
        switch self {
        case .send(let head, let piece):
            "\(head.method) \(head.url)" + (head.bodySize > 0 ? " with \(piece.count) of \(head.bodySize) bytes" : "")
        case .body(let piece, _): "\(piece.count) more bytes of the body"
        case .next: "the rest of the answer"
        }
    }
}

extension HTTPAnswer {
    fileprivate var text: String {
        switch self {
        case .wantsBody(let offset): "the body from \(offset) on"
        case .response(let head, let body, _): "\(head.status) with \(body.count) bytes"
        case .body(let body, let isWhole): "\(body.count) \(isWhole ? "last" : "more") bytes"
        }
    }
}
