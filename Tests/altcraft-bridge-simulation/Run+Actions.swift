import JSONCodec

// The actions of a run.
extension Run {
  func perform(_ action: Action, _ index: Int) {
    trace("#\(index) \(action)")
    switch action {
    case .call(let host, let method, let id, let variant, let wait):
      call(hosts[host], method, id, variant, wait)
    case .again(let host, let other, let isOther):
      guard case .call(_, let method, let id?, let variant, _) = plan.actions[other].action else {
        return
      }
      call(hosts[host], method, id, isOther ? variant + 10 : variant, nil, repeats: true)
    case .platform(let behaviour): platform.behaviour = behaviour
    case .disk(let fault): disk.fail(fault)
    case .full(let spare): disk.space = disk.used + spare
    case .healDisk: disk.heal()
    case .jump(let seconds): wallJump += Int64(seconds) * 1000
    case .user(let user): currentUser = user
    case .token: currentToken += 1
    case .behaviour(let host, let behaviour): hosts[host].behaviour = behaviour
    case .reads(let host, let reads):
      let host = hosts[host]
      host.takesEvents = reads
      // The bridge tries again ten times a second.
      scheduler.call(after: .milliseconds(host.random.below(3000))) { host.takesEvents = true }
    case .hangUp(let host):
      let host = hosts[host]
      host.hangUp()
      scheduler.call(after: .milliseconds(host.random.below(2000))) { [self] in
        guard host.connection == nil, let process, !process.hasTerminated, process.engine != nil
        else {
          return
        }
        host.connect(to: process)
      }
    case .end(let cut): restart(after: cut)
    case .stop: restart(after: nil)
    default: request(action)
    }
  }

  private func request(_ action: Action) {
    switch action {
    case .configure(let host, let new):
      ledger.pauseEnders += 1
      if !hosts[host].request("initialization", configuration(new), as: .endsPause) {
        ledger.pauseEnders -= 1
      }
      identification = new
    case .jwtProvider(let host, let kind):
      provide("setJWTProvider", hosts[host], kind, .string(jwt(false)))
    case .tokenProvider(let host, let kind):
      provide("setFCMTokenProvider", hosts[host], kind, .string(pushToken))
    case .pushToken(let host, let isRemoved):
      hosts[host].request(
        "setPushToken",
        ["provider": "ios-firebase", "pushToken": isRemoved ? .null : .string(pushToken)])
    case .permission(let host, let granted):
      hosts[host].request("notificationManager.setPermission", ["granted": .bool(granted)])
    case .events(let host, let resumes): hosts[host].subscribeToEvents(resuming: resumes)
    case .outcomes(let host, let fromStart):
      let host = hosts[host]
      host.subscribeToOutcomes(
        after: fromStart ? 0 : host.random.chance(50) ? nil : host.lastOutcome)
    case .retry(let host, let other):
      guard let id = self.id(of: other) else { return }
      if hosts[host].request("outbox.retry", ["requestId": .string(id)], job: id, as: .retry) {
        ledger.pauseEnders += 1
        ledger.jobs[id]?.isRetried()
        ledger.jobs[id]?.openRetries += 1
      }
    case .discard(let host, let other):
      guard let id = self.id(of: other) else { return }
      hosts[host].request("outbox.discard", ["requestId": .string(id)], job: id, as: .discard)
    case .malformed(let host, let kind): malformed(hosts[host], kind)
    case .request(let host, let request): perform(request, hosts[host])
    default: break
    }
  }

  private func id(of action: Int) -> String? {
    guard action < plan.actions.count,
      case .call(_, _, let id?, _, _) = plan.actions[action].action
    else { return nil }
    return id
  }

  private func provide(
    _ method: String, _ host: SimulatedHost, _ kind: Action.Provider, _ fixed: JSON
  ) {
    switch kind {
    case .callback:
      host.provides.insert(method)
      host.request(method, ["provider": "callback"])
    case .fixed: host.request(method, ["provider": ["token": fixed]])
    case .none:
      host.provides.remove(method)
      host.request(method, ["provider": .null])
    }
  }

  private func call(
    _ host: SimulatedHost, _ method: Action.Durable, _ id: String?, _ variant: Int, _ wait: Int?,
    repeats: Bool = false
  ) {
    let text = JSON.string("v\(variant)")
    var params: JSONObject =
      switch method {
      case .pushSubscribe, .pushSuspend, .pushUnSubscribe:
        ["customFields": ["plan": text], "cats": ["offers"], "sync": .bool(variant % 2 == 0)]
      case .mobileEvent:
        ["sid": "px-1", "eventName": text, "payload": ["amount": .int(variant)]]
      case .updateProfileFields: ["profileFields": ["_fname": text]]
      case .deliveryEvent, .openEvent: ["messageUID": .string("uid-\(variant)")]
      }
    if let id { params["requestId"] = .string(id) }
    if let wait {
      params["wait"] = "outcome"
      params["waitTimeoutMs"] = .int(wait)
    }
    guard let connection = host.connection else { return }
    if let id {
      ledger.submit(id, method.rawValue, on: connection, waits: wait != nil, repeats: repeats)
    }
    host.request(method.rawValue, params, job: id, as: .durable)
  }

  private func perform(_ request: Action.Request, _ host: SimulatedHost) {
    switch request {
    case .clear:
      if host.request("clear", as: .clear(before: ledger.acknowledged.count)) { ledger.mayClear() }
    case .flush: endPause("outbox.flush", [:], host)
    case .flushAndWait: endPause("outbox.flush", ["wait": true], host)
    case .background:
      // The passes end pauses from now on.
      if host.request(
        "registerBackgroundTask", ["intervalSeconds": .int(host.random.from(60...900))])
      {
        ledger.pauseEnders += 1
      }
    case .unlock: host.request("unlockInitialOperations")
    case .stats: host.request("bridge.stats", as: .stats)
    case .list: host.request("outbox.list")
    case .retryAll:
      if host.request("outbox.retry", ["filter": ["state": "rejected"]], as: .retryAll) {
        ledger.openRetries += 1
        for job in ledger.jobs.values where job.gotRejection { job.isRetried() }
      }
    case .outcomes: host.request("outcomes.list", ["after": 0])
    case .tokenUpdate: endPause("forcedTokenUpdate", [:], host)
    case .ping: host.request("bridge.ping")
    case .value:
      host.request(
        "setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": .int(host.random.below(9))])
    }
  }

  private func endPause(_ method: String, _ params: JSONObject, _ host: SimulatedHost) {
    if host.request(method, params, as: .endsPause) { ledger.pauseEnders += 1 }
  }

  private func malformed(_ host: SimulatedHost, _ kind: Int) {
    let texts = [
      "{", "[]", "[1,2]", #"{"jsonrpc":"2.0"}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#,
      #"{"jsonrpc":"1.0","id":"x","method":7}"#, #"{"jsonrpc":"2.0","id":null,"result":true}"#,
      "\u{0}",
    ]
    host.connection?.deliver(Array(texts[kind].utf8))
  }
}

extension Ledger.Job {
  /// Forgets its ends and its content: the id may now name another job.
  func mayBeNew() {
    mayEndAgain = true
    isEnded = false
    finalIn = nil
    content = nil
    user = nil
  }

  /// Forgets the outcomes up to now.
  func isRetried() {
    wasRetried = true
    finalIn = nil
    requestsBeforeEnd = nil
    isEnded = false
    isDiscarded = false
  }
}
