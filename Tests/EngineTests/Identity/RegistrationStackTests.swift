import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The registrations of one kind")
struct RegistrationStackTests {
  private static func stack(_ connections: UInt64?...) -> RegistrationStack<String> {
    var stack = RegistrationStack<String>()
    for connection in connections {
      stack.register(
        connection.map { "\($0)" } ?? "fixed", by: connection.map { ConnectionID($0) })
    }
    return stack
  }

  /// Returns the registrations, from the one in force down.
  private static func all(_ stack: RegistrationStack<String>) -> [String] {
    var (stack, all) = (stack, [String]())
    while let current = stack.current {
      all.append(current)
      if let connection = UInt64(current) {
        stack.forget(ConnectionID(connection))
      } else {
        stack.unregister(nil)
      }
    }
    return all
  }

  @Test("the latest registration whose connection is open is in force")
  func latest() {
    var stack = Self.stack(1, 2, 3)
    #expect(Self.all(stack) == ["3", "2", "1"])
    var had = stack.forget(ConnectionID(2))
    #expect(had && Self.all(stack) == ["3", "1"])
    had = stack.forget(ConnectionID(3))
    #expect(had && stack.current == "1")
    had = stack.forget(ConnectionID(3))
    #expect(!had && stack.current == "1")
    had = stack.forget(ConnectionID(1))
    #expect(had && stack.current == nil)
  }

  @Test("a connection that registers again has one registration, the latest")
  func again() {
    #expect(Self.all(Self.stack(1, 2, 1)) == ["1", "2"])
    #expect(Self.all(Self.stack(1, 1)) == ["1"])
  }

  @Test(
    "a registration without a connection replaces all before it, and stays when those after it end")
  func fixed() {
    var stack = Self.stack(1, nil, 2)
    #expect(Self.all(stack) == ["2", "fixed"])
    stack.forget(ConnectionID(2))
    stack.forget(ConnectionID(1))
    #expect(Self.all(stack) == ["fixed"])
  }

  @Test(
    "a fixed registration keeps earlier registrations, and is used again only when no connection has one"
  )
  func fixedOfConnection() {
    var stack = Self.stack(1)
    stack.register("token", by: ConnectionID(2), isFixed: true)
    #expect(stack.all == ["token", "1"])
    stack.forget(ConnectionID(2))
    #expect(stack.all == ["1", "token"])
    stack.forget(ConnectionID(1))
    #expect(stack.all == ["token"])
    stack.register("3", by: ConnectionID(3))
    #expect(stack.all == ["3", "token"])
  }

  @Test("a fixed registration replaces that of a connection that has closed")
  func replaced() {
    var stack = Self.stack()
    for number in UInt64(1)...9 {
      stack.register("\(number)", by: ConnectionID(number), isFixed: true)
      stack.forget(ConnectionID(number))
      #expect(stack.all == ["\(number)"])
    }
    stack.register("10", by: ConnectionID(10), isFixed: true)
    stack.unregister(ConnectionID(10))
    #expect(stack.current == nil)
  }

  @Test("null ends the registration of its connection, and a fixed one whose connection has closed")
  func unregister() {
    var stack = Self.stack(1, 2, 3)
    stack.unregister(ConnectionID(2))
    #expect(Self.all(stack) == ["3", "1"])
    stack.unregister(ConnectionID(2))
    #expect(Self.all(stack) == ["3", "1"])
    stack.unregister(nil)
    #expect(stack.current == nil)
    stack.register("token", by: ConnectionID(1), isFixed: true)
    stack.forget(ConnectionID(1))
    stack.unregister(ConnectionID(2))
    #expect(stack.current == nil)
  }

  @Test("random operations have the result of a list of connections")
  func random() {
    var numbers = SeededNumbers(seed: 7)
    var (stack, model) = (RegistrationStack<String>(), [String]())
    for _ in 0..<10_000 {
      let connection = UInt64.random(in: 1...4, using: &numbers)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0...3:
        stack.register("\(connection)", by: ConnectionID(connection))
        model = model.filter { $0 != "\(connection)" } + ["\(connection)"]
      case 4:
        stack.register("fixed", by: nil)
        model = ["fixed"]
      case 5:
        stack.unregister(ConnectionID(connection))
        model = model.filter { $0 != "\(connection)" && $0 != "fixed" }
      default:
        let had = stack.forget(ConnectionID(connection))
        #expect(had == model.contains("\(connection)"))
        model = model.filter { $0 != "\(connection)" }
      }
      #expect(stack.current == model.last)
    }
    #expect(Self.all(stack) == model.reversed())
  }
}
