/// The text of a corpus: a line for each input, with `\hh` in place of a byte that is not printable ASCII, and of a
/// backslash.
enum FuzzCorpus {
  static func inputs(in text: [UInt8]) -> [[UInt8]] {
    text.split(separator: 0x0A).map { line in
      var input: [UInt8] = []
      var rest = line
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"),
          let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else {
          input.append(byte)
          continue
        }
        rest = rest.dropFirst(2)
        input.append(escaped)
      }
      return input
    }
  }

  /// Returns the text of these inputs, in the order of its lines.
  static func text(of inputs: [[UInt8]]) -> [UInt8] {
    let lines = inputs.filter { !$0.isEmpty }.map { input in
      input.reduce(into: "") { line, byte in
        if 0x20...0x7E ~= byte, byte != UInt8(ascii: "\\") {
          line.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16)
          line += digits.utf8.count == 1 ? "\\0\(digits)" : "\\\(digits)"
        }
      }
    }
    return Set(lines).sorted().flatMap { Array($0.utf8) + [0x0A] }
  }
}
