// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {

    /// <summary>A button of a notification.</summary>
    public sealed class Action : JsonRecord {
        public Action() {}
        public Action(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier: button0 for the first button of the push.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }

        /// <summary>The label of the button.</summary>
        public string Title {
            get => Member("title", Read.Text);
            set => this["title"] = value;
        }

        /// <summary>The options of the button: foreground opens the app.</summary>
        public List<string> Options {
            get => Member("options", Read.ListOf(Read.Text));
            set => this["options"] = value;
        }
    }

    /// <summary>An operation on a field of the profile, as `actionField` returns it.</summary>
    public sealed class ActionField : JsonRecord {
        public ActionField() {}
        public ActionField(IDictionary<string, object> json) : base(json) {}

        /// <summary>The operation on the field. Example: `"incr"`.</summary>
        public string Action {
            get => Member("action", Read.Text);
            set => this["action"] = value;
        }

        /// <summary>The operand: the new value, the number to add, or the list element. Example: `1`.</summary>
        public object Value {
            get => Member("value", Read.Any);
            set => this["value"] = value;
        }
    }

    /// <summary>The value of an event that reports the outcome of a request.</summary>
    public sealed class AnswerValue : JsonRecord {
        public AnswerValue() {}
        public AnswerValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The answer of the platform.</summary>
        public ResponseWithHttp ResponseWithHttpCode {
            get => Member("response_with_http_code", json => new ResponseWithHttp(Read.Object(json)));
            set => this["response_with_http_code"] = value;
        }
    }

    /// <summary>The app, as the platform shows it in the profile.</summary>
    public sealed class AppInfo : JsonRecord {
        public AppInfo() {}
        public AppInfo(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The identifier of the app, from its bundle or package; sent as `_app_id`. Example: `"com.example.app"`.
        /// </summary>
        public string AppID {
            get => Member("appID", Read.Text);
            set => this["appID"] = value;
        }

        /// <summary>
        /// The identifier of this installation, generated once by the host; sent as `_app_iid`. Example: `"6f1c2a90"`.
        /// </summary>
        public string AppIID {
            get => Member("appIID", Read.Text);
            set => this["appIID"] = value;
        }

        /// <summary>The version of the app, from its build; sent as `_app_ver`. Example: `"1.0.0"`.</summary>
        public string AppVer {
            get => Member("appVer", Read.Text);
            set => this["appVer"] = value;
        }
    }

    /// <summary>An image to attach to a notification.</summary>
    public sealed class Attachment : JsonRecord {
        public Attachment() {}
        public Attachment(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier of the attachment: always img.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }

        /// <summary>The address of the image. The bridge does not fetch it.</summary>
        public string Url {
            get => Member("url", Read.Text);
            set => this["url"] = value;
        }
    }

    /// <summary>The answer of a user who was asked to allow notifications.</summary>
    public sealed class AuthorizationAnswer : JsonRecord {
        public AuthorizationAnswer() {}
        public AuthorizationAnswer(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// True if the user allows notifications, from the operating system of the device. Example: `true`.
        /// </summary>
        public bool Granted {
            get => Member("granted", Read.Boolean);
            set => this["granted"] = value;
        }

        /// <summary>The error of the operating system, as a text of the host; null if there is none.</summary>
        public string Error {
            get => Member("error", Read.OrNull(Read.Text));
            set => this["error"] = value;
        }
    }

    /// <summary>The program, its run and its settings.</summary>
    public sealed class BridgeInfo : JsonRecord {
        public BridgeInfo() {}
        public BridgeInfo(IDictionary<string, object> json) : base(json) {}

        /// <summary>The name of the program: always altcraft-bridge.</summary>
        public string Name {
            get => Member("name", Read.Text);
            set => this["name"] = value;
        }

        /// <summary>The version of the program.</summary>
        public string Version {
            get => Member("version", Read.Text);
            set => this["version"] = value;
        }

        /// <summary>The version of the protocol: 1.</summary>
        public long Protocol {
            get => Member("protocol", Read.Integer);
            set => this["protocol"] = value;
        }

        /// <summary>The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits.</summary>
        public string SchemaDigest {
            get => Member("schemaDigest", Read.Text);
            set => this["schemaDigest"] = value;
        }

        /// <summary>The id of the process.</summary>
        public long Pid {
            get => Member("pid", Read.Integer);
            set => this["pid"] = value;
        }

        /// <summary>The id of this run of the process, as in events.</summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>The time at which the process began to serve. A time in ISO 8601, UTC.</summary>
        public string StartedAt {
            get => Member("startedAt", Read.Text);
            set => this["startedAt"] = value;
        }

        /// <summary>The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port.</summary>
        public List<string> Transports {
            get => Member("transports", Read.ListOf(Read.Text));
            set => this["transports"] = value;
        }

        /// <summary>The directory that holds all data.</summary>
        public string DataDir {
            get => Member("dataDir", Read.Text);
            set => this["dataDir"] = value;
        }

        /// <summary>The app group in use.</summary>
        public string AppGroup {
            get => Member("appGroup", Read.Text);
            set => this["appGroup"] = value;
        }

        /// <summary>
        /// The failures that accepted jobs survive: power for a power failure, process for a crash of the bridge only.
        /// </summary>
        public string Durability {
            get => Member("durability", Read.Text);
            set => this["durability"] = value;
        }

        /// <summary>The limits in force by name, in bytes, seconds or counts.</summary>
        public IDictionary<string, object> Limits {
            get => Member("limits", Read.Object);
            set => this["limits"] = value;
        }
    }

    /// <summary>The counters of bridge.stats for a monitoring system.</summary>
    public sealed class BridgeMetrics : JsonRecord {
        public BridgeMetrics() {}
        public BridgeMetrics(IDictionary<string, object> json) : base(json) {}

        /// <summary>The media type of `text`, for an HTTP header.</summary>
        public string ContentType {
            get => Member("contentType", Read.Text);
            set => this["contentType"] = value;
        }

        /// <summary>
        /// Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units are seconds
        /// and bytes.
        /// </summary>
        public string Text {
            get => Member("text", Read.Text);
            set => this["text"] = value;
        }
    }

    /// <summary>The answer to a ticket.</summary>
    public sealed class BridgeSession : JsonRecord {
        public BridgeSession() {}
        public BridgeSession(IDictionary<string, object> json) : base(json) {}

        /// <summary>The role of this connection from now on.</summary>
        public string Role {
            get => Member("role", Read.Text);
            set => this["role"] = value;
        }

        /// <summary>A token of this role, for further connections until the bridge ends.</summary>
        public string Session {
            get => Member("session", Read.Text);
            set => this["session"] = value;
        }
    }

    /// <summary>
    /// Counters. Those of the outbox belong to the app group and survive restarts; the others start with the process.
    /// </summary>
    public sealed class BridgeStats : JsonRecord {
        public BridgeStats() {}
        public BridgeStats(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
        /// </summary>
        public BridgeStatsOutbox Outbox {
            get => Member("outbox", json => new BridgeStatsOutbox(Read.Object(json)));
            set => this["outbox"] = value;
        }

        /// <summary>
        /// The failures that accepted jobs survive: power for a power failure, process for a crash of the bridge only.
        /// </summary>
        public string Durability {
            get => Member("durability", Read.Text);
            set => this["durability"] = value;
        }

        /// <summary>The time since the start of the process, in seconds.</summary>
        public long UptimeSeconds {
            get => Member("uptimeSeconds", Read.Integer);
            set => this["uptimeSeconds"] = value;
        }

        /// <summary>Connections of hosts.</summary>
        public BridgeStatsConnections Connections {
            get => Member("connections", json => new BridgeStatsConnections(Read.Object(json)));
            set => this["connections"] = value;
        }

        /// <summary>The data of all connections, in bytes.</summary>
        public BridgeStatsBytes Bytes {
            get => Member("bytes", json => new BridgeStatsBytes(Read.Object(json)));
            set => this["bytes"] = value;
        }

        /// <summary>Messages from hosts.</summary>
        public BridgeStatsCalls Calls {
            get => Member("calls", json => new BridgeStatsCalls(Read.Object(json)));
            set => this["calls"] = value;
        }

        /// <summary>SDK events.</summary>
        public BridgeStatsEvents Events {
            get => Member("events", json => new BridgeStatsEvents(Read.Object(json)));
            set => this["events"] = value;
        }

        /// <summary>Requests to the platform.</summary>
        public BridgeStatsDelivery Delivery {
            get => Member("delivery", json => new BridgeStatsDelivery(Read.Object(json)));
            set => this["delivery"] = value;
        }

        /// <summary>The platform of the app group.</summary>
        public BridgeStatsPlatform Platform {
            get => Member("platform", json => new BridgeStatsPlatform(Read.Object(json)));
            set => this["platform"] = value;
        }

        /// <summary>The histogram of response times: from the last byte read to the answer written.</summary>
        public List<LatencyStep> LatencyMicroseconds {
            get => Member("latencyMicroseconds", Read.ListOf(json => new LatencyStep(Read.Object(json))));
            set => this["latencyMicroseconds"] = value;
        }
    }

    /// <summary>
    /// Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
    /// </summary>
    public sealed class BridgeStatsOutbox : JsonRecord {
        public BridgeStatsOutbox() {}
        public BridgeStatsOutbox(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of accepted jobs.</summary>
        public long Accepted {
            get => Member("accepted", Read.Integer);
            set => this["accepted"] = value;
        }

        /// <summary>The number of delivered jobs.</summary>
        public long Delivered {
            get => Member("delivered", Read.Integer);
            set => this["delivered"] = value;
        }

        /// <summary>The number of jobs that the platform rejected.</summary>
        public long Rejected {
            get => Member("rejected", Read.Integer);
            set => this["rejected"] = value;
        }

        /// <summary>The number of jobs whose time to live ended first.</summary>
        public long Expired {
            get => Member("expired", Read.Integer);
            set => this["expired"] = value;
        }

        /// <summary>
        /// The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or `outbox.discard`
        /// ended.
        /// </summary>
        public long Cleared {
            get => Member("cleared", Read.Integer);
            set => this["cleared"] = value;
        }

        /// <summary>The number of jobs lost to damaged storage.</summary>
        public long Lost {
            get => Member("lost", Read.Integer);
            set => this["lost"] = value;
        }

        /// <summary>The number of pending jobs.</summary>
        public long Pending {
            get => Member("pending", Read.Integer);
            set => this["pending"] = value;
        }

        /// <summary>The size of the pending jobs, in bytes.</summary>
        public long Bytes {
            get => Member("bytes", Read.Integer);
            set => this["bytes"] = value;
        }

        /// <summary>
        /// The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601, UTC.
        /// </summary>
        public string OldestPendingAt {
            get => Member("oldestPendingAt", Read.OrNull(Read.Text));
            set => this["oldestPendingAt"] = value;
        }
    }

    /// <summary>Connections of hosts.</summary>
    public sealed class BridgeStatsConnections : JsonRecord {
        public BridgeStatsConnections() {}
        public BridgeStatsConnections(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of open connections.</summary>
        public long Open {
            get => Member("open", Read.Integer);
            set => this["open"] = value;
        }

        /// <summary>The number of connections opened since the start.</summary>
        public long Opened {
            get => Member("opened", Read.Integer);
            set => this["opened"] = value;
        }

        /// <summary>The number of refused connections: beyond a limit, or not authorized.</summary>
        public long Refused {
            get => Member("refused", Read.Integer);
            set => this["refused"] = value;
        }
    }

    /// <summary>The data of all connections, in bytes.</summary>
    public sealed class BridgeStatsBytes : JsonRecord {
        public BridgeStatsBytes() {}
        public BridgeStatsBytes(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of bytes read.</summary>
        public long In {
            get => Member("in", Read.Integer);
            set => this["in"] = value;
        }

        /// <summary>The number of bytes written.</summary>
        public long Out {
            get => Member("out", Read.Integer);
            set => this["out"] = value;
        }
    }

    /// <summary>Messages from hosts.</summary>
    public sealed class BridgeStatsCalls : JsonRecord {
        public BridgeStatsCalls() {}
        public BridgeStatsCalls(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of requests.</summary>
        public long Requests {
            get => Member("requests", Read.Integer);
            set => this["requests"] = value;
        }

        /// <summary>The number of notifications.</summary>
        public long Notifications {
            get => Member("notifications", Read.Integer);
            set => this["notifications"] = value;
        }

        /// <summary>The number of calls answered with an error, and of invalid messages.</summary>
        public long Errors {
            get => Member("errors", Read.Integer);
            set => this["errors"] = value;
        }

        /// <summary>The number of responses without an open request.</summary>
        public long IgnoredResponses {
            get => Member("ignoredResponses", Read.Integer);
            set => this["ignoredResponses"] = value;
        }
    }

    /// <summary>SDK events.</summary>
    public sealed class BridgeStatsEvents : JsonRecord {
        public BridgeStatsEvents() {}
        public BridgeStatsEvents(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of emitted events.</summary>
        public long Emitted {
            get => Member("emitted", Read.Integer);
            set => this["emitted"] = value;
        }

        /// <summary>The number of events that a subscriber did not receive, counted for each subscriber.</summary>
        public long Dropped {
            get => Member("dropped", Read.Integer);
            set => this["dropped"] = value;
        }
    }

    /// <summary>Requests to the platform.</summary>
    public sealed class BridgeStatsDelivery : JsonRecord {
        public BridgeStatsDelivery() {}
        public BridgeStatsDelivery(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of requests sent.</summary>
        public long Attempts {
            get => Member("attempts", Read.Integer);
            set => this["attempts"] = value;
        }

        /// <summary>The number of connections opened for them.</summary>
        public long Connections {
            get => Member("connections", Read.Integer);
            set => this["connections"] = value;
        }
    }

    /// <summary>The platform of the app group.</summary>
    public sealed class BridgeStatsPlatform : JsonRecord {
        public BridgeStatsPlatform() {}
        public BridgeStatsPlatform(IDictionary<string, object> json) : base(json) {}

        /// <summary>Its address; null without a configuration.</summary>
        public string Url {
            get => Member("url", Read.OrNull(Read.Text));
            set => this["url"] = value;
        }

        /// <summary>
        /// The result of the last attempt: well for an answer, failing for an answer with 5xx, unreachable for none,
        /// untried before the first one to this address since the start.
        /// </summary>
        public string State {
            get => Member("state", Read.Text);
            set => this["state"] = value;
        }
    }

    /// <summary>A URL that opens one connection.</summary>
    public sealed class BridgeTicket : JsonRecord {
        public BridgeTicket() {}
        public BridgeTicket(IDictionary<string, object> json) : base(json) {}

        /// <summary>The address of the pages of this bridge; the fragment `#ticket=` has the ticket.</summary>
        public string Url {
            get => Member("url", Read.Text);
            set => this["url"] = value;
        }

        /// <summary>
        /// The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601, UTC.
        /// </summary>
        public string ExpiresAt {
            get => Member("expiresAt", Read.Text);
            set => this["expiresAt"] = value;
        }
    }

    /// <summary>The value of the event for a button that the push does not have.</summary>
    public sealed class ButtonValue : JsonRecord {
        public ButtonValue() {}
        public ButtonValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier of the tapped button, from the host.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }

        /// <summary>The index of the button, counted from 0; it is beyond the last button.</summary>
        public long Index {
            get => Member("index", Read.Integer);
            set => this["index"] = value;
        }
    }

    /// <summary>A category of the subscription. The platform reads only `name` and `active` of it.</summary>
    public sealed class Category : JsonRecord {
        public Category() {}
        public Category(IDictionary<string, object> json) : base(json) {}

        /// <summary>The name of the category, as the resource of the platform defines it. Example: `"news"`.</summary>
        public string Name {
            get => Member("name", Read.OrNull(Read.Text));
            set => this["name"] = value;
        }

        /// <summary>The title of the category, as users see it. Example: `"News"`.</summary>
        public string Title {
            get => Member("title", Read.OrNull(Read.Text));
            set => this["title"] = value;
        }

        /// <summary>True if subscribers cannot turn the category off. Example: `false`.</summary>
        public bool? Steady {
            get => Member("steady", Read.OrNone(Read.Boolean));
            set => this["steady"] = value;
        }

        /// <summary>True if the category is turned on for this subscription. Example: `true`.</summary>
        public bool? Active {
            get => Member("active", Read.OrNone(Read.Boolean));
            set => this["active"] = value;
        }
    }

    /// <summary>A subscription to messages of a chat.</summary>
    public sealed class CcDataSubscription : JsonRecord {
        public CcDataSubscription() {}
        public CcDataSubscription(IDictionary<string, object> json) : base(json) {}

        /// <summary>The channel of the subscription. Example: `"telegram_bot"`.</summary>
        public string Channel {
            get => Member("channel", Read.Text);
            set => this["channel"] = value;
        }

        /// <summary>The kind of the subscription, as the React Native SDK names it. Example: `"cc_data"`.</summary>
        public string Type {
            get => Member("type", Read.OrNull(Read.Text));
            set => this["type"] = value;
        }

        /// <summary>
        /// The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
        /// </summary>
        public long ResourceId {
            get => Member("resource_id", Read.Integer);
            set => this["resource_id"] = value;
        }

        /// <summary>
        /// The address of the recipient in the channel, as the platform expects it: a chat id or a phone number.
        /// Example: `{"chat_id": "4711"}`.
        /// </summary>
        public IDictionary<string, object> CcData {
            get => Member("cc_data", Read.Object);
            set => this["cc_data"] = value;
        }

        /// <summary>The status of the subscription. Example: `"subscribed"`.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>The priority of the subscription in delivery. Example: `0`.</summary>
        public long? Priority {
            get => Member("priority", Read.OrNone(Read.Integer));
            set => this["priority"] = value;
        }

        /// <summary>Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.</summary>
        public IDictionary<string, object> CustomFields {
            get => Member("custom_fields", Read.OrNull(Read.Object));
            set => this["custom_fields"] = value;
        }

        /// <summary>The names of the categories of the subscription. Example: `["news"]`.</summary>
        public List<string> Cats {
            get => Member("cats", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["cats"] = value;
        }
    }

    /// <summary>The value of the event for cleared data.</summary>
    public sealed class ClearedValue : JsonRecord {
        public ClearedValue() {}
        public ClearedValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of jobs that were ended.</summary>
        public long Cleared {
            get => Member("cleared", Read.Integer);
            set => this["cleared"] = value;
        }
    }

    /// <summary>The result of a tap on a notification.</summary>
    public sealed class ClickResult : JsonRecord {
        public ClickResult() {}
        public ClickResult(IDictionary<string, object> json) : base(json) {}

        /// <summary>The address that the host must open; null if there is none.</summary>
        public string Url {
            get => Member("url", Read.OrNull(Read.Text));
            set => this["url"] = value;
        }

        /// <summary>
        /// sdk: the bridge has registered the open event. app: the connection that processes clicks has done
        /// everything. dismissed: the user dismissed the notification, which is not an open; nothing is sent.
        /// </summary>
        public string HandledBy {
            get => Member("handledBy", Read.Text);
            set => this["handledBy"] = value;
        }
    }

    /// <summary>The configuration of an app group.</summary>
    public sealed class Configuration : JsonRecord {
        public Configuration() {}
        public Configuration(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The address of the platform, from the Altcraft account: an https address, or http on this machine. A missing
        /// one is refused with 471. Example: `"https://pxl.example.com"`.
        /// </summary>
        public string ApiUrl {
            get => Member("apiUrl", Read.Text);
            set => this["apiUrl"] = value;
        }

        /// <summary>
        /// The resource token, from the settings of the resource in the Altcraft account: printable ASCII, at most 512
        /// characters. With it no JWT is needed. An empty string means none. Example: `"resource-token"`.
        /// </summary>
        public string RToken {
            get => Member("rToken", Read.OrNull(Read.Text));
            set => this["rToken"] = value;
        }

        /// <summary>
        /// The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app", "appIID":
        /// "6f1c2a90", "appVer": "1.0.0"}`.
        /// </summary>
        public AppInfo AppInfo {
            get => Member("appInfo", Read.OrNull(json => new AppInfo(Read.Object(json))));
            set => this["appInfo"] = value;
        }

        /// <summary>
        /// The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei. Example:
        /// `["ios-firebase", "ios-apns"]`.
        /// </summary>
        public List<string> ProviderPriorityList {
            get => Member("providerPriorityList", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["providerPriorityList"] = value;
        }

        /// <summary>Sets the log level to info if true, to error if false. Example: `true`.</summary>
        public bool? EnableLogging {
            get => Member("enableLogging", Read.OrNone(Read.Boolean));
            set => this["enableLogging"] = value;
        }

        /// <summary>
        /// The device that the host stands for. Missing members are taken from this machine. Example: `{"osVersion":
        /// "18.6.2", "timeZone": "Europe/Berlin"}`.
        /// </summary>
        public Device Device {
            get => Member("device", Read.OrNull(json => new Device(Read.Object(json))));
            set => this["device"] = value;
        }

        /// <summary>
        /// The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table in the
        /// documentation. Example: `"current"`.
        /// </summary>
        public string EventCodes {
            get => Member("eventCodes", Read.OrNull(Read.Text));
            set => this["eventCodes"] = value;
        }

        /// <summary>
        /// The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds,
        /// retryMaxSeconds and retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
        /// </summary>
        public Retry Retry {
            get => Member("retry", Read.OrNull(json => new Retry(Read.Object(json))));
            set => this["retry"] = value;
        }

        /// <summary>
        /// The value of the query parameter matching_mode in requests that use the resource token: push_sub, or rToken
        /// for the token itself, as earlier SDKs for iOS send it. Example: `"push_sub"`.
        /// </summary>
        public string RTokenMatchingMode {
            get => Member("rTokenMatchingMode", Read.OrNull(Read.Text));
            set => this["rTokenMatchingMode"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidIcon {
            get => Member("android_icon", Read.Any);
            set => this["android_icon"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidUsingService {
            get => Member("android_usingService", Read.Any);
            set => this["android_usingService"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidServiceMessage {
            get => Member("android_serviceMessage", Read.Any);
            set => this["android_serviceMessage"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidPushReceiverModules {
            get => Member("android_pushReceiverModules", Read.Any);
            set => this["android_pushReceiverModules"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidPushChannelName {
            get => Member("android_pushChannelName", Read.Any);
            set => this["android_pushChannelName"] = value;
        }

        /// <summary>
        /// A member of the React Native configuration. It is accepted and has no effect; any value will do. Example:
        /// `"icon"`.
        /// </summary>
        public object AndroidPushChannelDescription {
            get => Member("android_pushChannelDescription", Read.Any);
            set => this["android_pushChannelDescription"] = value;
        }
    }

    /// <summary>The device, as the bridge describes it to the platform.</summary>
    public sealed class Device : JsonRecord {
        public Device() {}
        public Device(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example: `"IOS"`.
        /// </summary>
        public string Os {
            get => Member("os", Read.OrNull(Read.Text));
            set => this["os"] = value;
        }

        /// <summary>
        /// The version of the operating system; sent as `_os_ver`. Without it: that of this machine. Example:
        /// `"18.6.2"`.
        /// </summary>
        public string OsVersion {
            get => Member("osVersion", Read.OrNull(Read.Text));
            set => this["osVersion"] = value;
        }

        /// <summary>
        /// The model of the device, as its operating system reports it; sent as `_device_model`. Example:
        /// `"iPhone14,7"`.
        /// </summary>
        public string DeviceModel {
            get => Member("deviceModel", Read.OrNull(Read.Text));
            set => this["deviceModel"] = value;
        }

        /// <summary>
        /// The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of Ann"`.
        /// </summary>
        public string DeviceName {
            get => Member("deviceName", Read.OrNull(Read.Text));
            set => this["deviceName"] = value;
        }

        /// <summary>The kind of device; sent as `_device_type`. Without it: mob. Example: `"mob"`.</summary>
        public string DeviceType {
            get => Member("deviceType", Read.OrNull(Read.Text));
            set => this["deviceType"] = value;
        }

        /// <summary>
        /// The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example: `"en"`.
        /// </summary>
        public string Language {
            get => Member("language", Read.OrNull(Read.Text));
            set => this["language"] = value;
        }

        /// <summary>
        /// The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true. Example:
        /// `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
        /// </summary>
        public string AdId {
            get => Member("adId", Read.OrNull(Read.Text));
            set => this["adId"] = value;
        }

        /// <summary>
        /// True if the user allows tracking, from the operating system; sent as `_ad_track`. Example: `true`.
        /// </summary>
        public bool? AdTrack {
            get => Member("adTrack", Read.OrNone(Read.Boolean));
            set => this["adTrack"] = value;
        }

        /// <summary>
        /// The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT (`GMT+3`); sent
        /// as `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
        /// </summary>
        public string TimeZone {
            get => Member("timeZone", Read.OrNull(Read.Text));
            set => this["timeZone"] = value;
        }
    }

    /// <summary>A subscription to email.</summary>
    public sealed class EmailSubscription : JsonRecord {
        public EmailSubscription() {}
        public EmailSubscription(IDictionary<string, object> json) : base(json) {}

        /// <summary>The channel of the subscription. Example: `"email"`.</summary>
        public string Channel {
            get => Member("channel", Read.OrNull(Read.Text));
            set => this["channel"] = value;
        }

        /// <summary>The kind of the subscription, as the React Native SDK names it. Example: `"email"`.</summary>
        public string Type {
            get => Member("type", Read.OrNull(Read.Text));
            set => this["type"] = value;
        }

        /// <summary>
        /// The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
        /// </summary>
        public long ResourceId {
            get => Member("resource_id", Read.Integer);
            set => this["resource_id"] = value;
        }

        /// <summary>The recipient's email address, from the user. Example: `"ann@example.com"`.</summary>
        public string Email {
            get => Member("email", Read.Text);
            set => this["email"] = value;
        }

        /// <summary>The status of the subscription. Example: `"subscribed"`.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>The priority of the subscription in delivery. Example: `0`.</summary>
        public long? Priority {
            get => Member("priority", Read.OrNone(Read.Integer));
            set => this["priority"] = value;
        }

        /// <summary>Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.</summary>
        public IDictionary<string, object> CustomFields {
            get => Member("custom_fields", Read.OrNull(Read.Object));
            set => this["custom_fields"] = value;
        }

        /// <summary>The names of the categories of the subscription. Example: `["news"]`.</summary>
        public List<string> Cats {
            get => Member("cats", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["cats"] = value;
        }
    }

    /// <summary>The value of an event for a job that ended without an answer: expired, cleared or lost.</summary>
    public sealed class EndedJobValue : JsonRecord {
        public EndedJobValue() {}
        public EndedJobValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The method of the call.</summary>
        public string Method {
            get => Member("method", Read.Text);
            set => this["method"] = value;
        }

        /// <summary>The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.</summary>
        public string CreatedAt {
            get => Member("createdAt", Read.Text);
            set => this["createdAt"] = value;
        }

        /// <summary>
        /// Of event 601: superseded if a later suspend or unsubscribe of the user has passed the subscription,
        /// discarded after `outbox.discard`; absent for a change of the resource token, and of other events.
        /// </summary>
        public string Cause {
            get => Member("cause", Read.OrNull(Read.Text));
            set => this["cause"] = value;
        }

        /// <summary>The `requestId` of the job that superseded this one; absent for any other cause.</summary>
        public string By {
            get => Member("by", Read.OrNull(Read.Text));
            set => this["by"] = value;
        }
    }

    /// <summary>An event of the SDK: an outcome, a refusal or a change.</summary>
    public sealed class Event : JsonRecord {
        public Event() {}
        public Event(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
        /// </summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`.</summary>
        public long Seq {
            get => Member("seq", Read.Integer);
            set => this["seq"] = value;
        }

        /// <summary>
        /// The class: event for a success or a notice, error for a final failure, retryError for a failure that is
        /// retried.
        /// </summary>
        public string Type {
            get => Member("type", Read.Text);
            set => this["type"] = value;
        }

        /// <summary>
        /// The code of the event, in the numbering that `eventCodes` of the configuration selects. Example: `230`.
        /// </summary>
        public long Code {
            get => Member("code", Read.Integer);
            set => this["code"] = value;
        }

        /// <summary>The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`.</summary>
        public string Name {
            get => Member("name", Read.Text);
            set => this["name"] = value;
        }

        /// <summary>
        /// The function of the SDK that emits it: the called one, or processResponse for an answer of the platform.
        /// Example: `"pushSubscribe"`.
        /// </summary>
        public string Function {
            get => Member("function", Read.Text);
            set => this["function"] = value;
        }

        /// <summary>
        /// A description for people, in the words of the SDK where it has this event; programs use `name`. Example:
        /// `"successful request: push/subscribe"`.
        /// </summary>
        public string Message {
            get => Member("message", Read.Text);
            set => this["message"] = value;
        }

        /// <summary>The data of the event, by its name: see x-events; null if it has none.</summary>
        public object Value {
            get => Member("value", Read.Any);
            set => this["value"] = value;
        }

        /// <summary>
        /// The time of the event, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
        /// </summary>
        public string Date {
            get => Member("date", Read.Text);
            set => this["date"] = value;
        }

        /// <summary>
        /// The `requestId` of the job that the event reports on; null if there is none. Example: `"order-7"`.
        /// </summary>
        public string RequestId {
            get => Member("requestId", Read.OrNull(Read.Text));
            set => this["requestId"] = value;
        }
    }

    /// <summary>A row of the table of event codes.</summary>
    public sealed class EventCode : JsonRecord {
        public EventCode() {}
        public EventCode(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number in today's SDKs.</summary>
        public long Code {
            get => Member("code", Read.Integer);
            set => this["code"] = value;
        }

        /// <summary>The number in the older table of the documentation; null if that has no such event.</summary>
        public long? LegacyCode {
            get => Member("legacyCode", Read.OrNone(Read.Integer));
            set => this["legacyCode"] = value;
        }

        /// <summary>The name, the same in both numberings.</summary>
        public string Name {
            get => Member("name", Read.Text);
            set => this["name"] = value;
        }

        /// <summary>
        /// The class: event for a success or a notice, error for a final failure, retryError for a failure that is
        /// retried.
        /// </summary>
        public string Class {
            get => Member("class", Read.Text);
            set => this["class"] = value;
        }

        /// <summary>The meaning of the event.</summary>
        public string Meaning {
            get => Member("meaning", Read.Text);
            set => this["meaning"] = value;
        }

        /// <summary>True if the bridge retries after it.</summary>
        public bool Retried {
            get => Member("retried", Read.Boolean);
            set => this["retried"] = value;
        }

        /// <summary>True if the bridge emits it.</summary>
        public bool Emitted {
            get => Member("emitted", Read.Boolean);
            set => this["emitted"] = value;
        }

        /// <summary>A remark, or the reason why the bridge never emits it; null if there is none.</summary>
        public string Note {
            get => Member("note", Read.OrNull(Read.Text));
            set => this["note"] = value;
        }
    }

    /// <summary>A range of events that a subscriber did not receive.</summary>
    public sealed class EventGap : JsonRecord {
        public EventGap() {}
        public EventGap(IDictionary<string, object> json) : base(json) {}

        /// <summary>The `seq` of the first missing event. Example: `18`.</summary>
        public long From {
            get => Member("from", Read.Integer);
            set => this["from"] = value;
        }

        /// <summary>The `seq` of the last missing event; null if it is unknown. Example: `20`.</summary>
        public long? To {
            get => Member("to", Read.OrNone(Read.Integer));
            set => this["to"] = value;
        }

        /// <summary>The number of missing events; null if it is unknown. Example: `3`.</summary>
        public long? Count {
            get => Member("count", Read.OrNone(Read.Integer));
            set => this["count"] = value;
        }

        /// <summary>
        /// The reason: overflow if the events are no longer kept or were not read in time, restart if the cursor is of
        /// an earlier run.
        /// </summary>
        public string Reason {
            get => Member("reason", Read.Text);
            set => this["reason"] = value;
        }
    }

    /// <summary>Kept events, and the position of the event stream.</summary>
    public sealed class EventPage : JsonRecord {
        public EventPage() {}
        public EventPage(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
        /// </summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>The `seq` of the last event so far; 0 if there is none.</summary>
        public long Seq {
            get => Member("seq", Read.Integer);
            set => this["seq"] = value;
        }

        /// <summary>The `seq` of the oldest kept event; null if there is none.</summary>
        public long? Oldest {
            get => Member("oldest", Read.OrNone(Read.Integer));
            set => this["oldest"] = value;
        }

        /// <summary>The events missing after `since`; null if none is missing.</summary>
        public EventGap Gap {
            get => Member("gap", Read.OrNull(json => new EventGap(Read.Object(json))));
            set => this["gap"] = value;
        }

        /// <summary>The events, oldest first.</summary>
        public List<Event> Events {
            get => Member("events", Read.ListOf(json => new Event(Read.Object(json))));
            set => this["events"] = value;
        }
    }

    /// <summary>The position of the event stream, and the missing events.</summary>
    public sealed class EventPosition : JsonRecord {
        public EventPosition() {}
        public EventPosition(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The id of the run of the process that counts `seq`; it changes with every start. Example: `"9f2c4b1e"`.
        /// </summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>The `seq` of the last event so far; 0 if there is none.</summary>
        public long Seq {
            get => Member("seq", Read.Integer);
            set => this["seq"] = value;
        }

        /// <summary>The `seq` of the oldest kept event; null if there is none.</summary>
        public long? Oldest {
            get => Member("oldest", Read.OrNone(Read.Integer));
            set => this["oldest"] = value;
        }

        /// <summary>The events missing after `since`; null if none is missing.</summary>
        public EventGap Gap {
            get => Member("gap", Read.OrNull(json => new EventGap(Read.Object(json))));
            set => this["gap"] = value;
        }
    }

    /// <summary>The value of the event for a push of another sender.</summary>
    public sealed class ForeignPushValue : JsonRecord {
        public ForeignPushValue() {}
        public ForeignPushValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The push. The value is null for one of more than 4 KiB.</summary>
        public IDictionary<string, object> Message {
            get => Member("message", Read.Object);
            set => this["message"] = value;
        }
    }

    /// <summary>Addresses of the platform that count opens and deliveries of a push.</summary>
    public sealed class HubLink : JsonRecord {
        public HubLink() {}
        public HubLink(IDictionary<string, object> json) : base(json) {}

        /// <summary>The address whose request counts an open.</summary>
        public string Open {
            get => Member("open", Read.OrNull(Read.Text));
            set => this["open"] = value;
        }

        /// <summary>The address whose request counts a delivery.</summary>
        public string Ack {
            get => Member("ack", Read.OrNull(Read.Text));
            set => this["ack"] = value;
        }
    }

    /// <summary>A job: one call that was accepted for delivery, with its state and outcome.</summary>
    public sealed class Job : JsonRecord {
        public Job() {}
        public Job(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The id of the job, from the answer of the call; also the header Request-ID of every attempt.
        /// </summary>
        public string RequestId {
            get => Member("requestId", Read.Text);
            set => this["requestId"] = value;
        }

        /// <summary>The method of the call, or tokenUpdate.</summary>
        public string Method {
            get => Member("method", Read.Text);
            set => this["method"] = value;
        }

        /// <summary>The state: pending until the job ends, then its final state.</summary>
        public string State {
            get => Member("state", Read.Text);
            set => this["state"] = value;
        }

        /// <summary>The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.</summary>
        public string CreatedAt {
            get => Member("createdAt", Read.Text);
            set => this["createdAt"] = value;
        }

        /// <summary>The number of attempts so far.</summary>
        public long Attempts {
            get => Member("attempts", Read.Integer);
            set => this["attempts"] = value;
        }

        /// <summary>The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC.</summary>
        public string NextAttemptAt {
            get => Member("nextAttemptAt", Read.OrNull(Read.Text));
            set => this["nextAttemptAt"] = value;
        }

        /// <summary>
        /// The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token, the
        /// permission to notify, a configuration, or other jobs of its user before it (lane). Null if it is being tried
        /// or is the next of its user.
        /// </summary>
        public string WaitingFor {
            get => Member("waitingFor", Read.OrNull(Read.Text));
            set => this["waitingFor"] = value;
        }

        /// <summary>The result of the last failed attempt; null if none has failed.</summary>
        public JobLastError LastError {
            get => Member("lastError", Read.OrNull(json => new JobLastError(Read.Object(json))));
            set => this["lastError"] = value;
        }

        /// <summary>The outcome of the job; null while it is pending.</summary>
        public JobOutcome Outcome {
            get => Member("outcome", Read.OrNull(json => new JobOutcome(Read.Object(json))));
            set => this["outcome"] = value;
        }

        /// <summary>The time at which the job ended; null while it is pending. A time in ISO 8601, UTC.</summary>
        public string EndedAt {
            get => Member("endedAt", Read.OrNull(Read.Text));
            set => this["endedAt"] = value;
        }

        /// <summary>True for a rejected job that `outbox.retry` accepts.</summary>
        public bool Retryable {
            get => Member("retryable", Read.Boolean);
            set => this["retryable"] = value;
        }
    }

    /// <summary>The result of the last failed attempt; null if none has failed.</summary>
    public sealed class JobLastError : JsonRecord {
        public JobLastError() {}
        public JobLastError(IDictionary<string, object> json) : base(json) {}

        /// <summary>The code of the event that reported it.</summary>
        public long Code {
            get => Member("code", Read.Integer);
            set => this["code"] = value;
        }

        /// <summary>The HTTP status code; null without an answer.</summary>
        public long? HttpCode {
            get => Member("httpCode", Read.OrNone(Read.Integer));
            set => this["httpCode"] = value;
        }

        /// <summary>A description of the failure for people; programs use `code`.</summary>
        public string Message {
            get => Member("message", Read.Text);
            set => this["message"] = value;
        }
    }

    /// <summary>The outcome of the job; null while it is pending.</summary>
    public sealed class JobOutcome : JsonRecord {
        public JobOutcome() {}
        public JobOutcome(IDictionary<string, object> json) : base(json) {}

        /// <summary>The final state of the job.</summary>
        public string State {
            get => Member("state", Read.Text);
            set => this["state"] = value;
        }

        /// <summary>The code of the event that reported it.</summary>
        public long EventCode {
            get => Member("eventCode", Read.Integer);
            set => this["eventCode"] = value;
        }

        /// <summary>The answer of the platform; null if there is none.</summary>
        public ResponseWithHttp Response {
            get => Member("response", Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
            set => this["response"] = value;
        }
    }

    /// <summary>A page of the jobs in the outbox.</summary>
    public sealed class JobPage : JsonRecord {
        public JobPage() {}
        public JobPage(IDictionary<string, object> json) : base(json) {}

        /// <summary>The jobs in order of acceptance, without secrets; `response` of an outcome is null here.</summary>
        public List<Job> Items {
            get => Member("items", Read.ListOf(json => new Job(Read.Object(json))));
            set => this["items"] = value;
        }

        /// <summary>The `after` of the next page; null on the last page.</summary>
        public string Next {
            get => Member("next", Read.OrNull(Read.Text));
            set => this["next"] = value;
        }
    }

    /// <summary>A bucket of the histogram of response times.</summary>
    public sealed class LatencyStep : JsonRecord {
        public LatencyStep() {}
        public LatencyStep(IDictionary<string, object> json) : base(json) {}

        /// <summary>The upper bound of the bucket, in microseconds; null for the last one.</summary>
        public long? Le {
            get => Member("le", Read.OrNone(Read.Integer));
            set => this["le"] = value;
        }

        /// <summary>The number of requests in this bucket and not in a lower one.</summary>
        public long Count {
            get => Member("count", Read.Integer);
            set => this["count"] = value;
        }
    }

    /// <summary>The value of the event for a member that is not a scalar.</summary>
    public sealed class MemberValue : JsonRecord {
        public MemberValue() {}
        public MemberValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The path of the member. Example: `"payload.items"`.</summary>
        public string Parameter {
            get => Member("parameter", Read.Text);
            set => this["parameter"] = value;
        }
    }

    /// <summary>The value of an event that reports the outcome of a mobile event.</summary>
    public sealed class MobileAnswerValue : JsonRecord {
        public MobileAnswerValue() {}
        public MobileAnswerValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The answer of the platform.</summary>
        public ResponseWithHttp ResponseWithHttpCode {
            get => Member("response_with_http_code", json => new ResponseWithHttp(Read.Object(json)));
            set => this["response_with_http_code"] = value;
        }

        /// <summary>The name of the mobile event.</summary>
        public string Name {
            get => Member("name", Read.Text);
            set => this["name"] = value;
        }
    }

    /// <summary>The buttons of a notification, as a category to register.</summary>
    public sealed class NotificationCategory : JsonRecord {
        public NotificationCategory() {}
        public NotificationCategory(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier of the category: always Altcraft.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }

        /// <summary>The actions, one for each button.</summary>
        public List<Action> Actions {
            get => Member("actions", Read.ListOf(json => new Action(Read.Object(json))));
            set => this["actions"] = value;
        }
    }

    /// <summary>The visible content and the data of a notification.</summary>
    public sealed class NotificationContent : JsonRecord {
        public NotificationContent() {}
        public NotificationContent(IDictionary<string, object> json) : base(json) {}

        /// <summary>The title to show. Example: `"Sale"`.</summary>
        public string Title {
            get => Member("title", Read.OrNull(Read.Text));
            set => this["title"] = value;
        }

        /// <summary>The line below the title. Example: `"Only today"`.</summary>
        public string Subtitle {
            get => Member("subtitle", Read.OrNull(Read.Text));
            set => this["subtitle"] = value;
        }

        /// <summary>The text to show. Example: `"All shoes at half price"`.</summary>
        public string Body {
            get => Member("body", Read.OrNull(Read.Text));
            set => this["body"] = value;
        }

        /// <summary>The number on the icon of the app. Example: `2`.</summary>
        public long? Badge {
            get => Member("badge", Read.OrNone(Read.Integer));
            set => this["badge"] = value;
        }

        /// <summary>The sound to play, a file of the app or default. Example: `"default"`.</summary>
        public string Sound {
            get => Member("sound", Read.OrNull(Read.Text));
            set => this["sound"] = value;
        }

        /// <summary>The category that the actions belong to. Example: `"Altcraft"`.</summary>
        public string CategoryIdentifier {
            get => Member("categoryIdentifier", Read.OrNull(Read.Text));
            set => this["categoryIdentifier"] = value;
        }

        /// <summary>The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.</summary>
        public IDictionary<string, object> UserInfo {
            get => Member("userInfo", Read.OrNull(Read.Object));
            set => this["userInfo"] = value;
        }
    }

    /// <summary>The request from the operating system for a push that arrived.</summary>
    public sealed class NotificationRequest : JsonRecord {
        public NotificationRequest() {}
        public NotificationRequest(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier of the request, from the operating system. Example: `"request-1"`.</summary>
        public string Identifier {
            get => Member("identifier", Read.OrNull(Read.Text));
            set => this["identifier"] = value;
        }

        /// <summary>The visible content and the data of the notification. Example: `{"title": "Sale"}`.</summary>
        public NotificationContent Content {
            get => Member("content", json => new NotificationContent(Read.Object(json)));
            set => this["content"] = value;
        }
    }

    /// <summary>The response of a user to a notification, from the operating system.</summary>
    public sealed class NotificationResponse : JsonRecord {
        public NotificationResponse() {}
        public NotificationResponse(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The tapped element, from the operating system: button0 for the first button,
        /// com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
        /// com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
        /// </summary>
        public string ActionIdentifier {
            get => Member("actionIdentifier", Read.OrNull(Read.Text));
            set => this["actionIdentifier"] = value;
        }

        /// <summary>
        /// The notification request that was tapped, from the operating system. Example: `{"identifier": "request-1",
        /// "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
        /// </summary>
        public NotificationRequest Request {
            get => Member("request", json => new NotificationRequest(Read.Object(json)));
            set => this["request"] = value;
        }
    }

    /// <summary>The outcome of a job, with its number.</summary>
    public sealed class NumberedOutcome : JsonRecord {
        public NumberedOutcome() {}
        public NumberedOutcome(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The epoch of the number: each process that ends a job begins one. Keep it with the number and pass both, so
        /// that an older copy of the data directory that was put back is noticed. Example: `"9f2c4b1e"`.
        /// </summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>
        /// The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the outcomes became
        /// durable, over restarts. Example: `17`.
        /// </summary>
        public long Outcome {
            get => Member("outcome", Read.Integer);
            set => this["outcome"] = value;
        }

        /// <summary>The id of the job, from the answer of the call. Example: `"order-7"`.</summary>
        public string RequestId {
            get => Member("requestId", Read.Text);
            set => this["requestId"] = value;
        }

        /// <summary>The method of the call, or tokenUpdate. Example: `"pushSubscribe"`.</summary>
        public string Method {
            get => Member("method", Read.Text);
            set => this["method"] = value;
        }

        /// <summary>
        /// The start of the tag of the user; null for a job under a resource token, for a job that ended under an
        /// earlier version, and after `clear`. Example: `"5f1d7a84"`.
        /// </summary>
        public string User {
            get => Member("user", Read.OrNull(Read.Text));
            set => this["user"] = value;
        }

        /// <summary>The state in which the job ended. Example: `"delivered"`.</summary>
        public string State {
            get => Member("state", Read.Text);
            set => this["state"] = value;
        }

        /// <summary>The code of the event that reported it. Example: `230`.</summary>
        public long EventCode {
            get => Member("eventCode", Read.Integer);
            set => this["eventCode"] = value;
        }

        /// <summary>The name of that event. Example: `"pushSubscribe.succeeded"`.</summary>
        public string Name {
            get => Member("name", Read.Text);
            set => this["name"] = value;
        }

        /// <summary>The HTTP status code of the last attempt; null without an answer. Example: `200`.</summary>
        public long? HttpCode {
            get => Member("httpCode", Read.OrNone(Read.Integer));
            set => this["httpCode"] = value;
        }

        /// <summary>The answer of the platform; null if there is none.</summary>
        public ResponseWithHttp Response {
            get => Member("response", Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
            set => this["response"] = value;
        }

        /// <summary>
        /// The time at which the call was accepted, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601,
        /// UTC.
        /// </summary>
        public string AcceptedAt {
            get => Member("acceptedAt", Read.Text);
            set => this["acceptedAt"] = value;
        }

        /// <summary>
        /// The time at which the job ended, in UTC. Example: `"2026-11-20T12:00:00.456Z"`. A time in ISO 8601, UTC.
        /// </summary>
        public string EndedAt {
            get => Member("endedAt", Read.Text);
            set => this["endedAt"] = value;
        }

        /// <summary>The number of attempts. Example: `1`.</summary>
        public long Attempts {
            get => Member("attempts", Read.Integer);
            set => this["attempts"] = value;
        }

        /// <summary>
        /// The id of the trace of the attempt that ended the job; null if there is none. Example:
        /// `"0af7651916cd43dd8448eb211c80319c"`.
        /// </summary>
        public string Trace {
            get => Member("trace", Read.OrNull(Read.Text));
            set => this["trace"] = value;
        }
    }

    /// <summary>The jobs that a filter chose.</summary>
    public sealed class OutboxChanges : JsonRecord {
        public OutboxChanges() {}
        public OutboxChanges(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of jobs that match.</summary>
        public long Matched {
            get => Member("matched", Read.Integer);
            set => this["matched"] = value;
        }

        /// <summary>The number of jobs that were changed: 0 with `dryRun`.</summary>
        public long Done {
            get => Member("done", Read.Integer);
            set => this["done"] = value;
        }
    }

    /// <summary>A choice of jobs: those that match all members. At least one member is needed.</summary>
    public sealed class OutboxFilter : JsonRecord {
        public OutboxFilter() {}
        public OutboxFilter(IDictionary<string, object> json) : base(json) {}

        /// <summary>The state of the jobs. Example: `"rejected"`.</summary>
        public string State {
            get => Member("state", Read.OrNull(Read.Text));
            set => this["state"] = value;
        }

        /// <summary>
        /// The methods of the jobs. Token updates, which the bridge makes itself, match only if it contains
        /// tokenUpdate. Example: `["mobileEvent"]`.
        /// </summary>
        public List<string> Method {
            get => Member("method", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["method"] = value;
        }

        /// <summary>
        /// The codes of the events that reported the outcomes of the jobs, or the last errors of pending ones. Example:
        /// `[437]`.
        /// </summary>
        public List<long> Code {
            get => Member("code", Read.OrNull(Read.ListOf(Read.Integer)));
            set => this["code"] = value;
        }

        /// <summary>The time in UTC before which the jobs were accepted. Example: `"2026-11-20T12:00:00Z"`.</summary>
        public string AcceptedBefore {
            get => Member("acceptedBefore", Read.OrNull(Read.Text));
            set => this["acceptedBefore"] = value;
        }

        /// <summary>The time in UTC at or after which the jobs were accepted. Example: `"2026-11-20"`.</summary>
        public string AcceptedAfter {
            get => Member("acceptedAfter", Read.OrNull(Read.Text));
            set => this["acceptedAfter"] = value;
        }
    }

    /// <summary>The outcome of a durable call that waited for it.</summary>
    public sealed class Outcome : JsonRecord {
        public Outcome() {}
        public Outcome(IDictionary<string, object> json) : base(json) {}

        /// <summary>The final state of the job; pending if the time to wait ended first.</summary>
        public string State {
            get => Member("state", Read.Text);
            set => this["state"] = value;
        }

        /// <summary>The code of the event that reports the outcome; null while the job is pending.</summary>
        public long? EventCode {
            get => Member("eventCode", Read.OrNone(Read.Integer));
            set => this["eventCode"] = value;
        }

        /// <summary>The answer of the platform; null if there is none.</summary>
        public ResponseWithHttp Response {
            get => Member("response", Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
            set => this["response"] = value;
        }
    }

    /// <summary>Outcomes in the order of their numbers.</summary>
    public sealed class OutcomePage : JsonRecord {
        public OutcomePage() {}
        public OutcomePage(IDictionary<string, object> json) : base(json) {}

        /// <summary>The outcomes, oldest first.</summary>
        public List<NumberedOutcome> Outcomes {
            get => Member("outcomes", Read.ListOf(json => new NumberedOutcome(Read.Object(json))));
            set => this["outcomes"] = value;
        }

        /// <summary>The `after` of the next page. Example: `17`.</summary>
        public long Next {
            get => Member("next", Read.Integer);
            set => this["next"] = value;
        }

        /// <summary>The epoch of `next`. Example: `"9f2c4b1e"`.</summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>
        /// The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`.
        /// </summary>
        public long First {
            get => Member("first", Read.Integer);
            set => this["first"] = value;
        }

        /// <summary>The number of the last outcome; 0 if there is none. Example: `17`.</summary>
        public long Last {
            get => Member("last", Read.Integer);
            set => this["last"] = value;
        }

        /// <summary>
        /// True if `after` and `epoch` are not of this data directory: the page begins with the oldest outcome.
        /// </summary>
        public bool RolledBack {
            get => Member("rolledBack", Read.Boolean);
            set => this["rolledBack"] = value;
        }
    }

    /// <summary>The numbers of the outcomes that are kept.</summary>
    public sealed class OutcomePosition : JsonRecord {
        public OutcomePosition() {}
        public OutcomePosition(IDictionary<string, object> json) : base(json) {}

        /// <summary>The epoch of `last`; "0" if there is none. Example: `"9f2c4b1e"`.</summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>
        /// The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`.
        /// </summary>
        public long First {
            get => Member("first", Read.Integer);
            set => this["first"] = value;
        }

        /// <summary>The number of the last outcome; 0 if there is none. Example: `17`.</summary>
        public long Last {
            get => Member("last", Read.Integer);
            set => this["last"] = value;
        }
    }

    /// <summary>A push of any provider in one form. A member that the push does not have is null.</summary>
    public sealed class ParsedPush : JsonRecord {
        public ParsedPush() {}
        public ParsedPush(IDictionary<string, object> json) : base(json) {}

        /// <summary>True if the push comes from the platform.</summary>
        public bool IsAltcraft {
            get => Member("isAltcraft", Read.Boolean);
            set => this["isAltcraft"] = value;
        }

        /// <summary>
        /// The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a flat map of
        /// the platform; null for a push of another sender.
        /// </summary>
        public string Structure {
            get => Member("structure", Read.OrNull(Read.Text));
            set => this["structure"] = value;
        }

        /// <summary>The id of the push; delivery and open events are registered under it.</summary>
        public string Uid {
            get => Member("uid", Read.OrNull(Read.Text));
            set => this["uid"] = value;
        }

        /// <summary>The platform's id of this launch, unique within its mailing.</summary>
        public string LaunchId {
            get => Member("launchId", Read.OrNull(Read.Text));
            set => this["launchId"] = value;
        }

        /// <summary>The title to show.</summary>
        public string Title {
            get => Member("title", Read.OrNull(Read.Text));
            set => this["title"] = value;
        }

        /// <summary>The line below the title.</summary>
        public string Subtitle {
            get => Member("subtitle", Read.OrNull(Read.Text));
            set => this["subtitle"] = value;
        }

        /// <summary>The text to show.</summary>
        public string Body {
            get => Member("body", Read.OrNull(Read.Text));
            set => this["body"] = value;
        }

        /// <summary>The address of the image to show. The bridge does not fetch it.</summary>
        public string Media {
            get => Member("media", Read.OrNull(Read.Text));
            set => this["media"] = value;
        }

        /// <summary>The address of the icon to show. The bridge does not fetch it.</summary>
        public string Icon {
            get => Member("icon", Read.OrNull(Read.Text));
            set => this["icon"] = value;
        }

        /// <summary>The address that a tap on the notification opens.</summary>
        public string ClickUrl {
            get => Member("clickUrl", Read.OrNull(Read.Text));
            set => this["clickUrl"] = value;
        }

        /// <summary>The buttons to show, in order; empty if there is none.</summary>
        public List<PushButton> Buttons {
            get => Member("buttons", Read.ListOf(json => new PushButton(Read.Object(json))));
            set => this["buttons"] = value;
        }

        /// <summary>
        /// Addresses of the platform that count opens and deliveries. The bridge never requests them.
        /// </summary>
        public HubLink HubLink {
            get => Member("hubLink", Read.OrNull(json => new HubLink(Read.Object(json))));
            set => this["hubLink"] = value;
        }

        /// <summary>The number on the icon of the app.</summary>
        public long? Badge {
            get => Member("badge", Read.OrNone(Read.Integer));
            set => this["badge"] = value;
        }

        /// <summary>The sound to play.</summary>
        public string Sound {
            get => Member("sound", Read.OrNull(Read.Text));
            set => this["sound"] = value;
        }

        /// <summary>
        /// True for a push that shows nothing: one that says so, or one without a title and a text whose
        /// `contentAvailable` is true.
        /// </summary>
        public bool Silent {
            get => Member("silent", Read.Boolean);
            set => this["silent"] = value;
        }

        /// <summary>True if the push wakes the app in the background.</summary>
        public bool? ContentAvailable {
            get => Member("contentAvailable", Read.OrNone(Read.Boolean));
            set => this["contentAvailable"] = value;
        }

        /// <summary>The address in the app that a tap opens.</summary>
        public string Deeplink {
            get => Member("deeplink", Read.OrNull(Read.Text));
            set => this["deeplink"] = value;
        }

        /// <summary>The intent that a tap opens on a Huawei device.</summary>
        public string Intent {
            get => Member("intent", Read.OrNull(Read.Text));
            set => this["intent"] = value;
        }

        /// <summary>The background color of the icon.</summary>
        public string Color {
            get => Member("color", Read.OrNull(Read.Text));
            set => this["color"] = value;
        }

        /// <summary>The notification channel of the app on Android.</summary>
        public string ChannelId {
            get => Member("channelId", Read.OrNull(Read.Text));
            set => this["channelId"] = value;
        }

        /// <summary>The importance of the notification on a Huawei device.</summary>
        public string Importance {
            get => Member("importance", Read.OrNull(Read.Text));
            set => this["importance"] = value;
        }

        /// <summary>The other data of the push.</summary>
        public IDictionary<string, object> Extra {
            get => Member("extra", Read.Object);
            set => this["extra"] = value;
        }

        /// <summary>
        /// The members of the message that no other member here holds, nested as they came. A text that contains JSON
        /// is an object if a part of it is held.
        /// </summary>
        public IDictionary<string, object> Rest {
            get => Member("rest", Read.Object);
            set => this["rest"] = value;
        }
    }

    /// <summary>The number of jobs left to deliver.</summary>
    public sealed class PendingCount : JsonRecord {
        public PendingCount() {}
        public PendingCount(IDictionary<string, object> json) : base(json) {}

        /// <summary>The number of pending jobs.</summary>
        public long Pending {
            get => Member("pending", Read.Integer);
            set => this["pending"] = value;
        }
    }

    /// <summary>The permission to show notifications.</summary>
    public sealed class Permission : JsonRecord {
        public Permission() {}
        public Permission(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// True if the user allows notifications, from the operating system of the device. Example: `true`.
        /// </summary>
        public bool Granted {
            get => Member("granted", Read.Boolean);
            set => this["granted"] = value;
        }

        /// <summary>The error of the operating system, as a text of the host; null if there is none.</summary>
        public string Error {
            get => Member("error", Read.OrNull(Read.Text));
            set => this["error"] = value;
        }
    }

    /// <summary>The way to show a push while the app is in the foreground.</summary>
    public sealed class PresentationOptions : JsonRecord {
        public PresentationOptions() {}
        public PresentationOptions(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// Any of banner, badge and sound, also list and alert; empty to show nothing. Example: `["banner", "sound"]`.
        /// </summary>
        public List<string> Options {
            get => Member("options", Read.ListOf(Read.Text));
            set => this["options"] = value;
        }
    }

    /// <summary>The profile that a subscription belongs to. A member that the platform did not send is null.</summary>
    public sealed class ProfileData : JsonRecord {
        public ProfileData() {}
        public ProfileData(IDictionary<string, object> json) : base(json) {}

        /// <summary>The platform's id of the profile.</summary>
        public string Id {
            get => Member("id", Read.OrNull(Read.Text));
            set => this["id"] = value;
        }

        /// <summary>The status of the profile.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>True for a test profile.</summary>
        public bool? IsTest {
            get => Member("isTest", Read.OrNone(Read.Boolean));
            set => this["isTest"] = value;
        }

        /// <summary>The push subscription that the answer describes; null if there is none.</summary>
        public SubscriptionData Subscription {
            get => Member("subscription", Read.OrNull(json => new SubscriptionData(Read.Object(json))));
            set => this["subscription"] = value;
        }
    }

    /// <summary>A form of ProviderSource.</summary>
    public sealed class ProviderSourceToken : JsonRecord {
        public ProviderSourceToken() {}
        public ProviderSourceToken(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The JWT from the server of the app, or the push token from the push service. Example: `"fcm-token-1"`.
        /// </summary>
        public string Token {
            get => Member("token", Read.Text);
            set => this["token"] = value;
        }
    }

    /// <summary>The value of an event about a push provider.</summary>
    public sealed class ProviderValue : JsonRecord {
        public ProviderValue() {}
        public ProviderValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The push provider in use, or the refused name, cut at 16 characters.</summary>
        public string Provider {
            get => Member("provider", Read.Text);
            set => this["provider"] = value;
        }
    }

    /// <summary>The value of an event that reports the outcome of a delivery or open event.</summary>
    public sealed class PushAnswerValue : JsonRecord {
        public PushAnswerValue() {}
        public PushAnswerValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The answer of the platform.</summary>
        public ResponseWithHttp ResponseWithHttpCode {
            get => Member("response_with_http_code", json => new ResponseWithHttp(Read.Object(json)));
            set => this["response_with_http_code"] = value;
        }

        /// <summary>The uid of the push.</summary>
        public string Uid {
            get => Member("uid", Read.Text);
            set => this["uid"] = value;
        }

        /// <summary>The kind of the push event.</summary>
        public string Type {
            get => Member("type", Read.Text);
            set => this["type"] = value;
        }
    }

    /// <summary>A button of a push.</summary>
    public sealed class PushButton : JsonRecord {
        public PushButton() {}
        public PushButton(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier: button0 for the first button of the push.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }

        /// <summary>The label of the button.</summary>
        public string Label {
            get => Member("label", Read.OrNull(Read.Text));
            set => this["label"] = value;
        }

        /// <summary>The address that a tap on the button opens; null if there is none.</summary>
        public string Link {
            get => Member("link", Read.OrNull(Read.Text));
            set => this["link"] = value;
        }
    }

    /// <summary>A subscription to push notifications.</summary>
    public sealed class PushSubscription : JsonRecord {
        public PushSubscription() {}
        public PushSubscription(IDictionary<string, object> json) : base(json) {}

        /// <summary>The channel of the subscription. Example: `"push"`.</summary>
        public string Channel {
            get => Member("channel", Read.OrNull(Read.Text));
            set => this["channel"] = value;
        }

        /// <summary>The kind of the subscription, as the React Native SDK names it. Example: `"push"`.</summary>
        public string Type {
            get => Member("type", Read.OrNull(Read.Text));
            set => this["type"] = value;
        }

        /// <summary>
        /// The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
        /// </summary>
        public long ResourceId {
            get => Member("resource_id", Read.Integer);
            set => this["resource_id"] = value;
        }

        /// <summary>The push service that issued the token. Example: `"ios-apns"`.</summary>
        public string Provider {
            get => Member("provider", Read.Text);
            set => this["provider"] = value;
        }

        /// <summary>The push token that the push service issued. Example: `"apns-token-1"`.</summary>
        public string SubscriptionId {
            get => Member("subscription_id", Read.Text);
            set => this["subscription_id"] = value;
        }

        /// <summary>The status of the subscription. Example: `"subscribed"`.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>The priority of the subscription in delivery. Example: `0`.</summary>
        public long? Priority {
            get => Member("priority", Read.OrNone(Read.Integer));
            set => this["priority"] = value;
        }

        /// <summary>Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.</summary>
        public IDictionary<string, object> CustomFields {
            get => Member("custom_fields", Read.OrNull(Read.Object));
            set => this["custom_fields"] = value;
        }

        /// <summary>The names of the categories of the subscription. Example: `["news"]`.</summary>
        public List<string> Cats {
            get => Member("cats", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["cats"] = value;
        }
    }

    /// <summary>The answer to a durable call: its job is on disk, and is retried until it ends.</summary>
    public sealed class Receipt : JsonRecord {
        public Receipt() {}
        public Receipt(IDictionary<string, object> json) : base(json) {}

        /// <summary>The id of the job, for `outbox.get`; also the header Request-ID of every attempt.</summary>
        public string RequestId {
            get => Member("requestId", Read.Text);
            set => this["requestId"] = value;
        }

        /// <summary>The outcome of the job. Present only if the call waited for it.</summary>
        public Outcome Outcome {
            get => Member("outcome", Read.OrNull(json => new Outcome(Read.Object(json))));
            set => this["outcome"] = value;
        }
    }

    /// <summary>The body of the platform's answer.</summary>
    public sealed class Response : JsonRecord {
        public Response() {}
        public Response(IDictionary<string, object> json) : base(json) {}

        /// <summary>The platform's error code: 0 for success, null if the answer has none.</summary>
        public long? Error {
            get => Member("error", Read.OrNone(Read.Integer));
            set => this["error"] = value;
        }

        /// <summary>The platform's error text: empty for success, null if the answer has none.</summary>
        public string ErrorText {
            get => Member("errorText", Read.OrNull(Read.Text));
            set => this["errorText"] = value;
        }

        /// <summary>The profile after the request; null if the request failed or was not synchronous.</summary>
        public ProfileData Profile {
            get => Member("profile", Read.OrNull(json => new ProfileData(Read.Object(json))));
            set => this["profile"] = value;
        }
    }

    /// <summary>A category of a subscription. A member that the platform did not send is null.</summary>
    public sealed class ResponseCategory : JsonRecord {
        public ResponseCategory() {}
        public ResponseCategory(IDictionary<string, object> json) : base(json) {}

        /// <summary>The name of the category, as calls use it.</summary>
        public string Name {
            get => Member("name", Read.OrNull(Read.Text));
            set => this["name"] = value;
        }

        /// <summary>The title of the category, as users see it. Example: `"News"`.</summary>
        public string Title {
            get => Member("title", Read.OrNull(Read.Text));
            set => this["title"] = value;
        }

        /// <summary>True if subscribers cannot turn the category off.</summary>
        public bool? Steady {
            get => Member("steady", Read.OrNone(Read.Boolean));
            set => this["steady"] = value;
        }

        /// <summary>True if the category is turned on for this subscription.</summary>
        public bool? Active {
            get => Member("active", Read.OrNone(Read.Boolean));
            set => this["active"] = value;
        }
    }

    /// <summary>The platform's answer to a request.</summary>
    public sealed class ResponseWithHttp : JsonRecord {
        public ResponseWithHttp() {}
        public ResponseWithHttp(IDictionary<string, object> json) : base(json) {}

        /// <summary>The HTTP status code.</summary>
        public long HttpCode {
            get => Member("httpCode", Read.Integer);
            set => this["httpCode"] = value;
        }

        /// <summary>The body; null if it is not a JSON object.</summary>
        public Response Response {
            get => Member("response", Read.OrNull(json => new Response(Read.Object(json))));
            set => this["response"] = value;
        }
    }

    /// <summary>
    /// The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
    /// </summary>
    public sealed class Retry : JsonRecord {
        public Retry() {}
        public Retry(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The pause after the first failed attempt, in seconds; it grows with each further one. Example: `1`.
        /// </summary>
        public double? FirstSeconds {
            get => Member("firstSeconds", Read.OrNone(Read.Number));
            set => this["firstSeconds"] = value;
        }

        /// <summary>The longest pause between two attempts, in seconds. Example: `60`.</summary>
        public double? MaxSeconds {
            get => Member("maxSeconds", Read.OrNone(Read.Number));
            set => this["maxSeconds"] = value;
        }

        /// <summary>The time after which an undelivered job expires, in seconds. Example: `86400`.</summary>
        public double? TotalSeconds {
            get => Member("totalSeconds", Read.OrNone(Read.Number));
            set => this["totalSeconds"] = value;
        }
    }

    /// <summary>The content to show for a push: that of its request, with its image and buttons.</summary>
    public sealed class ShownContent : JsonRecord {
        public ShownContent() {}
        public ShownContent(IDictionary<string, object> json) : base(json) {}

        /// <summary>The title to show. Example: `"Sale"`.</summary>
        public string Title {
            get => Member("title", Read.OrNull(Read.Text));
            set => this["title"] = value;
        }

        /// <summary>The line below the title. Example: `"Only today"`.</summary>
        public string Subtitle {
            get => Member("subtitle", Read.OrNull(Read.Text));
            set => this["subtitle"] = value;
        }

        /// <summary>The text to show. Example: `"All shoes at half price"`.</summary>
        public string Body {
            get => Member("body", Read.OrNull(Read.Text));
            set => this["body"] = value;
        }

        /// <summary>The number on the icon of the app. Example: `2`.</summary>
        public long? Badge {
            get => Member("badge", Read.OrNone(Read.Integer));
            set => this["badge"] = value;
        }

        /// <summary>The sound to play, a file of the app or default. Example: `"default"`.</summary>
        public string Sound {
            get => Member("sound", Read.OrNull(Read.Text));
            set => this["sound"] = value;
        }

        /// <summary>The category that the actions belong to. Example: `"Altcraft"`.</summary>
        public string CategoryIdentifier {
            get => Member("categoryIdentifier", Read.OrNull(Read.Text));
            set => this["categoryIdentifier"] = value;
        }

        /// <summary>The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.</summary>
        public IDictionary<string, object> UserInfo {
            get => Member("userInfo", Read.OrNull(Read.Object));
            set => this["userInfo"] = value;
        }

        /// <summary>The image of the push; empty if it has none.</summary>
        public List<Attachment> Attachments {
            get => Member("attachments", Read.ListOf(json => new Attachment(Read.Object(json))));
            set => this["attachments"] = value;
        }

        /// <summary>The category to register, named by `categoryIdentifier`; null without buttons.</summary>
        public NotificationCategory Category {
            get => Member("category", Read.OrNull(json => new NotificationCategory(Read.Object(json))));
            set => this["category"] = value;
        }
    }

    /// <summary>A subscription to text messages.</summary>
    public sealed class SmsSubscription : JsonRecord {
        public SmsSubscription() {}
        public SmsSubscription(IDictionary<string, object> json) : base(json) {}

        /// <summary>The channel of the subscription. Example: `"sms"`.</summary>
        public string Channel {
            get => Member("channel", Read.OrNull(Read.Text));
            set => this["channel"] = value;
        }

        /// <summary>The kind of the subscription, as the React Native SDK names it. Example: `"sms"`.</summary>
        public string Type {
            get => Member("type", Read.OrNull(Read.Text));
            set => this["type"] = value;
        }

        /// <summary>
        /// The identifier of the resource that the subscription belongs to, from the Altcraft account. Example: `1`.
        /// </summary>
        public long ResourceId {
            get => Member("resource_id", Read.Integer);
            set => this["resource_id"] = value;
        }

        /// <summary>The phone number in international format, from the user. Example: `"+4915112345678"`.</summary>
        public string Phone {
            get => Member("phone", Read.Text);
            set => this["phone"] = value;
        }

        /// <summary>The status of the subscription. Example: `"subscribed"`.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>The priority of the subscription in delivery. Example: `0`.</summary>
        public long? Priority {
            get => Member("priority", Read.OrNone(Read.Integer));
            set => this["priority"] = value;
        }

        /// <summary>Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.</summary>
        public IDictionary<string, object> CustomFields {
            get => Member("custom_fields", Read.OrNull(Read.Object));
            set => this["custom_fields"] = value;
        }

        /// <summary>The names of the categories of the subscription. Example: `["news"]`.</summary>
        public List<string> Cats {
            get => Member("cats", Read.OrNull(Read.ListOf(Read.Text)));
            set => this["cats"] = value;
        }
    }

    /// <summary>The value of the event for storage that fails or works again.</summary>
    public sealed class StorageValue : JsonRecord {
        public StorageValue() {}
        public StorageValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>
        /// The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
        /// </summary>
        public string Cause {
            get => Member("cause", Read.Text);
            set => this["cause"] = value;
        }

        /// <summary>The number of the first lost record; absent if none is lost.</summary>
        public long? From {
            get => Member("from", Read.OrNone(Read.Integer));
            set => this["from"] = value;
        }

        /// <summary>The number of the last lost record; absent if it is unknown.</summary>
        public long? To {
            get => Member("to", Read.OrNone(Read.Integer));
            set => this["to"] = value;
        }

        /// <summary>The number of lost records; absent if none is lost.</summary>
        public long? Lost {
            get => Member("lost", Read.OrNone(Read.Integer));
            set => this["lost"] = value;
        }
    }

    /// <summary>
    /// A push subscription as the platform stores it. A member that the platform did not send is null.
    /// </summary>
    public sealed class SubscriptionData : JsonRecord {
        public SubscriptionData() {}
        public SubscriptionData(IDictionary<string, object> json) : base(json) {}

        /// <summary>The push token that receives the pushes.</summary>
        public string SubscriptionId {
            get => Member("subscriptionId", Read.OrNull(Read.Text));
            set => this["subscriptionId"] = value;
        }

        /// <summary>The platform's short id of the subscription, in hex digits.</summary>
        public string HashId {
            get => Member("hashId", Read.OrNull(Read.Text));
            set => this["hashId"] = value;
        }

        /// <summary>The push service.</summary>
        public string Provider {
            get => Member("provider", Read.OrNull(Read.Text));
            set => this["provider"] = value;
        }

        /// <summary>The status of the subscription.</summary>
        public string Status {
            get => Member("status", Read.OrNull(Read.Text));
            set => this["status"] = value;
        }

        /// <summary>Standard and custom fields by name, as the platform sent them.</summary>
        public IDictionary<string, object> Fields {
            get => Member("fields", Read.OrNull(Read.Object));
            set => this["fields"] = value;
        }

        /// <summary>The categories; empty if there is none.</summary>
        public List<ResponseCategory> Cats {
            get => Member("cats", Read.ListOf(json => new ResponseCategory(Read.Object(json))));
            set => this["cats"] = value;
        }
    }

    /// <summary>The push token in use and the push service that issued it.</summary>
    public sealed class TokenData : JsonRecord {
        public TokenData() {}
        public TokenData(IDictionary<string, object> json) : base(json) {}

        /// <summary>The push service that issued the token.</summary>
        public string Provider {
            get => Member("provider", Read.Text);
            set => this["provider"] = value;
        }

        /// <summary>The push token; a binary one is written in lower-case hex.</summary>
        public string Token {
            get => Member("token", Read.Text);
            set => this["token"] = value;
        }
    }

    /// <summary>An item of the trace: a message of a connection, or a step of a job.</summary>
    public sealed class TraceItem : JsonRecord {
        public TraceItem() {}
        public TraceItem(IDictionary<string, object> json) : base(json) {}

        /// <summary>The id of the run of the process that counts `seq`. Example: `"9f2c4b1e"`.</summary>
        public string Epoch {
            get => Member("epoch", Read.Text);
            set => this["epoch"] = value;
        }

        /// <summary>The number of the item in this run. Example: `17`.</summary>
        public long Seq {
            get => Member("seq", Read.Integer);
            set => this["seq"] = value;
        }

        /// <summary>The time of the item, in microseconds since 1970. Example: `1795176000123456`.</summary>
        public long At {
            get => Member("at", Read.Integer);
            set => this["at"] = value;
        }

        /// <summary>The kind: wire for an event of a connection, job for a step of a job.</summary>
        public string Kind {
            get => Member("kind", Read.Text);
            set => this["kind"] = value;
        }

        /// <summary>
        /// The number of the connection: that of the event, or of the call that was accepted; null for a job of the
        /// bridge itself. Example: `3`.
        /// </summary>
        public long? Connection {
            get => Member("connection", Read.OrNone(Read.Integer));
            set => this["connection"] = value;
        }

        /// <summary>Wire: the transport. Example: `"unix"`.</summary>
        public string Transport {
            get => Member("transport", Read.OrNull(Read.Text));
            set => this["transport"] = value;
        }

        /// <summary>Wire: the event of the connection.</summary>
        public string Event {
            get => Member("event", Read.OrNull(Read.Text));
            set => this["event"] = value;
        }

        /// <summary>Message: received from the client, or sent to it.</summary>
        public string Direction {
            get => Member("direction", Read.OrNull(Read.Text));
            set => this["direction"] = value;
        }

        /// <summary>Message: its size. Example: `50`.</summary>
        public long? Bytes {
            get => Member("bytes", Read.OrNone(Read.Integer));
            set => this["bytes"] = value;
        }

        /// <summary>
        /// Message: the message, with secrets covered; null for one that is longer than the limit traceMessageBytes.
        /// Absent with `fault`.
        /// </summary>
        public object Message {
            get => Member("message", Read.Any);
            set => this["message"] = value;
        }

        /// <summary>
        /// Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a result or an
        /// error; of a batch a list of these. Absent if this is longer than 1024 bytes. Example:
        /// `{"id":7,"answer":"result"}`.
        /// </summary>
        public object Outline {
            get => Member("outline", Read.Any);
            set => this["outline"] = value;
        }

        /// <summary>The reason why the data is not a message. Example: `"not JSON at byte 4"`.</summary>
        public string Fault {
            get => Member("fault", Read.OrNull(Read.Text));
            set => this["fault"] = value;
        }

        /// <summary>Opened: the process at the other end, if the transport knows it.</summary>
        public TraceItemPeer Peer {
            get => Member("peer", Read.OrNull(json => new TraceItemPeer(Read.Object(json))));
            set => this["peer"] = value;
        }

        /// <summary>Job: its id. Example: `"order-7"`.</summary>
        public string RequestId {
            get => Member("requestId", Read.OrNull(Read.Text));
            set => this["requestId"] = value;
        }

        /// <summary>Job: the method of the call, or tokenUpdate. Example: `"mobileEvent"`.</summary>
        public string Method {
            get => Member("method", Read.OrNull(Read.Text));
            set => this["method"] = value;
        }

        /// <summary>
        /// Job: the start of the tag of its user; null under a resource token. Example: `"5f1d7a84"`.
        /// </summary>
        public string User {
            get => Member("user", Read.OrNull(Read.Text));
            set => this["user"] = value;
        }

        /// <summary>Job: its app group. Example: `"default"`.</summary>
        public string AppGroup {
            get => Member("appGroup", Read.OrNull(Read.Text));
            set => this["appGroup"] = value;
        }

        /// <summary>
        /// Job: the step. accepted, then durable when the record is on disk, or refused if the disk does not take it;
        /// attempt and answer for each request; waiting while it is not sent; ended; retried when a rejected job is put
        /// back.
        /// </summary>
        public string Step {
            get => Member("step", Read.OrNull(Read.Text));
            set => this["step"] = value;
        }

        /// <summary>Attempt and answer: the number of the attempt, from 1. Example: `1`.</summary>
        public long? Attempt {
            get => Member("attempt", Read.OrNone(Read.Integer));
            set => this["attempt"] = value;
        }

        /// <summary>Answer: the HTTP status code; null without an answer. Example: `200`.</summary>
        public long? HttpCode {
            get => Member("httpCode", Read.OrNone(Read.Integer));
            set => this["httpCode"] = value;
        }

        /// <summary>Answer: the reason why there is none; null if there is one.</summary>
        public string Failure {
            get => Member("failure", Read.OrNull(Read.Text));
            set => this["failure"] = value;
        }

        /// <summary>Answer: the time since the attempt, in microseconds. Example: `48210`.</summary>
        public long? DurationUs {
            get => Member("durationUs", Read.OrNone(Read.Integer));
            set => this["durationUs"] = value;
        }

        /// <summary>
        /// Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if the answer does
        /// not have it.
        /// </summary>
        public long? PlatformTime {
            get => Member("platformTime", Read.OrNone(Read.Integer));
            set => this["platformTime"] = value;
        }

        /// <summary>Waiting: the reason, as in `outbox.get`. Example: `"retry"`.</summary>
        public string WaitingFor {
            get => Member("waitingFor", Read.OrNull(Read.Text));
            set => this["waitingFor"] = value;
        }

        /// <summary>Waiting: the time of the next check, in microseconds since 1970; null if none is set.</summary>
        public long? Until {
            get => Member("until", Read.OrNone(Read.Integer));
            set => this["until"] = value;
        }

        /// <summary>Ended: the state. Example: `"delivered"`.</summary>
        public string State {
            get => Member("state", Read.OrNull(Read.Text));
            set => this["state"] = value;
        }

        /// <summary>Ended: the code of the event that reported it. Example: `230`.</summary>
        public long? EventCode {
            get => Member("eventCode", Read.OrNone(Read.Integer));
            set => this["eventCode"] = value;
        }

        /// <summary>Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet.</summary>
        public long? Outcome {
            get => Member("outcome", Read.OrNone(Read.Integer));
            set => this["outcome"] = value;
        }
    }

    /// <summary>Opened: the process at the other end, if the transport knows it.</summary>
    public sealed class TraceItemPeer : JsonRecord {
        public TraceItemPeer() {}
        public TraceItemPeer(IDictionary<string, object> json) : base(json) {}

        /// <summary>The id of the process. Example: `4711`.</summary>
        public long? Pid {
            get => Member("pid", Read.OrNone(Read.Integer));
            set => this["pid"] = value;
        }

        /// <summary>The id of its user. Example: `1000`.</summary>
        public long? Uid {
            get => Member("uid", Read.OrNone(Read.Integer));
            set => this["uid"] = value;
        }
    }

    /// <summary>The UTM tags of a link: the source of a visit.</summary>
    public sealed class UTM : JsonRecord {
        public UTM() {}
        public UTM(IDictionary<string, object> json) : base(json) {}

        /// <summary>The campaign, `utm_campaign` of the link; sent as `cn`. Example: `"spring"`.</summary>
        public string Campaign {
            get => Member("campaign", Read.OrNull(Read.Text));
            set => this["campaign"] = value;
        }

        /// <summary>The content, `utm_content` of the link; sent as `cc`. Example: `"banner-2"`.</summary>
        public string Content {
            get => Member("content", Read.OrNull(Read.Text));
            set => this["content"] = value;
        }

        /// <summary>The keyword, `utm_term` of the link; sent as `ck`. Example: `"shoes"`.</summary>
        public string Keyword {
            get => Member("keyword", Read.OrNull(Read.Text));
            set => this["keyword"] = value;
        }

        /// <summary>The medium, `utm_medium` of the link; sent as `cm`. Example: `"email"`.</summary>
        public string Medium {
            get => Member("medium", Read.OrNull(Read.Text));
            set => this["medium"] = value;
        }

        /// <summary>The source, `utm_source` of the link; sent as `cs`. Example: `"newsletter"`.</summary>
        public string Source {
            get => Member("source", Read.OrNull(Read.Text));
            set => this["source"] = value;
        }

        /// <summary>A temporary tag, chosen by the host; sent as `ct`. Example: `"test-1"`.</summary>
        public string Temp {
            get => Member("temp", Read.OrNull(Read.Text));
            set => this["temp"] = value;
        }
    }

    /// <summary>The value of the event for an action that is not a button.</summary>
    public sealed class UnknownButtonValue : JsonRecord {
        public UnknownButtonValue() {}
        public UnknownButtonValue(IDictionary<string, object> json) : base(json) {}

        /// <summary>The identifier of the action, from the host.</summary>
        public string Identifier {
            get => Member("identifier", Read.Text);
            set => this["identifier"] = value;
        }
    }
}
