// A build with the static libraries of Swift has no tests, and not their module.
#if canImport(Testing)
  import Testing

  /// The trait of tests that block their thread while they wait. Each case runs on a thread of its own: tasks have only as
  /// many threads as there are processors, and all other tests would wait too.
  package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(CountingExecutor(), operation: function)
    }
  }

  extension Trait where Self == BlockingTrait {
    package static var blocking: Self { Self() }
  }
#endif
