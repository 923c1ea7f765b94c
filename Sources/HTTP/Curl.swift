import CLibraries
import System

/// The library libcurl, loaded when the first request needs it. Only one thread uses it.
final class Curl {
  let functions = UnsafeMutablePointer<curl_functions>.allocate(capacity: 1)

  /// Loads the library. Fails if it is missing; another try may find it.
  init() throws(CurlMissing) {
    functions.initialize(to: curl_functions())
    guard let problem = curl_load(functions) else { return }
    throw CurlMissing(String(cString: problem))
  }

  deinit { functions.deallocate() }

  /// The description of the library.
  var description: curl_version { functions.pointee.version_info(0)?.pointee ?? curl_version() }
}

/// The library that was found.
package struct CurlLibrary: Sendable {
  /// Its version, with that of the TLS library: `7.88.1 OpenSSL/3.0.19`.
  package let version: String
  /// The store of certificates that it was built with.
  package let store: HTTPSettings.TrustStore

  init(_ curl: Curl) {
    let description = curl.description
    version = [description.version, description.ssl_version]
      .compactMap { $0.map { String(cString: $0) } }.joined(separator: " ")
    // The paths are members from version 7.70 on.
    store =
      description.age < 6
      ? HTTPSettings.TrustStore()
      : HTTPSettings.TrustStore(
        file: description.cainfo.map { String(cString: $0) },
        directory: description.capath.map { String(cString: $0) })
  }
}

/// The absence of libcurl, with the package to install.
package struct CurlMissing: Error {
  package let message: String

  init(_ reason: String) {
    message =
      reason.contains("cannot open shared object file")
      ? "libcurl.so.4 is not installed; install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, SUSE, Alpine)"
      : reason
  }

  var failure: HTTPFailure { .transport(TransportFailure(.libcurl, "", message)) }
}

/// A handle of libcurl for one transfer, with the buffer for its error text. None is used twice: libcurl 7.88 keeps a
/// pointer to a header of the last answer, which a folded line of the next one would write to.
final class CurlHandle {
  let curl: Curl
  let easy: UnsafeMutableRawPointer
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
  private var headers: OpaquePointer?

  /// Returns nil if there is no memory.
  init?(_ curl: Curl) {
    guard let easy = curl.functions.pointee.easy_init() else {
      errorText.deallocate()
      return nil
    }
    self.curl = curl
    self.easy = easy
    errorText[0] = 0
  }

  deinit {
    curl.functions.pointee.easy_cleanup(easy)
    curl.functions.pointee.slist_free_all(headers)
    errorText.deallocate()
  }

  /// Sets an option. Returns false if this version of the library does not have it.
  @discardableResult
  func set(_ option: Int, _ value: Int) -> Bool {
    curl_set_number(curl.functions, easy, Int32(option), value) == CURLE_OK
  }

  /// Sets an option to a text, which is copied, or to its default.
  @discardableResult
  func set(_ option: Int, _ value: String?) -> Bool {
    guard let value else { return set(option, object: nil) }
    return value.withCString { set(option, object: $0) }
  }

  @discardableResult
  func set(_ option: Int, object: UnsafeRawPointer?) -> Bool {
    curl_set_object(curl.functions, easy, Int32(option), object) == CURLE_OK
  }

  func number(_ info: Int) -> Int { curl_number(curl.functions, easy, Int32(info)) }

  /// Returns whether a step, for which libcurl takes the time, has ended.
  func hasEnded(_ step: Int) -> Bool { curl_microseconds(curl.functions, easy, Int32(step)) > 0 }

  /// Returns the text of libcurl about the failure of the transfer.
  func reason(_ result: Int32) -> String {
    if errorText[0] != 0 { return String(cString: errorText) }
    return curl.functions.pointee.easy_strerror(result).map { String(cString: $0) } ?? "failed"
  }

  /// Sets everything of a request but where it is received.
  func set(_ request: HTTPRequest) {
    set(CURLOPT_URL, request.url)
    set(CURLOPT_ERRORBUFFER, object: errorText)
    if !request.body.isEmpty || request.method == "POST" {
      set(CURLOPT_POST, 1)
      _ = request.body.withUnsafeBytes {
        curl_set_body(
          curl.functions, easy, $0.baseAddress ?? UnsafeRawPointer(errorText), Int64($0.count))
      }
    }
    if !["GET", "POST"].contains(request.method) { set(CURLOPT_CUSTOMREQUEST, request.method) }
    // An empty value is written with a semicolon; a name with a colon alone removes a header. A server that does not
    // know `Expect` would cost a second.
    let lines =
      request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + [
        "Expect:"
      ]
    for line in lines {
      headers = curl.functions.pointee.slist_append(headers, line) ?? headers
    }
    set(CURLOPT_HTTPHEADER, object: UnsafeRawPointer(headers))
  }

  /// Sets what is the same for all requests.
  func setRules() {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    set(CURLOPT_PATH_AS_IS, 1)
    set(CURLOPT_HEADEROPT, CURLHEADER_SEPARATE)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    // A changed file of certificates is read again after a minute.
    set(CURLOPT_CA_CACHE_TIMEOUT, 60)
    // From version 7.87 on, the end of a transfer does not wait for its resolver.
    set(CURLOPT_QUICK_EXIT, 1)
    // The deadline has its own timer. libcurl waits for its resolver when this one ends, and all transfers with it.
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(Int32.max))
  }

  func set(_ proxy: HTTPSettings.Proxy?) {
    set(CURLOPT_PROXY, proxy?.url ?? "")
    set(CURLOPT_NOPROXY, "")
  }

  /// Sets the trusted certificates. libcurl reads a file once, but a directory for each connection.
  func set(_ store: HTTPSettings.TrustStore) {
    for (file, directory) in [
      (CURLOPT_CAINFO, CURLOPT_CAPATH), (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH),
    ] {
      if let path = store.file { set(file, path) }
      if store.file != nil || store.directory != nil { set(directory, store.directory) }
    }
  }
}
