import FeatureKit

/// Jobs that can be stopped, in a table, and what they have used, as charts: an admin's dashboard.
struct JobsView: View {
    struct Job: Identifiable {
        let id: Int
        let name: String
        var share: Double
        var isRunning = true
    }

    @State private var jobs = [
        Job(id: 1, name: "Index", share: 0.62), Job(id: 2, name: "Backup", share: 0.25),
        Job(id: 3, name: "Mail", share: 0.13),
    ]
    @State private var filter = ""

    var body: some View {
        List {
            Section("Share") {
                Chart(jobs) { job in
                    BarMark(x: .value("Percent", job.share * 100), y: .value("Job", job.name))
                        .foregroundStyle(job.share > 0.5 ? .red : .blue)
                        .cornerRadius(4)
                }
            }
            Section("Load") {
                Chart(0..<24, id: \.self) { hour in
                    LineMark(x: .value("Hour", hour), y: .value("Load", (hour * 7) % 24))
                        .foregroundStyle(Color.blue.gradient)
                        .interpolationMethod(.catmullRom)
                }
                .frame(height: 200)
                .chartLegend(.hidden)
            }
            Section("Visits") {
                Chart {
                    BarMark(x: .value("Day", "Mon"), y: .value("Visits", 120))
                        .foregroundStyle(.blue)
                    BarMark(x: .value("Day", "Tue"), y: .value("Visits", -40))
                    BarMark(x: .value("Day", "Wed"), y: .value("Visits", 80))
                }
                .accessibilityLabel("Visits of the week")
            }
            Table(jobs) {
                TableColumn("Job") { job in Text(job.name) }
                TableColumn("Share") { job in ProgressView(value: job.share) }
                TableColumn("State") { job in
                    Text(job.isRunning ? "running" : "stopped").foregroundStyle(job.isRunning ? .green : .red)
                }
                TableColumn("") { job in
                    HStack {
                        Button("Stop") { set(job, false) }.disabled(!job.isRunning)
                        Toggle("Keep", isOn: .constant(job.id == 1))
                    }
                }
            }
        }
        .navigationTitle("Jobs")
    }

    private func set(_ job: Job, _ isRunning: Bool) {
        guard let index = jobs.firstIndex(where: { $0.id == job.id }) else { return }
        jobs[index].isRunning = isRunning
    }
}
