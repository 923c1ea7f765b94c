import JSONCodec
import Testing

@testable import AltcraftBridgeClient

@Suite("The vectors and the types of the client for Swift") struct TypeVectorTests {
  /// Every type of the vectors, apart from the value of an event, whose type depends on the name of the event.
  private static let types: [String: any JSONConvertible.Type] = [
    "Action": Action.self,
    "ActionField": ActionField.self,
    "AnswerValue": AnswerValue.self,
    "AppInfo": AppInfo.self,
    "Attachment": Attachment.self,
    "AuthorizationAnswer": AuthorizationAnswer.self,
    "BridgeInfo": BridgeInfo.self,
    "BridgeMetrics": BridgeMetrics.self,
    "BridgeSession": BridgeSession.self,
    "BridgeStats": BridgeStats.self,
    "BridgeTicket": BridgeTicket.self,
    "ButtonValue": ButtonValue.self,
    "Category": Category.self,
    "CcDataSubscription": CCDataSubscription.self,
    "ClearedValue": ClearedValue.self,
    "ClickResult": ClickResult.self,
    "Configuration": Configuration.self,
    "Device": Device.self,
    "EmailSubscription": EmailSubscription.self,
    "EndedJobValue": EndedJobValue.self,
    "Event": Event.self,
    "EventCode": EventCode.self,
    "EventGap": EventGap.self,
    "EventPage": EventPage.self,
    "EventPosition": EventPosition.self,
    "ForeignPushValue": ForeignPushValue.self,
    "HubLink": HubLink.self,
    "Job": Job.self,
    "JobPage": JobPage.self,
    "LatencyStep": LatencyStep.self,
    "MemberValue": MemberValue.self,
    "MobileAnswerValue": MobileAnswerValue.self,
    "NotificationCategory": NotificationCategory.self,
    "NotificationContent": NotificationContent.self,
    "NotificationRequest": NotificationRequest.self,
    "NotificationResponse": NotificationResponse.self,
    "NumberedOutcome": NumberedOutcome.self,
    "OutboxChanges": OutboxChanges.self,
    "OutboxFilter": OutboxFilter.self,
    "Outcome": Outcome.self,
    "OutcomePage": OutcomePage.self,
    "OutcomePosition": OutcomePosition.self,
    "ParsedPush": ParsedPush.self,
    "PendingCount": PendingCount.self,
    "Permission": Permission.self,
    "PresentationOptions": PresentationOptions.self,
    "ProfileData": ProfileData.self,
    "Provider": Provider.self,
    "ProviderSource": ProviderSource.self,
    "ProviderValue": ProviderValue.self,
    "PushAnswerValue": PushAnswerValue.self,
    "PushButton": PushButton.self,
    "PushSubscription": PushSubscription.self,
    "Receipt": Receipt.self,
    "RequestId": RequestID.self,
    "Response": Response.self,
    "ResponseCategory": ResponseCategory.self,
    "ResponseWithHttp": ResponseWithHTTP.self,
    "Retry": Retry.self,
    "Scalars": Scalars.self,
    "ShownContent": ShownContent.self,
    "SmsSubscription": SMSSubscription.self,
    "StorageValue": StorageValue.self,
    "Subscription": Subscription.self,
    "SubscriptionData": SubscriptionData.self,
    "TokenData": TokenData.self,
    "TraceItem": TraceItem.self,
    "UTM": UTM.self,
    "UnknownButtonValue": UnknownButtonValue.self,
  ]

  @Test("types read and keep the right values, and refuse most others")
  func types() throws {
    var (right, refused, wrong) = (0, 0, 0)
    for line in VectorTests.lines {
      guard let name = line["type"]?.stringValue, name != "EventValue" else { continue }
      let type = try #require(Self.types[name], "\(name)")
      let value = JSONValue(line["value"] ?? nil)
      let read = try? type.init(json: value)
      if line["valid"] == false {
        wrong += 1
        if read == nil { refused += 1 }
      } else if let read {
        right += 1
        #expect(Self.keeps(read.json, value), "\(line.text)")
      } else {
        // The only right values that no type has.
        #expect(line.text.contains("9223372036854775808"), "\(line.text)")
      }
    }

    #expect(right > 800 && refused > wrong / 2)
    Conformance.record([
      "vectors": "values", "right": .int(right), "wrong": .int(refused), "of": .int(wrong),
    ])
  }

  /// Returns whether a written value has everything of the one that was read. Null is the same as a missing member.
  private static func keeps(_ written: JSONValue, _ value: JSONValue) -> Bool {
    switch value {
    case .object(let members):
      members.allSatisfy {
        $1 == .null || written[$0].map { [value = $1] in keeps($0, value) } == true
      }
    case .array(let items):
      written.arrayValue?.count == items.count
        && zip(written.arrayValue ?? [], items).allSatisfy(keeps)
    default: written.description == value.description
    }
  }
}
