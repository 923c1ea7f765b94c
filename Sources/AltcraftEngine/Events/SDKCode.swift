/// A code of an SDK event, by its number in the current numbering; `EventCatalog` has the meanings. An error
/// that refuses a call has the number and the name of its event.
package enum SDKCode: Int, Sendable, CaseIterable {
  case configurationInstalled = 200
  case pushTokenChanged = 201
  case pushForeign = 202
  case pushReceived = 203
  case pushPosted = 204
  case dataCleared = 205
  case initializationWaiting = 206
  case tokenUpdateWaiting = 207
  case backgroundTaskStarted = 208
  case backgroundTaskCompleted = 209
  case pushRedirected = 220
  case pushSubscribeSucceeded = 230
  case pushSuspendSucceeded = 231
  case pushUnSubscribeSucceeded = 232
  case tokenUpdateSucceeded = 233
  case unSuspendSucceeded = 234
  case statusSucceeded = 235
  case pushEventSucceeded = 236
  case mobileEventSucceeded = 237
  case profileUpdateSucceeded = 238

  case configurationNotSet = 401
  case userTagMissing = 402
  case storageError = 403
  case modelNotLoaded = 404
  case appGroupMissing = 405
  case tokenUpdateUnsupported = 406
  case entityNameInvalid = 407
  case entityNotFound = 408
  case initializationTimeout = 409
  case tokenUpdateRefused = 410
  case unSuspendDataMissing = 422
  case statusDataMissing = 423
  case pushSubscribeFailed = 430
  case pushSuspendFailed = 431
  case pushUnSubscribeFailed = 432
  case tokenUpdateFailed = 433
  case unSuspendFailed = 434
  case statusFailed = 435
  case pushEventFailed = 436
  case mobileEventFailed = 437
  case profileUpdateFailed = 438
  case unknownFailed = 439
  case userInfoInvalid = 450
  case pushUidMissing = 451
  case imageNotLoaded = 452
  case mediaInvalid = 453
  case buttonsInvalid = 454
  case buttonIdentifierInvalid = 455
  case buttonOutOfRange = 456
  case buttonUnknown = 457
  case configurationInvalid = 470
  case apiUrlInvalid = 471
  case rTokenInvalid = 472
  case providerInvalid = 473
  case mapNotEncodable = 474
  case valuesNotScalar = 475
  case subscriptionTypeUnsupported = 476
  case pushSubscribeGivenUp = 480
  case pushEventGivenUp = 484
  case mobileEventGivenUp = 487
  case profileUpdateGivenUp = 488

  case transportFailed = 500
  case configurationMissing = 501
  case pushTokenMissing = 502
  case userTagUnavailable = 503
  case permissionDenied = 504
  case backgroundTaskExpired = 505
  case tokenUpdateBlocking = 506
  case pushSubscribeDataMissing = 520
  case tokenUpdateDataMissing = 521
  case pushEventDataMissing = 524
  case mobileEventDataMissing = 525
  case profileUpdateDataMissing = 526
  case commonDataMissing = 529
  case pushSubscribeRetrying = 530
  case pushSuspendRetrying = 531
  case pushUnSubscribeRetrying = 532
  case tokenUpdateRetrying = 533
  case pushEventRetrying = 536
  case mobileEventRetrying = 537
  case profileUpdateRetrying = 538
  case unknownRetrying = 539
  case jwtMissing = 540
  case jwtInvalid = 541
  case matchingInvalid = 542
  case authMissing = 543
  case responseMissing = 560
  case requestNotBuilt = 561
  case responseNotProcessed = 562
  case requestUrlInvalid = 571
  case responseInvalid = 572
  case pushSubscribeDataInvalid = 573
  case pushEventDataInvalid = 574

  case workExpired = 600
  case workCleared = 601
  case workLost = 602

  /// Returns the number on the wire.
  package func number(_ numbering: EventNumbering) -> Int {
    switch numbering {
    case .current: rawValue
    case .legacy: entry.legacyCode ?? numberOutsideOfTable
    }
  }

  /// The number of a code that the table of the documentation does not have. 207 has another meaning there, so that
  /// code takes the free number of a related one.
  private var numberOutsideOfTable: Int {
    self == .tokenUpdateWaiting ? SDKCode.tokenUpdateBlocking.rawValue : rawValue
  }

  /// The name on the wire, the same in both numberings.
  package var name: String { entry.name }

  package var kind: SDKEventType { entry.kind }

  /// The meaning; also the default message of an event or error.
  package var meaning: String { entry.meaning }

  package var entry: EventCatalog.Entry { EventCatalog.entry(of: self) }
}

/// The numbering of events, `configuration.eventCodes`.
package enum EventNumbering: String, Sendable {
  /// The numbering of current SDKs.
  case current
  /// The numbering of the table in the documentation. A code that the table does not have keeps its number
  /// if that is free there.
  case legacy
}

/// The `type` of an event. The raw value is the one on the wire.
package enum SDKEventType: String, Sendable {
  case event
  case error
  /// A failure after which the bridge retries.
  case retryError
}
