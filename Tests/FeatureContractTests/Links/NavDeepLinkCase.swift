import FeatureContract
import Testing

/// A case of another project's link matching, and the reason where this project decides otherwise.
///
/// Origin of the cases: androidx/androidx, navigation/navigation-common, NavDeepLinkTest.kt at
/// a9b06aaf32dbcf83aa12e3f8185a109d14fbe8e9 (Apache-2.0), restated as data. An argument that is nullable there is
/// optional here; an argument that the case does not declare is a string.
struct NavDeepLinkCase: Sendable, CustomTestStringConvertible {
    /// The result of matching a link.
    enum Outcome: Equatable, Sendable {
        /// The pattern is refused for this reason.
        case refused(Refusal)
        case noMatch
        /// The values that the link gives, without defaults.
        case match([String: Value])
        case anyMatch
    }

    enum Refusal: Sendable {
        case noScheme, hostIsNotLiteral, itemTwice
    }

    /// The rules that deviate from the other project. Tests/Tables/Conformance.md lists the cases under them.
    enum Deviation: String, Sendable, CaseIterable {
        case emptySegment = "An empty segment never matches an argument"
        case patternNamesItsScheme = "A pattern always names its scheme"
        case hostIsLiteral = "There is no wildcard in a host"
        case noWildcards = "What stands for any text has a name: `.*` is literal text"
        case pathsHaveCase = "Paths are case-sensitive"
        case valueHasItsType = "A value that is not of its argument's type does not match"
        case listHasItem = "A required list needs an item"

        /// The result here of each case under the rule.
        var outcome: Outcome {
            switch self {
            case .patternNamesItsScheme: .refused(.noScheme)
            case .hostIsLiteral: .refused(.hostIsNotLiteral)
            case .emptySegment, .noWildcards, .pathsHaveCase, .valueHasItsType, .listHasItem: .noMatch
            }
        }
    }

    let test: String
    let pattern: String
    let link: String
    let arguments: [RouteDeclaration.Argument]
    let expected: Outcome
    let deviation: Deviation?

    init(
        _ test: String, pattern: String, link: String, arguments: [RouteDeclaration.Argument] = [], expected: Outcome,
        deviation: Deviation? = nil
    ) {
        self.test = test
        self.pattern = pattern
        self.link = link
        self.arguments = arguments
        self.expected = expected
        self.deviation = deviation
    }

    var testDescription: String { "\(test): \(pattern)  \(link)" }

    /// The line of the page's table for a case that deviates; nil for a case that conforms.
    var deviationRow: String? {
        deviation.map { "| \(test) | `\(pattern)` | `\(link)` | \(expected) | \($0.outcome) |" }
    }
}

extension NavDeepLinkCase.Outcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .refused(.noScheme): "the pattern is refused: it names no scheme"
        case .refused(.hostIsNotLiteral): "the pattern is refused: its host is not literal"
        case .refused(.itemTwice): "the pattern is refused: it names an item twice"
        case .noMatch: "no match"
        case .match([:]), .anyMatch: "a match"
        case .match(let values):
            "a match: "
                + values.sorted { $0.key < $1.key }.map { "`\($0.key)` = \(Self.text($0.value))" }
                .joined(separator: ", ")
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): "\"\(text)\""
        case .list(let items): "[\(items.map(text).joined(separator: ", "))]"
        default: value.scalarText ?? "null"
        }
    }
}

extension NavDeepLinkCase {
    private static let strings = ValueType.list(.string)
    private static let ints = ValueType.list(.int)

    private static func argument(
        _ name: String, _ type: ValueType, isOptional: Bool = false, defaultValue: Value? = nil
    ) -> RouteDeclaration.Argument {
        .init(name: name, type: type, isOptional: isOptional, defaultValue: defaultValue)
    }

    static let all: [NavDeepLinkCase] = [
        NavDeepLinkCase(
            "deepLinkExactMatch",
            pattern: "http://www.example.com",
            link: "http://www.example.com",
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkExactMatch(2)",
            pattern: "http://www.example.com",
            link: "https://www.example.com",
            expected: .noMatch),
        NavDeepLinkCase(
            "deepLinkExactMatchWith Hyphens/Plus/Periods",
            pattern: "android-app://com.example",
            link: "android-app://com.example",
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkExactMatchWith Hyphens/Plus/Periods",
            pattern: "android+app://com.example",
            link: "android+app://com.example",
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkExactMatchWith Hyphens/Plus/Periods",
            pattern: "android.app://com.example",
            link: "android.app://com.example",
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkExactMatchNoScheme",
            pattern: "www.example.com",
            link: "http://www.example.com",
            expected: .match([:]),
            deviation: .patternNamesItsScheme),
        NavDeepLinkCase(
            "deepLinkExactMatchNoScheme(2)",
            pattern: "www.example.com",
            link: "https://www.example.com",
            expected: .match([:]),
            deviation: .patternNamesItsScheme),
        NavDeepLinkCase(
            "deepLinkArgumentMatchWithoutArguments",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "https://www.example.com/users/2/posts",
            arguments: [argument("id", .string)],
            expected: .match(["id": .string("2")])),
        NavDeepLinkCase(
            "deepLinkArgumentMatch",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "https://www.example.com/users/2/posts",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkArgumentInvalidMatch",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "https://www.example.com/users/invalid/posts",
            arguments: [argument("id", .int)],
            expected: .noMatch),
        NavDeepLinkCase(
            "deepLinkArgumentMatchWithQueryParams",
            pattern: "https://www.example.com/users/{id}?myarg={myarg}",
            link: "https://www.example.com/users/2?myarg=test",
            arguments: [argument("id", .int), argument("myarg", .string)],
            expected: .match(["id": .integer(2), "myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkMultiCharacterArgumentMatchWithQueryParams",
            pattern: "https://www.example.com/users/{id}?myarg={myarg}",
            link: "https://www.example.com/users/211?myarg=test",
            arguments: [argument("id", .int), argument("myarg", .string)],
            expected: .match(["id": .integer(211), "myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkMultipleArgumentMatchQuestionMarkNoParams",
            pattern: "https://www.example.com/users/{id}?",
            link: "https://www.example.com/users/211?",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(211)])),
        NavDeepLinkCase(
            "deepLinkPathEmptyString",
            pattern: "https://www.example.com/{name}",
            link: "https://www.example.com/",
            arguments: [argument("name", .string)],
            expected: .match(["name": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyInt",
            pattern: "https://www.example.com/{name}",
            link: "https://www.example.com/",
            arguments: [argument("name", .int)],
            expected: .noMatch),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringTrailingSlash",
            pattern: "https://www.example.com/{name}/",
            link: "https://www.example.com//",
            arguments: [argument("name", .string)],
            expected: .match(["name": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringTrailingQuestionMark",
            pattern: "https://www.example.com/{name}?",
            link: "https://www.example.com/?",
            arguments: [argument("name", .string)],
            expected: .match(["name": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringFirstArg",
            pattern: "https://www.example.com/{first}/{last}",
            link: "https://www.example.com//last",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "last": .string("last")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringCentreArg",
            pattern: "https://www.example.com/{first}/{centre}/{last}",
            link: "https://www.example.com/first//last",
            arguments: [argument("first", .string), argument("centre", .string), argument("last", .string)],
            expected: .match(["first": .string("first"), "centre": .string(""), "last": .string("last")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringLastArg",
            pattern: "https://www.example.com/{first}/{last}",
            link: "https://www.example.com/first/",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string("first"), "last": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringMultiple",
            pattern: "https://www.example.com/{first}/{centre}/{last}",
            link: "https://www.example.com//centre/",
            arguments: [argument("first", .string), argument("centre", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "centre": .string("centre"), "last": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringConsecutive",
            pattern: "https://www.example.com/{first}/{centre}/{last}",
            link: "https://www.example.com///",
            arguments: [argument("first", .string), argument("centre", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "centre": .string(""), "last": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathEmptyStringWithQuery",
            pattern: "https://www.example.com/{first}?last={last}",
            link: "https://www.example.com/?last=last",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "last": .string("last")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPathAndQueryEmptyString",
            pattern: "https://www.example.com/{first}?last={last}",
            link: "https://www.example.com/?last=",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "last": .string("")]),
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkMultiCharacterArgumentMiddleMatchWithQueryParams",
            pattern: "https://www.example.com/users/{id}/posts?myarg={myarg}",
            link: "https://www.example.com/users/2/posts?myarg=test",
            arguments: [argument("id", .int), argument("myarg", .string)],
            expected: .match(["id": .integer(2), "myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatch",
            pattern: "https://www.example.com/users?id={id}",
            link: "https://www.example.com/users?id=2",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentInvalidMatch",
            pattern: "https://www.example.com/users?id={id}",
            link: "https://www.example.com/users?id=invalid",
            arguments: [argument("id", .int)],
            expected: .noMatch),
        NavDeepLinkCase(
            "deepLinkQueryParamMultipleArgumentMatch",
            pattern: "https://www.example.com/users?id={id}&myarg={myarg}",
            link: "https://www.example.com/users?id=2&myarg=test",
            arguments: [argument("id", .int), argument("myarg", .string)],
            expected: .match(["id": .integer(2), "myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkQueryParamDefaultArgumentMatch",
            pattern: "https://www.example.com/users?id={id}",
            link: "https://www.example.com/users",
            arguments: [argument("id", .int, defaultValue: .integer(2))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamNullableArgumentMatch",
            pattern: "https://www.example.com/users?myarg={myarg}",
            link: "https://www.example.com/users",
            arguments: [argument("myarg", .string, isOptional: true)],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkEmptyStringQueryParamArg",
            pattern: "https://www.example.com/users?myArg={arg}",
            link: "https://www.example.com/users?myArg=",
            arguments: [argument("arg", .string)],
            expected: .match(["arg": .string("")])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchParamsInBracesSameName",
            pattern: "https://www.example.com/users?myarg={myarg}",
            link: "https://www.example.com/users?myarg=myarg",
            arguments: [argument("myarg", .string, isOptional: true)],
            expected: .match(["myarg": .string("myarg")])),
        NavDeepLinkCase(
            "deepLinkQueryParamMultipleArgumentMatchOptionalDefault",
            pattern: "https://www.example.com/users?id={id}&optional={optional}",
            link: "https://www.example.com/users?id=2",
            arguments: [argument("id", .int), argument("optional", .string, defaultValue: .string("test"))],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamMultipleArgumentMatchOptionalNullable",
            pattern: "https://www.example.com/users?id={id}&optional={optional}",
            link: "https://www.example.com/users?id=2",
            arguments: [argument("id", .int), argument("optional", .string, isOptional: true)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentIgnoreExtraParams",
            pattern: "https://www.example.com/users",
            link: "https://www.example.com/users?extraParam={extraParam}",
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchPathParamCorrectly",
            pattern: "https://www.example.com/users/{myarg}",
            link: "https://www.example.com/users/test?extraParam={extraParam}",
            arguments: [argument("myarg", .string)],
            expected: .match(["myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchExtraParam",
            pattern: "https://www.example.com/users?id={id}",
            link: "https://www.example.com/users?id=2&extraParam={extraParam}",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchExtraParamOptionalDefault",
            pattern: "https://www.example.com/users?id={id}",
            link: "https://www.example.com/users?extraParam={extraParam}",
            arguments: [argument("id", .int, defaultValue: .integer(2))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchDifferentParamName",
            pattern: "https://www.example.com/users?string={id}",
            link: "https://www.example.com/users?string=2",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryNullableParamArgumentMatchDifferentParamName",
            pattern: "https://www.example.com/users?string={myarg}",
            link: "https://www.example.com/users",
            arguments: [argument("myarg", .string, isOptional: true)],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchOnlyPartOfParam",
            pattern: "https://www.example.com/users?id={id}L",
            link: "https://www.example.com/users?id=2L",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryDefaultParamArgumentMatchOnlyPartOfParam",
            pattern: "https://www.example.com/users?id={id}L",
            link: "https://www.example.com/users",
            arguments: [argument("id", .int, defaultValue: .integer(2))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentMatchMultiArgsOneParam",
            pattern: "https://www.example.com/users?name={first}_{last}",
            link: "https://www.example.com/users?name=Jane_Doe",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string("Jane"), "last": .string("Doe")])),
        NavDeepLinkCase(
            "deepLinkQueryDefaultParamArgumentMatchMultiArgsOneParam",
            pattern: "https://www.example.com/users?name={first}_{last}",
            link: "https://www.example.com/users",
            arguments: [
                argument("first", .string, defaultValue: .string("Jane")),
                argument("last", .string, defaultValue: .string("Doe")),
            ],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamOneDefaultArgumentMatchMultiArgsOneParam",
            pattern: "https://www.example.com/users?name={first}_{last}",
            link: "https://www.example.com/users?name=Jane_",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string("Jane"), "last": .string("")])),
        NavDeepLinkCase(
            "deepLinkQueryParamNoDefaultArgumentMatchMultiArgsNoParam",
            pattern: "https://www.example.com/users?name={first}_{last}",
            link: "https://www.example.com/users?name=_",
            arguments: [argument("first", .string), argument("last", .string)],
            expected: .match(["first": .string(""), "last": .string("")])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentWithWildCard",
            pattern: "https://www.example.com/users?productId=.*-{id}",
            link: "https://www.example.com/users?productId=wildCardMatch-2",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)]),
            deviation: .noWildcards),
        NavDeepLinkCase(
            "deepLinkQueryParamDefaultArgumentWithWildCard",
            pattern: "https://www.example.com/users?productId=.*-{id}",
            link: "https://www.example.com/users",
            arguments: [argument("id", .int, defaultValue: .integer(2))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamDefaultArgumentWithWildCardOnly",
            pattern: "https://www.example.com/users?productId=.*-{id}",
            link: "https://www.example.com/users?productId=.*-",
            arguments: [argument("id", .int, defaultValue: .integer(2))],
            expected: .match([:]),
            deviation: .valueHasItsType),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentWithStarInFront",
            pattern: "https://www.example.com/users?productId=A*B{id}",
            link: "https://www.example.com/users?productId=A*B2",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentWithStarInBack",
            pattern: "https://www.example.com/users?productId={id}A*B",
            link: "https://www.example.com/users?productId=2A*B",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkQueryParamArgumentWithRegex",
            pattern: "https://www.example.com/users?path=go/to/{path}",
            link: "https://www.example.com/users?path=go/to/directions",
            arguments: [argument("path", .string)],
            expected: .match(["path": .string("directions")])),
        NavDeepLinkCase(
            "deepLinkQueryParamDefaultArgumentWithRegex",
            pattern: "https://www.example.com/users?path=go/to/{path}",
            link: "https://www.example.com/users",
            arguments: [argument("path", .string, defaultValue: .string("directions"))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkQueryParamDefaultArgumentWithRegexOnly",
            pattern: "https://www.example.com/users?path=go/to/{path}",
            link: "https://www.example.com/users?path=go/to/",
            arguments: [argument("path", .string)],
            expected: .match(["path": .string("")])),
        NavDeepLinkCase(
            "deepLinkDomainWithWildCard",
            pattern: "https://.*.example.com",
            link: "https://wildCardMatch.example.com",
            expected: .match([:]),
            deviation: .hostIsLiteral),
        NavDeepLinkCase(
            "deepLinkDomainWithWildCardAndPathParamWildCard",
            pattern: "https://.*.example.com/.*",
            link: "https://wildCardMatch.example.com/wildCardMatch",
            expected: .match([:]),
            deviation: .hostIsLiteral),
        NavDeepLinkCase(
            "deepLinkDomainWithWildCardAndPathParamArgumentAndWildCard",
            pattern: "https://.*.example.com/{id}/.*",
            link: "https://wildCardMatch.example.com/1/wildCardMatch",
            arguments: [argument("id", .int, defaultValue: .integer(-1))],
            expected: .match(["id": .integer(1)]),
            deviation: .hostIsLiteral),
        NavDeepLinkCase(
            "deepLinkDomainWithWildCardAndQueryParamWildCard",
            pattern: "https://.*.example.com?productId=.*-{id}",
            link: "https://wildCardMatch.example.com?productId=wildCardMatch-1",
            arguments: [argument("id", .int, defaultValue: .integer(-1))],
            expected: .match(["id": .integer(1)]),
            deviation: .hostIsLiteral),
        NavDeepLinkCase(
            "deepLinkFragmentMatch",
            pattern: "https://www.example.com/users#{frag}",
            link: "https://www.example.com/users#testFrag",
            arguments: [argument("frag", .string)],
            expected: .match(["frag": .string("testFrag")])),
        NavDeepLinkCase(
            "deepLinkFragmentMatchWithQuery",
            pattern: "https://www.example.com/users?id={id}#{frag}",
            link: "https://www.example.com/users?id=43#testFrag",
            arguments: [argument("id", .int), argument("frag", .string)],
            expected: .match(["id": .integer(43), "frag": .string("testFrag")])),
        NavDeepLinkCase(
            "deepLinkFragmentMatchWithOptionalQuery",
            pattern: "https://www.example.com/users?id={id}#{frag}",
            link: "https://www.example.com/users#testFrag",
            arguments: [argument("id", .string, isOptional: true), argument("frag", .string)],
            expected: .match(["frag": .string("testFrag")])),
        NavDeepLinkCase(
            "deepLinkArgumentMatchEncoded",
            pattern: "https://www.example.com/users/{name}/posts",
            link: "https://www.example.com/users/John%20Doe/posts",
            arguments: [argument("name", .string)],
            expected: .match(["name": .string("John Doe")])),
        NavDeepLinkCase(
            "deepLinkMultipleArgumentMatch",
            pattern: "https://www.example.com/users/{id}/posts/{postId}",
            link: "https://www.example.com/users/2/posts/42",
            arguments: [argument("id", .int), argument("postId", .int)],
            expected: .match(["id": .integer(2), "postId": .integer(42)])),
        NavDeepLinkCase(
            "deepLinkEmptyArgumentMatches",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "https://www.example.com/users//posts",
            arguments: [argument("id", .string)],
            expected: .anyMatch,
            deviation: .emptySegment),
        NavDeepLinkCase(
            "deepLinkPrefixMatch",
            pattern: "https://www.example.com/posts/.*",
            link: "https://www.example.com/posts/test",
            expected: .match([:]),
            deviation: .noWildcards),
        NavDeepLinkCase(
            "deepLinkWildcardMatch",
            pattern: "https://www.example.com/posts/.*/new",
            link: "https://www.example.com/posts/test/new",
            expected: .match([:]),
            deviation: .noWildcards),
        NavDeepLinkCase(
            "deepLinkWildcardBeforeArgumentMatch",
            pattern: "https://www.example.com/users/.*/posts/{postId}",
            link: "https://www.example.com/users/test/posts/2",
            arguments: [argument("postId", .int)],
            expected: .match(["postId": .integer(2)]),
            deviation: .noWildcards),
        NavDeepLinkCase(
            "deepLinkMultipleMatch",
            pattern: "https://www.example.com/users/{id}/posts/.*",
            link: "https://www.example.com/users/2/posts/test",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)]),
            deviation: .noWildcards),
        NavDeepLinkCase(
            "deepLinkCaseInsensitiveDomainWithPath",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "HTTPS://WWW.EXAMPLE.COM/users/2/posts",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)])),
        NavDeepLinkCase(
            "deepLinkCaseInsensitivePath",
            pattern: "https://www.example.com/users/{id}/posts",
            link: "https://www.example.com/Users/2/posts",
            arguments: [argument("id", .int)],
            expected: .match(["id": .integer(2)]),
            deviation: .pathsHaveCase),
        NavDeepLinkCase(
            "deepLinkCaseSensitiveQueryParams",
            pattern: "http://www.example.com/?myParam={param}",
            link: "http://www.example.com/?MYPARAM=2",
            arguments: [argument("param", .int, defaultValue: .integer(0))],
            expected: .match([:])),
        NavDeepLinkCase(
            "ensureValueIsDecodedProperly",
            pattern: "https://www.example.com/users?myarg={myarg}",
            link: "https://www.example.com/users?myarg=%25555",
            arguments: [argument("myarg", .string, isOptional: true)],
            expected: .match(["myarg": .string("%555")])),
        NavDeepLinkCase(
            "ensureNewLineIsDecodedProperly",
            pattern: "https://www.example.com/users?myarg={myarg}",
            link: "https://www.example.com/users?myarg=some%0Athing",
            arguments: [argument("myarg", .string, isOptional: true)],
            expected: .match(["myarg": .string("some\nthing")])),
        NavDeepLinkCase(
            "deepLinkMissingRequiredArgument",
            pattern: "https://www.example.com/greeting?title={title}&text={text}",
            link: "https://www.example.com/greeting?title=No%20text",
            arguments: [argument("title", .string), argument("text", .string)],
            expected: .noMatch),
        NavDeepLinkCase(
            "deepLinkMissingOptionalArgument",
            pattern: "https://www.example.com/greeting?text={text}",
            link: "https://www.example.com/greeting",
            arguments: [argument("text", .string, defaultValue: .string("Default greeting"))],
            expected: .match([:])),
        NavDeepLinkCase(
            "deepLinkArgumentDoesNotCrossPoundSign",
            pattern: "https://www.example.com/users/{myarg}",
            link: "https://www.example.com/users/test#split",
            arguments: [argument("myarg", .string)],
            expected: .match(["myarg": .string("test")])),
        NavDeepLinkCase(
            "deepLinkSingleQueryParamNoValue",
            pattern: "https://www.example.com/users?{myarg}",
            link: "https://www.example.com/users?name",
            arguments: [argument("myarg", .string)],
            expected: .match(["myarg": .string("name")])),
        NavDeepLinkCase(
            "deepLinkRepeatedQueryParamsMappedToArray",
            pattern: "https://www.example.com/users?myarg={myarg}",
            link: "https://www.example.com/users?myarg=name1&myarg=name2",
            arguments: [argument("myarg", strings)],
            expected: .match(["myarg": .list([.string("name1"), .string("name2")])])),
        NavDeepLinkCase(
            "deepLinkNoRepeatedQueryParamsInPattern",
            pattern: "https://www.example.com/users?myarg={myarg}&myarg={myarg}",
            link: "https://www.example.com/users",
            arguments: [argument("myarg", .string)],
            expected: .refused(.itemTwice)),
        NavDeepLinkCase(
            "deepLinkStringListEmpty",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=",
            arguments: [argument("myarg", strings)],
            expected: .match(["myarg": .list([.string("")])])),
        NavDeepLinkCase(
            "deepLinkStringListMultipleEmpty",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=&myarg=",
            arguments: [argument("myarg", strings)],
            expected: .match(["myarg": .list([.string(""), .string("")])])),
        NavDeepLinkCase(
            "deepLinkStringListMissing",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com",
            arguments: [argument("myarg", strings)],
            expected: .match(["myarg": .list([])]),
            deviation: .listHasItem),
        NavDeepLinkCase(
            "deepLinkStringListEmptyFirstValue",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=&myarg=two&myarg=three",
            arguments: [argument("myarg", strings, defaultValue: .list([.string("default1"), .string("default2")]))],
            expected: .match(["myarg": .list([.string(""), .string("two"), .string("three")])])),
        NavDeepLinkCase(
            "deepLinkStringListEmptyMiddleValue",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=one&myarg=&myarg=three",
            arguments: [argument("myarg", strings, defaultValue: .list([.string("default1"), .string("default2")]))],
            expected: .match(["myarg": .list([.string("one"), .string(""), .string("three")])])),
        NavDeepLinkCase(
            "deepLinkIntListEmpty",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=",
            arguments: [argument("myarg", ints)],
            expected: .match(["myarg": .list([])]),
            deviation: .valueHasItsType),
        NavDeepLinkCase(
            "deepLinkIntListMissing",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com",
            arguments: [argument("myarg", ints)],
            expected: .match(["myarg": .list([])]),
            deviation: .listHasItem),
        NavDeepLinkCase(
            "deepLinkIntListEmptyFirstValue",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=&myarg=2&myarg=3",
            arguments: [argument("myarg", ints, defaultValue: .list([.integer(-1), .integer(-1)]))],
            expected: .match(["myarg": .list([.integer(2), .integer(3)])]),
            deviation: .valueHasItsType),
        NavDeepLinkCase(
            "deepLinkIntListEmptyMiddleValue",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=1&myarg=&myarg=3",
            arguments: [argument("myarg", ints, defaultValue: .list([.integer(-1), .integer(-1)]))],
            expected: .match(["myarg": .list([.integer(1), .integer(3)])]),
            deviation: .valueHasItsType),
        NavDeepLinkCase(
            "deepLinkIntListEmptyLastValue",
            pattern: "https://www.example.com?myarg={myarg}",
            link: "https://www.example.com?myarg=1&myarg=2&myarg=",
            arguments: [argument("myarg", ints, defaultValue: .list([.integer(-1), .integer(-1)]))],
            expected: .match(["myarg": .list([.integer(1), .integer(2)])]),
            deviation: .valueHasItsType),
        NavDeepLinkCase(
            "deepLinkFromKClassMissingRequiredArgNoDefault",
            pattern: "www.test.com/{arg}",
            link: "http://www.test.com",
            arguments: [argument("arg", .int)],
            expected: .noMatch,
            deviation: .patternNamesItsScheme),
        NavDeepLinkCase(
            "deepLinkExactMatchFromKClassPathQueryArgNoScheme",
            pattern: "www.test.com/{arg2}?arg={arg}",
            link: "http://www.test.com/false?arg=1",
            arguments: [argument("arg", .int, defaultValue: .integer(0)), argument("arg2", .bool)],
            expected: .match(["arg": .integer(1), "arg2": .bool(false)]),
            deviation: .patternNamesItsScheme),
    ]
}
