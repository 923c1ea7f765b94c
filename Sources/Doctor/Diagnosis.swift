import BridgeCommandLine
import Glibc

/// The diagnosis of this machine. It is read-only: it does not even create a missing directory.
package struct Diagnosis: Sendable {
  private let options: DoctorOptions

  package init(options: DoctorOptions) {
    self.options = options
  }

  package func examine() -> DoctorReport {
    let home = DirectoryCheck(path: absolute(options.serve.dataDir))
    let groups = GroupFiles.all(in: home.path)
    let delivery = DeliveryCheck(options)
    let platforms = PlatformCheck(groups: groups, client: delivery.client)
    let configuration = ConfigurationCheck(options: options)
    let system = SystemCheck()
    let directory = [home.directory, home.filesystem, home.freeSpace, home.syncSpeed]
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
          findings: clocks.compactMap(\.self) + [system.processTable, system.openFiles]),
      ])
  }

  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }
}
