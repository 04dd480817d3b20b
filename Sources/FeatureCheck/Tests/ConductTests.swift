import HostCore

extension CheckTest {
    /// Tests of rules that hold in every call, through the whole life of a feature.
    static let conductTests: [CheckTest] = [
        .watching(.failures, "What fails says why, once, and what does not fail says nothing."),
        .watching(.sizes, "Its structs say the size that they have in the version it is built for."),
        .watching(.text, "Its text is UTF-8 without control characters."),
        .watching(.limits, "It keeps to what every host takes: 1 MiB of text, 10,000 nodes, nested 64 deep."),
        .watching(.threads, "It calls on the main thread what belongs there, and a sink on the thread of its call."),
        .watching(.lifetime, "It uses nothing that is over: no sink, no screen, no host."),
        .watching(.hostCalls, "What it passes to the host and to sinks is well-formed."),
        .watching(.declarations, "It leads to, shows and sends what its manifest declares."),
        .watching(.forks, "It does not fork the process."),
        CheckTest(
            "standard-output", "It writes nothing to standard output, where the host's data goes.", requires: ["load"],
            survives: wholeLife
        ) { (probe) throws(ProbeError) in
            StandardStreams.watchInput()
            await probe.live()
            StandardStreams.tellOfInput()
            StandardStreams.tellOfOutput()
        },
        CheckTest(
            "standard-error", "It writes to the host's log, and not to standard error.", requires: ["load"],
            survives: wholeLife
        ) { (probe) throws(ProbeError) in
            StandardStreams.watchError()
            await probe.live()
            StandardStreams.tellOfError()
        },
        CheckTest(
            "process-state", "It leaves signals, working directory, umask, locale and environment to the host.",
            requires: ["load"], survives: wholeLife
        ) { (probe) throws(ProbeError) in
            let before = HostsState()
            await probe.live()
            for change in before.changes(to: HostsState()) { Reporter.found(.failed, change) }
        },
    ]
}
