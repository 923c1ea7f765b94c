/// A host name with letters beyond ASCII. DNS has another form of it, which begins with `xn--`.
/// With this form the tables of IDNA are not needed, and the host that is checked is the one that
/// is connected to.
package struct InternationalHost: Sendable, Hashable {
  /// The form for DNS; nil if it depends on the tables of IDNA, as for `ß` and for letters with
  /// separate marks.
  package let ascii: String?

  /// Nil for a name that has only ASCII, or characters of ASCII that no name has.
  package init?(_ name: some StringProtocol) {
    let isPlausible = name.unicodeScalars.allSatisfy {
      !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "-_.".unicodeScalars.contains($0)
    }
    guard isPlausible, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    let encoded = labels.compactMap(Self.encoded)
    ascii = encoded.count == labels.count ? encoded.joined(separator: ".") : nil
  }

  /// The advice for a setting that has such a name.
  package var advice: String {
    ascii.map { "write the host in ASCII: \($0)" }
      ?? "write the host in ASCII, as its registrar or the command idn2 shows it: it begins with xn--"
  }

  /// Returns the label for DNS. Nil for one with a character that IDNA maps, or that may be
  /// combined with another one.
  private static func encoded(_ label: Substring) -> String? {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
    let isPlain = label.unicodeScalars.allSatisfy { scalar in
      guard !scalar.properties.changesWhenNFKCCaseFolded else { return false }
      switch scalar.properties.generalCategory {
      case .lowercaseLetter, .otherLetter, .decimalNumber: return true
      default: return scalar == "-"
      }
    }
    guard isPlain, label.unicodeScalars.count < 63, !label.hasPrefix("xn--") else { return nil }
    let text = "xn--" + punycode(label.unicodeScalars.map(\.value))
    return text.utf8.count <= 63 ? text : nil
  }

  /// Encodes a label by RFC 3492, with the names and the constants of its section 5.
  private static func punycode(_ scalars: [UInt32]) -> String {
    let (base, tMin, tMax, initialBias) = (UInt32(36), UInt32(1), UInt32(26), UInt32(72))
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = UInt32(output.count)
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (n, delta, bias, handled) = (UInt32(0x80), UInt32(0), initialBias, basicCount)
    while handled < scalars.count {
      let next = scalars.filter { $0 >= n }.min() ?? n
      delta += (next - n) * (handled + 1)
      n = next
      for scalar in scalars {
        if scalar < n { delta += 1 }
        guard scalar == n else { continue }
        var q = delta
        for k in stride(from: base, to: .max, by: UInt32.Stride(base)) {
          let threshold = k <= bias + tMin ? tMin : k >= bias + tMax ? tMax : k - bias
          guard q >= threshold else { break }
          output.append(digit(threshold + (q - threshold) % (base - threshold)))
          q = (q - threshold) / (base - threshold)
        }
        output.append(digit(q))
        bias = adapted(delta, after: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func adapted(_ delta: UInt32, after count: UInt32, isFirst: Bool) -> UInt32 {
    var (delta, k) = (isFirst ? delta / 700 : delta / 2, UInt32(0))
    delta += delta / count
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(value) + (value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "0") - 26)
  }
}
