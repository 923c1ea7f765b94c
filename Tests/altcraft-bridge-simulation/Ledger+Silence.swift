import AltcraftEngine

/// The checks after a time without calls, in which jobs are tried again and expire.
extension Ledger {
  /// The nanoseconds that a pause by `Retry-After` still takes.
  var restOfPause: UInt64 {
    let now = run.scheduler.now
    return latestPause > now ? latestPause - now : 0
  }

  /// Returns true for a job that waits for nothing but time: its next attempt, or the end of a pause.
  private func isDue(_ report: JobReport) -> Bool {
    report.state == .pending && (report.waitingFor == .retry || report.waitingFor == nil)
  }

  /// Notes how often each job has been sent that waits for nothing but time.
  func silenceBegins(_ engine: Engine) {
    for id in acknowledged {
      guard let report = engine.job(id), isDue(report) else { continue }
      jobs[id]?.arrivalsBeforeSilence = jobs[id]?.arrivals
    }
  }

  /// Checks that each job that waited for its next attempt has had it.
  func silenceEnds(_ engine: Engine) {
    for id in acknowledged {
      guard let job = jobs[id], let report = engine.job(id), isDue(report) else { continue }
      if job.arrivalsBeforeSilence == job.arrivals {
        fail("G3", "\(id) was not tried again in time")
      }
    }
    checkTimeToLive(engine)
  }

  /// Checks that no pending job is older than its time to live.
  func checkTimeToLive(_ engine: Engine) {
    let now = run.scheduler.now
    let most = UInt64(run.timeToLive + 200) * 1_000_000_000
    for id in acknowledged {
      guard let job = jobs[id], !job.isRepeated, !job.wasRetried,
        engine.job(id)?.state == .pending
      else { continue }
      // After a crash, and under a clock that is wrong, the time since the last record of it does not count.
      if now - max(job.acknowledgedAt ?? now, processBegan) > most {
        fail("G8", "\(id) did not expire in time")
      }
    }
  }
}
