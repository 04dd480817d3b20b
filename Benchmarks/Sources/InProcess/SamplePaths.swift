/// Patterns of paths, and for each one a path that matches it.
struct SamplePaths {
    let patterns: [String]
    let paths: [String]

    private init(_ patterns: [String]) {
        self.patterns = patterns
        paths = patterns.map { pattern in
            pattern.split(separator: "/").map { "/" + (values[String($0)] ?? String($0)) }.joined()
        }
    }

    /// The paths of a large public interface.
    static let named = SamplePaths(namedPatterns.split(separator: "\n").map(String.init))

    /// A thousand features with ten screens each.
    static let generated = SamplePaths(
        (10000..<11000).flatMap { number in
            [
                "list", "detail/{id}", "detail/{id}/edit", "detail/{id}/photos/{photo}", "search", "settings",
                "settings/{section}", "about", "history/{year}/{month}", "share/{id}/with/{user}",
            ].map { "/feature\(number)/\($0)" }
        })
}

/// The value in a path for each argument.
private let values = [
    "{owner}": "octocat", "{repo}": "hello-world", "{id}": "81273", "{number}": "1347",
    "{sha}": "6dcb09b5b57875f334f61aebed695e2e4193db5e", "{org}": "github", "{team}": "core", "{user}": "mona",
    "{target}": "hubot", "{name}": "bug", "{key}": "mit", "{branch}": "main", "{assignee}": "hubot",
    "{ref}": "heads-main", "{client_id}": "Iv1abc", "{photo}": "7", "{section}": "privacy", "{year}": "2026",
    "{month}": "11",
]

private let namedPatterns = """
    /authorizations
    /authorizations/{id}
    /applications/{client_id}/token
    /applications/{client_id}/grant
    /events
    /networks/{owner}/{repo}/events
    /notifications
    /notifications/threads/{id}
    /notifications/threads/{id}/subscription
    /feeds
    /gists
    /gists/public
    /gists/starred
    /gists/{id}
    /gists/{id}/star
    /gists/{id}/comments
    /gists/{id}/commits
    /gists/{id}/forks
    /emojis
    /gitignore/templates
    /gitignore/templates/{name}
    /licenses
    /licenses/{key}
    /meta
    /rate_limit
    /zen
    /markdown
    /markdown/raw
    /issues
    /orgs/{org}
    /orgs/{org}/events
    /orgs/{org}/issues
    /orgs/{org}/members
    /orgs/{org}/members/{user}
    /orgs/{org}/public_members
    /orgs/{org}/public_members/{user}
    /orgs/{org}/memberships/{user}
    /orgs/{org}/teams
    /orgs/{org}/teams/{team}
    /orgs/{org}/teams/{team}/members
    /orgs/{org}/repos
    /orgs/{org}/hooks
    /orgs/{org}/hooks/{id}
    /orgs/{org}/hooks/{id}/pings
    /teams/{id}
    /teams/{id}/members
    /teams/{id}/members/{user}
    /teams/{id}/repos
    /teams/{id}/repos/{owner}/{repo}
    /repositories
    /repos/{owner}/{repo}
    /repos/{owner}/{repo}/events
    /repos/{owner}/{repo}/notifications
    /repos/{owner}/{repo}/stargazers
    /repos/{owner}/{repo}/subscribers
    /repos/{owner}/{repo}/subscription
    /repos/{owner}/{repo}/git/blobs
    /repos/{owner}/{repo}/git/blobs/{sha}
    /repos/{owner}/{repo}/git/commits
    /repos/{owner}/{repo}/git/commits/{sha}
    /repos/{owner}/{repo}/git/refs
    /repos/{owner}/{repo}/git/tags
    /repos/{owner}/{repo}/git/tags/{sha}
    /repos/{owner}/{repo}/git/trees
    /repos/{owner}/{repo}/git/trees/{sha}
    /repos/{owner}/{repo}/issues
    /repos/{owner}/{repo}/issues/comments
    /repos/{owner}/{repo}/issues/comments/{id}
    /repos/{owner}/{repo}/issues/events
    /repos/{owner}/{repo}/issues/events/{id}
    /repos/{owner}/{repo}/issues/{number}
    /repos/{owner}/{repo}/issues/{number}/comments
    /repos/{owner}/{repo}/issues/{number}/events
    /repos/{owner}/{repo}/issues/{number}/labels
    /repos/{owner}/{repo}/issues/{number}/labels/{name}
    /repos/{owner}/{repo}/assignees
    /repos/{owner}/{repo}/assignees/{assignee}
    /repos/{owner}/{repo}/labels
    /repos/{owner}/{repo}/labels/{name}
    /repos/{owner}/{repo}/milestones
    /repos/{owner}/{repo}/milestones/{number}
    /repos/{owner}/{repo}/milestones/{number}/labels
    /repos/{owner}/{repo}/pulls
    /repos/{owner}/{repo}/pulls/comments
    /repos/{owner}/{repo}/pulls/comments/{id}
    /repos/{owner}/{repo}/pulls/{number}
    /repos/{owner}/{repo}/pulls/{number}/commits
    /repos/{owner}/{repo}/pulls/{number}/files
    /repos/{owner}/{repo}/pulls/{number}/merge
    /repos/{owner}/{repo}/pulls/{number}/comments
    /repos/{owner}/{repo}/contributors
    /repos/{owner}/{repo}/languages
    /repos/{owner}/{repo}/teams
    /repos/{owner}/{repo}/tags
    /repos/{owner}/{repo}/branches
    /repos/{owner}/{repo}/branches/{branch}
    /repos/{owner}/{repo}/collaborators
    /repos/{owner}/{repo}/collaborators/{user}
    /repos/{owner}/{repo}/comments
    /repos/{owner}/{repo}/comments/{id}
    /repos/{owner}/{repo}/commits
    /repos/{owner}/{repo}/commits/{sha}
    /repos/{owner}/{repo}/commits/{sha}/comments
    /repos/{owner}/{repo}/readme
    /repos/{owner}/{repo}/keys
    /repos/{owner}/{repo}/keys/{id}
    /repos/{owner}/{repo}/downloads
    /repos/{owner}/{repo}/downloads/{id}
    /repos/{owner}/{repo}/forks
    /repos/{owner}/{repo}/hooks
    /repos/{owner}/{repo}/hooks/{id}
    /repos/{owner}/{repo}/hooks/{id}/tests
    /repos/{owner}/{repo}/merges
    /repos/{owner}/{repo}/releases
    /repos/{owner}/{repo}/releases/{id}
    /repos/{owner}/{repo}/releases/{id}/assets
    /repos/{owner}/{repo}/stats/contributors
    /repos/{owner}/{repo}/stats/commit_activity
    /repos/{owner}/{repo}/stats/code_frequency
    /repos/{owner}/{repo}/stats/participation
    /repos/{owner}/{repo}/stats/punch_card
    /repos/{owner}/{repo}/statuses/{ref}
    /search/repositories
    /search/code
    /search/issues
    /search/users
    /user
    /user/repos
    /user/orgs
    /user/teams
    /user/emails
    /user/followers
    /user/following
    /user/following/{user}
    /user/keys
    /user/keys/{id}
    /user/starred
    /user/starred/{owner}/{repo}
    /user/subscriptions
    /user/subscriptions/{owner}/{repo}
    /users
    /users/{user}
    /users/{user}/events
    /users/{user}/events/public
    /users/{user}/events/orgs/{org}
    /users/{user}/received_events
    /users/{user}/starred
    /users/{user}/subscriptions
    /users/{user}/gists
    /users/{user}/keys
    /users/{user}/orgs
    /users/{user}/repos
    /users/{user}/followers
    /users/{user}/following
    /users/{user}/following/{target}
    """
