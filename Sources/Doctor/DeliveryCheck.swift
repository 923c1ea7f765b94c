import AltcraftMethods
import BridgeCommandLine
import Glibc
import HTTP
import System

/// The check of what sends the requests: libcurl, the trusted certificates and the proxies.
struct DeliveryCheck: Sendable {
  let client: CurlHTTPClient
  private let settings: HTTPSettings

  init(_ options: DoctorOptions) {
    settings = options.serve.http(options.environment)
    client = CurlHTTPClient(
      userAgent: "altcraft-bridge-doctor/\(BridgeVersion.current)", settings: settings)
  }

  /// Returns the findings for the origins of the platforms.
  func findings(_ origins: [String]) -> [Finding] {
    switch CurlHTTPClient.library {
    case .failure(let absence): [.problem("libcurl", absence.message)]
    case .success(let library):
      [.ok("libcurl", library.version), certificates(settings.trustStore(builtIn: library.store))]
        + origins.map(route) + ignored
    }
  }

  private func certificates(_ store: HTTPSettings.TrustStore) -> Finding {
    let source = store.source.map { " (\($0))" } ?? ""
    let advice =
      store.source == nil ? "install ca-certificates" : "name a file with certificates in PEM form"
    var places: [String] = []
    if let path = store.file {
      switch File.read(path) {
      case .failure(let error):
        return .problem("certificates", "\(path.inMessage)\(source): \(error.reason)", advice)
      case .success(let bytes):
        let count = String(decoding: bytes, as: UTF8.self).ranges(of: "-----BEGIN ").count
        guard count > 0 else {
          return .problem("certificates", "\(path.inMessage)\(source) has none", advice)
        }
        places.append("\(path) (\(count))")
      }
    }
    if let path = store.directory {
      guard access(path, R_OK | X_OK) == 0 else {
        return .problem(
          "certificates", SystemError(path.inMessage).message + source, advice)
      }
      places.append(path)
    }
    guard !places.isEmpty else { return .problem("certificates", "no store found", advice) }
    return .ok("certificates", places.joined(separator: " and ") + source)
  }

  private func route(_ origin: String) -> Finding {
    guard let address = Origin(origin), let proxy = settings.proxy(for: address) else {
      return .ok("route", "\(origin): without a proxy")
    }
    return .ok("route", "\(origin): by the proxy \(proxy.shown) (\(proxy.source))")
  }

  private var ignored: [Finding] {
    guard settings.variables["HTTP_PROXY"] != nil else { return [] }
    return [
      .note(
        "proxy", "HTTP_PROXY is ignored: a web server sets it from a request header",
        "use http_proxy or https_proxy")
    ]
  }
}
