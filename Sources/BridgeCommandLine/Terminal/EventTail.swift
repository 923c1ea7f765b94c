import Glibc
import JSONCodec
import System

/// The formatter of `events`.
package struct EventTail: Sendable {
  private let format: EventFormat
  private let terminal: Terminal

  package init(format: EventFormat, terminal: Terminal) {
    self.format = format
    self.terminal = terminal
  }

  /// Formats an event, given the parameters of its notification.
  package func line(_ event: JSON) -> String {
    switch format {
    case .json: event.text.shown(on: terminal)
    case .text: text(event)
    }
  }

  /// Formats time, code and name, message, the beginning of the request's id and the beginning of the value.
  private func text(_ event: JSON) -> String {
    let name = event["name"]?.stringValue ?? ""
    let code = (event["code"]?.text ?? "").visible.padded(to: 3, atEnd: false)
    // On a narrow terminal each column counts, so the fields are shortened.
    let isNarrow = (terminal.width ?? 200) < 100
    let clock = LocalTime.text(event["date"]?.stringValue ?? "")
    let time = isNarrow ? String(clock.prefix(8)) : clock
    let subject = "\(code) \(name.visible.padded(to: 23))"
    let message = (event["message"]?.stringValue ?? "").visible.replacing("\n", with: " ")
    let request = String((event["requestId"]?.stringValue ?? "").prefix(8)).visible

    let style = terminal.style
    var line = "\(style.dim(time)) \(coloured(subject, event["type"]?.stringValue)) \(message)"
    var width = time.count + subject.count + message.count + 2
    if !request.isEmpty {
      line += " " + style.cyan(request)
      width += request.count + 1
    }
    let value = shortened(event["value"] ?? .null, room: (terminal.width ?? 200) - width - 2)
    return value.isEmpty ? line : "\(line)  \(style.dim(value))"
  }

  private func coloured(_ text: String, _ type: String?) -> String {
    switch type {
    case "error": terminal.style.red(text)
    case "retryError": terminal.style.yellow(text)
    default: terminal.style.green(text)
    }
  }

  /// Returns the empty string if there is too little room.
  private func shortened(_ value: JSON, room: Int) -> String {
    guard !value.isNull, value != [:], room >= 16 else { return "" }
    let text = value.text.visible
    return text.count <= room ? text : text.prefix(room - 1) + "…"
  }

  /// Describes a gap for a person.
  package static func words(gap: JSON) -> String {
    let from = gap["from"]?.text ?? "?"
    guard gap["reason"]?.stringValue == "overflow" else {
      return "the bridge was restarted since event \(from); "
        + "the events of this run that are still kept follow"
    }
    let to = gap["to"]?.text ?? "?"
    let count = gap["count"]?.text ?? "?"
    return count == "1"
      ? "event \(from) is no longer available"
      : "\(count) events are no longer available: \(from) to \(to)"
  }
}

package enum LocalTime {
  /// Converts a time like `2026-11-20T12:00:00.123Z` to `14:03:22.123` in local time. Returns any other text
  /// unchanged.
  package static func text(_ date: String) -> String {
    guard var time = sinceEpoch(date).map({ time_t($0) }) else { return date.visible }
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return date.visible }
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { String($0).padded(to: 2, atEnd: false, with: "0") }
    return clock.joined(separator: ":") + "." + date.dropLast().suffix(3)
  }

  /// Returns the seconds from 1970 to a time like `2026-11-20T12:00:00.123Z`; nil for any other text.
  package static func sinceEpoch(_ date: String) -> Int? {
    let fields = date.split(whereSeparator: { "-T:.Z".contains($0) }).map { Int32(String($0)) }
    guard fields.count == 7, date.hasSuffix("Z"), let year = fields[0], let month = fields[1],
      let day = fields[2], let hour = fields[3], let minute = fields[4], let second = fields[5]
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year &- 1900, month &- 1, day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
    return timegm(&parts)
  }

  package static var now: Int { time(nil) }
}
