/// The rule by which a control request must not come from a page of another origin. Programs that send no
/// `Origin`, like curl, are not affected.
struct ControlAccess {
  private let hosts: [String]

  init(_ address: SimulatorAddress) {
    let own = address.host.contains(":") ? "[\(address.host)]" : address.host.lowercased()
    var names = ["127.0.0.1", "localhost", "[::1]"]
    if !names.contains(own) { names.append(own) }
    hosts = names.map { "\($0):\(address.port)" } + (address.port == 80 ? names : [])
  }

  func check(_ request: WireRequest, changes: Bool) throws(SimulatedRefusal) {
    // A page whose name was pointed to this machine (DNS rebinding) sends that name.
    let host = (request.header("host") ?? "").lowercased()
    guard hosts.contains(host) else {
      throw .forbidden("Host: must be one of \(hosts.joined(separator: ", "))")
    }
    guard changes else { return }
    if let origin = request.header("origin"), origin.lowercased() != "http://\(host)" {
      throw .forbidden("Origin: only the page of this simulator may change it")
    }
    if let site = request.header("sec-fetch-site"), !["same-origin", "none"].contains(site) {
      throw .forbidden("Sec-Fetch-Site: only the page of this simulator may change it")
    }
  }
}

extension SimulatedRefusal {
  fileprivate static func forbidden(_ text: String) -> SimulatedRefusal {
    SimulatedRefusal(status: 403, text: text)
  }
}
