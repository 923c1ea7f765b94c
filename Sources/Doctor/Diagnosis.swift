import BridgeCommandLine
import System

/// The diagnosis of this machine. It is read-only: it does not even create a missing directory.
package struct Diagnosis: Sendable {
  private let options: DoctorOptions

  package init(options: DoctorOptions) {
    self.options = options
  }

  package func examine() -> DoctorReport {
    let path = Result { () throws(NotUTF8) in try options.serve.dataDir.absolutePath() }
    let home = DirectoryCheck(path: (try? path.get()) ?? options.serve.dataDir)
    let groups = GroupFiles.all(in: home.path)
    let delivery = DeliveryCheck(options)
    let platforms = PlatformCheck(groups: groups, client: delivery.client)
    let configuration = ConfigurationCheck(options: options)
    let system = SystemCheck(variables: options.environment)
    let directory = [
      DirectoryCheck.workingDirectory(path), home.directory, home.filesystem, home.freeSpace,
      home.syncSpeed,
    ]
    let clocks = [system.clock, platforms.clock, GroupFiles.clock(groups)]
    return DoctorReport(
      settings: configuration.settings,
      sections: [
        DoctorReport.Section(title: "Configuration", findings: configuration.findings),
        DoctorReport.Section(
          title: "Data directory",
          findings: directory.compactMap(\.self) + groups.map(\.finding)),
        DoctorReport.Section(title: "Service", findings: ServiceCheck(options: options).findings),
        DoctorReport.Section(title: "Platform", findings: platforms.findings),
        DoctorReport.Section(
          title: "Delivery", findings: delivery.findings(platforms.origins)),
        DoctorReport.Section(
          title: "System",
          findings: clocks.compactMap(\.self) + [system.timeZone] + groups.compactMap(\.timeZone)
            + [system.processTable, system.openFiles]),
      ])
  }
}
