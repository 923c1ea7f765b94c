import Dispatch
import Synchronization

/// A serial executor that counts its queued and running jobs: a test can wait until no task on it can run.
package final class CountingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks of a test")
  private let unfinished = Atomic<Int>(0)

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unfinished.add(1, ordering: .acquiringAndReleasing)
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      unfinished.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Waits until every task on this executor has ended or is suspended.
  package func waitUntilIdle() async {
    while unfinished.load(ordering: .acquiring) > 0 {
      try? await Task.sleep(for: .microseconds(100))
    }
  }
}
