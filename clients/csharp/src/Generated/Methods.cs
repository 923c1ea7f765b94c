// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {

    /// <summary>The methods whose names start with trace.</summary>
    public sealed class TraceMethods {
        private readonly Methods caller;
        internal TraceMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Subscribes this connection to a trace of all messages and jobs: each item comes as a notification `trace`.
        ///
        /// Replaces this connection's earlier subscription. The answer comes before the first item. Items are recorded
        /// from the first subscription to the end of the last one, and cover secrets as `--trace-wire` does. A
        /// subscriber that does not keep up loses items, never responses, and is told which by `trace.gap`.
        /// </summary>
        /// <param name="kinds">The kinds of items to receive: wire for the messages of connections, job for the steps of jobs; without it: both. Items of other kinds do not count as a gap. Example: `["job"]`.</param>
        /// <param name="since">The `seq` of the last item that the client has; the kept items after it follow. Without it: only new items. Example: `17`.</param>
        /// <param name="epoch">The `epoch` of the item that `since` comes from. It identifies the run of the process. Example: `"9f2c4b1e"`.</param>
        public Task<EventPosition> Subscribe(object kinds = null, long? since = null, string epoch = null) {
            return caller.Call("trace.subscribe", new Parameters().WithOptional("kinds", kinds).WithOptional("since", since).WithOptional("epoch", epoch), json => new EventPosition(Read.Object(json)));
        }

        /// <summary>Ends this connection's subscription to the trace.</summary>
        public Task<bool> Unsubscribe() {
            return caller.Call("trace.unsubscribe", new Parameters(), Read.Boolean);
        }
    }

    /// <summary>The methods whose names start with rpc.</summary>
    public sealed class RpcMethods {
        private readonly Methods caller;
        internal RpcMethods(Methods caller) { this.caller = caller; }

        /// <summary>Returns this document.</summary>
        public Task<IDictionary<string, object>> Discover() {
            return caller.Call("rpc.discover", new Parameters(), Read.Object);
        }
    }

    /// <summary>The methods whose names start with push.</summary>
    public sealed class PushMethods {
        private readonly Methods caller;
        internal PushMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.
        ///
        /// For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on this machine. The
        /// pushes are those for the token of the subscription that was delivered last; pushes that were sent before
        /// this call come first. A subscription ends with its connection.
        ///
        /// Refused with ConfigurationMissingError, NoSimulatorError.
        /// </summary>
        public Task<bool> SimulatedSubscribe() {
            return caller.Call("push.simulated.subscribe", new Parameters(), Read.Boolean);
        }

        /// <summary>Ends this connection's subscription to the pushes of a simulated platform.</summary>
        public Task<bool> SimulatedUnsubscribe() {
            return caller.Call("push.simulated.unsubscribe", new Parameters(), Read.Boolean);
        }
    }

    /// <summary>The methods whose names start with outcomes.</summary>
    public sealed class OutcomesMethods {
        private readonly Methods caller;
        internal OutcomesMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Returns the kept outcomes of jobs after a number, in order.
        ///
        /// The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried since is not. A
        /// page may be short, or empty: repeat the call with its `next` as `after` and its `epoch` until `next` is
        /// `last`.
        /// </summary>
        /// <param name="after">The number of the last outcome that the host has processed, or `next` of the previous page. Example: `17`.</param>
        /// <param name="epoch">The `epoch` of the outcome that `after` comes from. With it a position that is not of this data directory, as after an older copy of it was put back, is reported and not refused. Example: `"9f2c4b1e"`.</param>
        /// <param name="limit">The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.</param>
        /// <param name="state">Lists only outcomes with these states. Example: `["rejected", "expired"]`.</param>
        /// <param name="method">Lists only outcomes of these methods. Example: `["mobileEvent"]`.</param>
        /// <param name="requestId">Lists only jobs whose id starts with this text. Example: `"order-"`.</param>
        public Task<OutcomePage> List(long? after = null, string epoch = null, long? limit = null, object state = null, object method = null, string requestId = null) {
            return caller.Call("outcomes.list", new Parameters().WithOptional("after", after).WithOptional("epoch", epoch).WithOptional("limit", limit).WithOptional("state", state).WithOptional("method", method).WithOptional("requestId", requestId), json => new OutcomePage(Read.Object(json)));
        }

        /// <summary>
        /// Subscribes this connection to outcomes: each arrives as a notification `outcome`.
        ///
        /// Replaces this connection's earlier subscription. The answer comes before the first notification. Outcomes
        /// arrive in order, once they are durable; `outcomes.gap` reports numbers that are no longer kept, and a
        /// position of another copy of the data directory. A subscriber that does not keep up gets them later. The
        /// subscription is to the app group in use: subscribe again after setAppGroup.
        /// </summary>
        /// <param name="after">The number of the last outcome that the host has processed; without it: only new outcomes. Example: `17`.</param>
        /// <param name="epoch">The `epoch` of the outcome that `after` comes from. With it a position that is not of this data directory, as after an older copy of it was put back, is reported and not refused. Example: `"9f2c4b1e"`.</param>
        public Task<OutcomePosition> Subscribe(long? after = null, string epoch = null) {
            return caller.Call("outcomes.subscribe", new Parameters().WithOptional("after", after).WithOptional("epoch", epoch), json => new OutcomePosition(Read.Object(json)));
        }

        /// <summary>Ends this connection's subscription to outcomes.</summary>
        public Task<bool> Unsubscribe() {
            return caller.Call("outcomes.unsubscribe", new Parameters(), Read.Boolean);
        }
    }

    /// <summary>The methods whose names start with outbox.</summary>
    public sealed class OutboxMethods {
        private readonly Methods caller;
        internal OutboxMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Returns state and outcome of one job, also after it has ended.
        ///
        /// The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.
        /// </summary>
        /// <param name="requestId">The id of the job, from the answer of the durable call. Example: `"example-1"`.</param>
        public Task<Job> Get(string requestId) {
            return caller.Call("outbox.get", new Parameters().With("requestId", requestId), Read.OrNull(json => new Job(Read.Object(json))));
        }

        /// <summary>
        /// Returns pending jobs, and rejected ones that can still be retried, in order of acceptance.
        /// </summary>
        /// <param name="limit">The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.</param>
        /// <param name="after">The `next` of the previous page; without it: the first page. Example: `"example-1"`.</param>
        /// <param name="state">Lists only jobs in this state; without it: both. Example: `"rejected"`.</param>
        public Task<JobPage> List(long? limit = null, string after = null, string state = null) {
            return caller.Call("outbox.list", new Parameters().WithOptional("limit", limit).WithOptional("after", after).WithOptional("state", state), json => new JobPage(Read.Object(json)));
        }

        /// <summary>
        /// Starts the next attempt of all waiting jobs now.
        ///
        /// Ends all pauses between attempts, including a pause that the platform requested.
        /// </summary>
        /// <param name="wait">True to answer after each waiting job has had its attempt, false to answer immediately. Example: `true`.</param>
        public Task<PendingCount> Flush(bool? wait = null) {
            return caller.Call("outbox.flush", new Parameters().WithOptional("wait", wait), json => new PendingCount(Read.Object(json)));
        }

        /// <summary>
        /// Moves rejected jobs back to pending, with the same id and a new time to live.
        ///
        /// A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended jobs and its body
        /// is kept: new jobs displace the oldest rejected body. Needs a configuration. Takes one `requestId`, or a
        /// `filter`.
        ///
        /// Refused with StorageFailedError, NotInitializedError, OutboxFullError.
        /// </summary>
        /// <param name="requestId">The id of the job, from the answer of the durable call. Example: `"example-1"`.</param>
        /// <param name="filter">A choice of jobs, in place of `requestId`. Example: `{"method": ["mobileEvent"]}`.</param>
        /// <param name="dryRun">True to count the jobs that `filter` chooses, and change nothing. Example: `true`.</param>
        public Task<object> Retry(string requestId = null, object filter = null, bool? dryRun = null) {
            return caller.Call("outbox.retry", new Parameters().WithOptional("requestId", requestId).WithOptional("filter", filter).WithOptional("dryRun", dryRun), Read.Any);
        }

        /// <summary>
        /// Ends pending jobs, or drops the bodies of rejected ones: they are never sent.
        ///
        /// A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One that is being
        /// sent is refused with -32602. A rejected job still counts as rejected, and `outbox.get` still returns its
        /// outcome. Takes one `requestId`, or a `filter`.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="requestId">The id of the job, from the answer of the durable call. Example: `"example-1"`.</param>
        /// <param name="filter">A choice of jobs, in place of `requestId`. Example: `{"method": ["mobileEvent"]}`.</param>
        /// <param name="dryRun">True to count the jobs that `filter` chooses, and change nothing. Example: `true`.</param>
        public Task<object> Discard(string requestId = null, object filter = null, bool? dryRun = null) {
            return caller.Call("outbox.discard", new Parameters().WithOptional("requestId", requestId).WithOptional("filter", filter).WithOptional("dryRun", dryRun), Read.Any);
        }
    }

    /// <summary>The methods whose names start with nse.</summary>
    public sealed class NseMethods {
        private readonly Methods caller;
        internal NseMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Checks whether a push comes from the platform.
        ///
        /// True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`, or with both
        /// `uid` and `launch_id`. Takes a `request` or a `message`.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. It takes precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        public Task<bool> IsAltcraftPush(object request = null, object message = null) {
            return caller.Call("nse.isAltcraftPush", new Parameters().WithOptional("request", request).WithOptional("message", message), Read.Boolean);
        }

        /// <summary>
        /// Returns the content to show for a notification, with the buttons and the image of the push.
        ///
        /// Title, text, badge, sound and userInfo do not change. The delivery event is registered once for each uid and
        /// is on disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the
        /// reason and the call is answered all the same. Event 204 follows; event 453 before it means that the image
        /// has no valid URL. The content of a push of another sender does not change: nothing is registered, and event
        /// 202 follows.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        public Task<ShownContent> HandleNotificationRequest(object request) {
            return caller.Call("nse.handleNotificationRequest", new Parameters().With("request", request), json => new ShownContent(Read.Object(json)));
        }

        /// <summary>
        /// Returns the best content so far: that of the latest request of this connection, or null without one.
        /// </summary>
        public Task<ShownContent> ServiceExtensionTimeWillExpire() {
            return caller.Call("nse.serviceExtensionTimeWillExpire", new Parameters(), Read.OrNull(json => new ShownContent(Read.Object(json))));
        }
    }

    /// <summary>The methods whose names start with notificationManager.</summary>
    public sealed class NotificationManagerMethods {
        private readonly Methods caller;
        internal NotificationManagerMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Returns how to show a push that arrives while the app is in the foreground.
        ///
        /// Returns the standard options, unless a connection has called notificationManager.setCustomPushProcessing and
        /// answers with others.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        public Task<PresentationOptions> WillPresent(object request) {
            return caller.Call("notificationManager.willPresent", new Parameters().With("request", request), json => new PresentationOptions(Read.Object(json)));
        }

        /// <summary>
        /// Processes a tap on a notification: registers the open event and returns what to open.
        ///
        /// A tap opens the click URL of the push, a button its link. If there is none, event 454, 455 or 457 gives the
        /// reason. The open event is registered in any case, once for each uid, and is on disk when the call is
        /// answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the reason. A connection that
        /// has called notificationManager.setCustomClickProcessing processes the tap itself. For a push of another
        /// sender nothing is registered, and event 202 follows. A dismissal is not a tap: nothing is registered.
        /// </summary>
        /// <param name="response">The response of the user, from the operating system, as JSON. Example: `{"actionIdentifier": "button0", "request": {"content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}`.</param>
        public Task<ClickResult> DidReceive(object response) {
            return caller.Call("notificationManager.didReceive", new Parameters().With("response", response), json => new ClickResult(Read.Object(json)));
        }

        /// <summary>
        /// Sets whether the user allows notifications; the initial state is granted.
        ///
        /// Without the permission subscriptions wait (event 504); they are sent when it is granted. All other jobs,
        /// also a suspend or an unsubscribe, need no permission. It is stored for all app groups of the data directory:
        /// a denial holds after a restart, after `clear`, and in every other group, until the host grants it.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="granted">True if the user allows notifications, from the operating system of the device. Example: `true`.</param>
        public Task<bool> SetPermission(bool granted) {
            return caller.Call("notificationManager.setPermission", new Parameters().With("granted", granted), Read.Boolean);
        }

        /// <summary>
        /// Makes the bridge ask this connection how to show pushes that arrive while the app is in the foreground.
        ///
        /// Applies to the latest connection that called it and is open. When that connection ends, the one that called
        /// before it is asked again.
        /// </summary>
        /// <param name="enabled">True if this connection decides and the bridge waits for its answer; false if the bridge only informs it. Example: `true`.</param>
        public Task<bool> SetCustomPushProcessing(bool enabled) {
            return caller.Call("notificationManager.setCustomPushProcessing", new Parameters().With("enabled", enabled), Read.Boolean);
        }

        /// <summary>
        /// Makes this connection process taps on notifications.
        ///
        /// Applies to the latest connection that called it and is open. When that connection ends, the one that called
        /// before it is asked again.
        /// </summary>
        /// <param name="enabled">True if this connection decides and the bridge waits for its answer; false if the bridge only informs it. Example: `true`.</param>
        public Task<bool> SetCustomClickProcessing(bool enabled) {
            return caller.Call("notificationManager.setCustomClickProcessing", new Parameters().With("enabled", enabled), Read.Boolean);
        }

        /// <summary>
        /// Makes the host ask the user to allow notifications.
        ///
        /// Calls notificationManager.requestAuthorization on this connection. Without a valid answer the permission
        /// does not change. `error` is the text in the answer of the host.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        public Task<Permission> RegisterForPushNotifications() {
            return caller.Call("notificationManager.registerForPushNotifications", new Parameters(), json => new Permission(Read.Object(json)));
        }
    }

    /// <summary>The methods whose names start with events.</summary>
    public sealed class EventsMethods {
        private readonly Methods caller;
        internal EventsMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Subscribes this connection to SDK events: each comes as a notification `event`.
        ///
        /// Replaces this connection's earlier subscription. The answer comes before the first event. A `since` of
        /// another epoch is a cursor of an earlier run: `gap` says "restart", and all that is kept of this run follows.
        /// A subscriber that does not keep up loses events, never responses, and is told which by `events.gap`.
        /// </summary>
        /// <param name="since">The `seq` of the last event that the host has processed; the kept events after it follow. Without it: only new events. Example: `17`.</param>
        /// <param name="epoch">The `epoch` of the event that `since` comes from. It identifies the run of the process. Example: `"9f2c4b1e"`.</param>
        /// <param name="codes">The event codes to receive; without it: all. Events of other codes do not count as a gap. Example: `[230, 430]`.</param>
        public Task<EventPosition> Subscribe(long? since = null, string epoch = null, object codes = null) {
            return caller.Call("events.subscribe", new Parameters().WithOptional("since", since).WithOptional("epoch", epoch).WithOptional("codes", codes), json => new EventPosition(Read.Object(json)));
        }

        /// <summary>Ends this connection's subscription to SDK events.</summary>
        public Task<bool> Unsubscribe() {
            return caller.Call("events.unsubscribe", new Parameters(), Read.Boolean);
        }

        /// <summary>
        /// Returns the kept SDK events, oldest first.
        ///
        /// A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read all events,
        /// repeat the call with the `seq` of the last event as `since`, until a page is empty.
        /// </summary>
        /// <param name="since">The `seq` of the last event that the host has processed; the kept events after it follow. Without it: all kept events, from the oldest. Example: `17`.</param>
        /// <param name="limit">The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`.</param>
        /// <param name="epoch">The `epoch` of the event that `since` comes from. It identifies the run of the process. Example: `"9f2c4b1e"`.</param>
        /// <param name="codes">The event codes to receive; without it: all. Events of other codes do not count as a gap. Example: `[230, 430]`.</param>
        public Task<EventPage> List(long? since = null, long? limit = null, string epoch = null, object codes = null) {
            return caller.Call("events.list", new Parameters().WithOptional("since", since).WithOptional("limit", limit).WithOptional("epoch", epoch).WithOptional("codes", codes), json => new EventPage(Read.Object(json)));
        }

        /// <summary>
        /// Returns every event code with its name, class and meaning, and whether the bridge emits it.
        /// </summary>
        public Task<List<EventCode>> Catalog() {
            return caller.Call("events.catalog", new Parameters(), Read.ListOf(json => new EventCode(Read.Object(json))));
        }
    }

    /// <summary>The methods whose names start with bridge.</summary>
    public sealed class BridgeMethods {
        private readonly Methods caller;
        internal BridgeMethods(Methods caller) { this.caller = caller; }

        /// <summary>Returns the value that setUserDefaultsValue stored, or null.</summary>
        /// <param name="suiteName">The name of the suite that holds the value, chosen by the host. Example: `"app"`.</param>
        /// <param name="key">The key of the value in its suite. Example: `"theme"`.</param>
        public Task<object> GetUserDefaultsValue(string suiteName, string key) {
            return caller.Call("bridge.getUserDefaultsValue", new Parameters().With("suiteName", suiteName).With("key", key), Read.Any);
        }

        /// <summary>Returns version, schema digest, transports, data directory and limits of this process.</summary>
        public Task<BridgeInfo> Info() {
            return caller.Call("bridge.info", new Parameters(), json => new BridgeInfo(Read.Object(json)));
        }

        /// <summary>
        /// Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.
        ///
        /// The counters of the outbox belong to the app group and survive restarts; all others count from the start of
        /// the process.
        /// </summary>
        public Task<BridgeStats> Stats() {
            return caller.Call("bridge.stats", new Parameters(), json => new BridgeStats(Read.Object(json)));
        }

        /// <summary>
        /// Returns the counters of bridge.stats in the text format of Prometheus.
        ///
        /// The counters of the outbox have the app group as a label and survive restarts; all others count from the
        /// start of the process.
        /// </summary>
        public Task<BridgeMetrics> Metrics() {
            return caller.Call("bridge.metrics", new Parameters(), json => new BridgeMetrics(Read.Object(json)));
        }

        /// <summary>Returns "pong".</summary>
        public Task<string> Ping() {
            return caller.Call("bridge.ping", new Parameters(), Read.Text);
        }

        /// <summary>
        /// Checks a call without executing it: true, or the error that the call would get.
        ///
        /// Checks parameters and the rules of the SDK; calls no callback. It does not check the role of the connection.
        ///
        /// Refused with MethodNotFoundError.
        /// </summary>
        /// <param name="method">The name of the method to check. Example: `"setPushToken"`.</param>
        /// <param name="params">The parameters for that method, by name or by position. Example: `{"provider": "ios-apns", "pushToken": null}`.</param>
        public Task<bool> Check(string method, object @params = null) {
            return caller.Call("bridge.check", new Parameters().With("method", method).WithOptional("params", @params), Read.Boolean);
        }

        /// <summary>
        /// Authenticates a connection by a token or a ticket, which also determine its role.
        ///
        /// Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of another user
        /// must send it first; with `--require-token` every TCP client must. It must be sent alone, not in a batch, in
        /// a message of at most 4 KiB. If it is not required, the proof is checked all the same, and its role applies
        /// from then on; without TCP and WebSocket the answer to a token is true. The answer to a ticket has the role
        /// and a token of this role.
        ///
        /// Refused with UnauthorizedError.
        /// </summary>
        /// <param name="token">The token of this run of the bridge: the content of the file `rpc.token` in the data directory, or of `rpc.observer-token` to read only; or the `session` of an earlier answer. Example: `"0123456789abcdef"`.</param>
        /// <param name="ticket">The ticket from the URL of `bridge.ticket`, instead of a token. Example: `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.</param>
        public Task<object> Authenticate(string token = null, string ticket = null) {
            return caller.Call("bridge.authenticate", new Parameters().WithOptional("token", token).WithOptional("ticket", ticket), Read.Any);
        }

        /// <summary>
        /// Makes a URL with a ticket, which opens one connection of a page.
        ///
        /// The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket is in the
        /// fragment of the URL, which no browser sends. A limit, `tickets`, applies to the unused tickets of each role.
        ///
        /// Refused with UnauthorizedError, NoWebSocketError.
        /// </summary>
        /// <param name="role">The role of the connection that uses the ticket: `observer` may only read. An observer can only make tickets of this role. Example: `"observer"`.</param>
        public Task<BridgeTicket> Ticket(string role = null) {
            return caller.Call("bridge.ticket", new Parameters().WithOptional("role", role), json => new BridgeTicket(Read.Object(json)));
        }

        /// <summary>Sets the level of the log on standard error.</summary>
        /// <param name="level">The least severe level to log; notice at the start. Example: `"info"`.</param>
        public Task<bool> SetLogLevel(string level) {
            return caller.Call("bridge.setLogLevel", new Parameters().With("level", level), Read.Boolean);
        }

        /// <summary>
        /// Stops the process: answers the calls in flight and exits with status 0 within five seconds.
        ///
        /// Accepted jobs are kept: pending jobs are delivered after the next start.
        /// </summary>
        public Task<bool> Shutdown() {
            return caller.Call("bridge.shutdown", new Parameters(), Read.Boolean);
        }
    }

    /// <summary>The methods whose names start with backgroundTasks.</summary>
    public sealed class BackgroundTasksMethods {
        private readonly Methods caller;
        internal BackgroundTasksMethods(Methods caller) { this.caller = caller; }

        /// <summary>
        /// Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
        ///
        /// Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If a pass is still
        /// running when the next one is due, event 505 is emitted and the next one is skipped. Registering again
        /// replaces the interval. `clear` ends the task.
        /// </summary>
        /// <param name="intervalSeconds">The time from the start of one pass to the start of the next, in seconds: from one second to a year, by default three hours. Example: `600`.</param>
        public Task<bool> RegisterBackgroundTask(double? intervalSeconds = null) {
            return caller.Call("backgroundTasks.registerBackgroundTask", new Parameters().WithOptional("intervalSeconds", intervalSeconds), Read.Boolean);
        }
    }

    /// <summary>Every method of the bridge.</summary>
    public abstract class Methods {
        public BackgroundTasksMethods BackgroundTasks { get; }
        public BridgeMethods Bridge { get; }
        public EventsMethods Events { get; }
        public NotificationManagerMethods NotificationManager { get; }
        public NseMethods Nse { get; }
        public OutboxMethods Outbox { get; }
        public OutcomesMethods Outcomes { get; }
        public PushMethods Push { get; }
        public RpcMethods Rpc { get; }
        public TraceMethods Trace { get; }
        protected Methods() {
            BackgroundTasks = new BackgroundTasksMethods(this);
            Bridge = new BridgeMethods(this);
            Events = new EventsMethods(this);
            NotificationManager = new NotificationManagerMethods(this);
            Nse = new NseMethods(this);
            Outbox = new OutboxMethods(this);
            Outcomes = new OutcomesMethods(this);
            Push = new PushMethods(this);
            Rpc = new RpcMethods(this);
            Trace = new TraceMethods(this);
        }
        /// <summary>Calls a method by name, and reads its result.</summary>
        public abstract Task<T> Call<T>(string method, object parameters, Func<object, T> read);

        /// <summary>
        /// Checks the configuration, stores it, and starts delivery.
        ///
        /// Pending jobs of an earlier run are delivered from the start of the process on and do not need this call. A
        /// change of the rToken ends the pending subscription, mobile event and profile jobs of the old one in state
        /// cleared, with an event 601 each.
        ///
        /// Refused with ConfigurationNotSetError, ApiUrlInvalidError, RTokenInvalidError, ProviderInvalidError,
        /// StorageFailedError.
        /// </summary>
        /// <param name="configuration">The configuration: at least the address of the platform, which the Altcraft account shows. It replaces the stored one as a whole and is stored with the app group. Null is refused with 401. Example: `{"apiUrl": "https://pxl.example.com", "rToken": "resource-token"}`.</param>
        public Task<bool> Initialization(object configuration) {
            return Call("initialization", new Parameters().With("configuration", configuration), Read.Boolean);
        }

        /// <summary>
        /// Deletes all data of the app group: configuration, tokens, stored values and pending jobs.
        ///
        /// A barrier: after the answer no request for an earlier call starts, none of its data is on disk, and no event
        /// other than 205 reports it. Pending jobs end in state cleared; a request that is being sent may still reach
        /// the platform. The background task ends; backgroundTasks.registerBackgroundTask starts it again. Providers,
        /// event subscribers and the selected group stay. The files are unlinked, not overwritten.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        public Task<bool> Clear() {
            return Call("clear", new Parameters(), Read.Boolean);
        }

        /// <summary>
        /// Allows the next initialization to run the initial operations again.
        ///
        /// Has no effect: here every initialization runs them.
        /// </summary>
        public Task<bool> UnlockInitialOperationsInThisSession() {
            return Call("unlockInitialOperationsInThisSession", new Parameters(), Read.Boolean);
        }

        /// <summary>
        /// Selects the app group whose data the bridge uses.
        ///
        /// Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the group; providers
        /// and the event stream belong to the process. Pending jobs of a group that is not selected stay on disk until
        /// the group is selected again. The bridge closes a group one minute after another one was selected, or later
        /// if the group is still in use. Beyond the limit `appGroups` it opens no further group: the answer is `busy`,
        /// and the selected group stays selected.
        ///
        /// Refused with AppGroupMissingError, StorageFailedError.
        /// </summary>
        /// <param name="groupName">The name of the app group to use, as the app registers it with its operating system; at most 1 KiB. Example: `"group.com.example.app"`.</param>
        public Task<bool> SetAppGroup(string groupName) {
            return Call("setAppGroup", new Parameters().With("groupName", groupName), Read.Boolean);
        }

        /// <summary>
        /// Sets how the bridge gets the current user's JWT.
        ///
        /// With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT. The latest
        /// registration whose connection is open is used, callback or fixed token. A fixed token outlives its
        /// connection: it is used again while no open connection has a registration. null ends the registration of this
        /// connection, and a fixed token whose connection has closed. A fixed JWT that has expired leaves it to the
        /// registration before it. A JWT is checked when it is used, so any string is accepted here. An expired JWT
        /// still names the user: calls are accepted, and their jobs wait for a valid JWT of that user. provider.getJWT
        /// says what a JWT must hold. With a resource token no JWT is needed.
        /// </summary>
        /// <param name="provider">The source: "callback" to answer a request of the bridge each time, an object with a fixed token, or null to remove the source. Example: `{"token": "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}`.</param>
        public Task<bool> SetJWTProvider(object provider) {
            return Call("setJWTProvider", new Parameters().With("provider", provider), Read.Boolean);
        }

        /// <summary>
        /// Sets how the bridge gets push tokens of APNs (ios-apns).
        ///
        /// Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs
        /// from the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open
        /// is used, callback or fixed token. A fixed token outlives its connection: it is used again while no open
        /// connection has a registration. null ends the registration of this connection, and a fixed token whose
        /// connection has closed. Registering makes the bridge forget a token set by setPushToken. While no provider is
        /// connected, a fixed token that is older than the last one from a provider does not replace the token that the
        /// platform has.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="provider">The source: "callback" to answer a request of the bridge each time, an object with a fixed token, or null to remove the source. Example: `{"token": "apns-token-1"}`.</param>
        public Task<bool> SetAPNSTokenProvider(object provider) {
            return Call("setAPNSTokenProvider", new Parameters().With("provider", provider), Read.Boolean);
        }

        /// <summary>
        /// Sets how the bridge gets push tokens of Firebase (ios-firebase).
        ///
        /// Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs
        /// from the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open
        /// is used, callback or fixed token. A fixed token outlives its connection: it is used again while no open
        /// connection has a registration. null ends the registration of this connection, and a fixed token whose
        /// connection has closed. Registering makes the bridge forget a token set by setPushToken. While no provider is
        /// connected, a fixed token that is older than the last one from a provider does not replace the token that the
        /// platform has.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="provider">The source: "callback" to answer a request of the bridge each time, an object with a fixed token, or null to remove the source. Example: `{"token": "fcm-token-1"}`.</param>
        public Task<bool> SetFCMTokenProvider(object provider) {
            return Call("setFCMTokenProvider", new Parameters().With("provider", provider), Read.Boolean);
        }

        /// <summary>
        /// Sets how the bridge gets push tokens of Huawei (ios-huawei).
        ///
        /// Registering requests no token. The bridge requests one when it needs it, and emits event 201 when it differs
        /// from the last one reported. A token has at most 4096 bytes. The latest registration whose connection is open
        /// is used, callback or fixed token. A fixed token outlives its connection: it is used again while no open
        /// connection has a registration. null ends the registration of this connection, and a fixed token whose
        /// connection has closed. Registering makes the bridge forget a token set by setPushToken. While no provider is
        /// connected, a fixed token that is older than the last one from a provider does not replace the token that the
        /// platform has.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="provider">The source: "callback" to answer a request of the bridge each time, an object with a fixed token, or null to remove the source. Example: `{"token": "hms-token-1"}`.</param>
        public Task<bool> SetHMSTokenProvider(object provider) {
            return Call("setHMSTokenProvider", new Parameters().With("provider", provider), Read.Boolean);
        }

        /// <summary>
        /// Sets the push token, for hosts that register no provider.
        ///
        /// Answers false, without an effect, while a provider of any push service is registered. Registering one makes
        /// the bridge forget the token, on disk too. A token set after the last provider has left is newer than its
        /// tokens: the platform gets it by a token update.
        ///
        /// Refused with ProviderInvalidError, StorageFailedError.
        /// </summary>
        /// <param name="provider">The push service that issued the token: ios-apns, ios-firebase or ios-huawei, in any letter case; any other is refused with 473. Example: `"ios-firebase"`.</param>
        /// <param name="pushToken">The push token that the push service issued for this device, at most 4096 bytes as it is stored; null or an empty string removes it. Example: `"fcm-token-1"`.</param>
        /// <param name="encoding">The encoding of `pushToken`: text as it is; hex or base64 for binary tokens, which are stored as lower-case hex. Example: `"hex"`.</param>
        public Task<bool> SetPushToken(string provider, string pushToken, string encoding = null) {
            return Call("setPushToken", new Parameters().With("provider", provider).With("pushToken", pushToken).WithOptional("encoding", encoding), Read.Boolean);
        }

        /// <summary>
        /// Returns the push token in use, or null if there is none.
        ///
        /// Calls the registered providers in the order of the priority list and returns the first token. Without a
        /// provider it returns the token of setPushToken.
        /// </summary>
        public Task<TokenData> GetPushToken() {
            return Call("getPushToken", new Parameters(), Read.OrNull(json => new TokenData(Read.Object(json))));
        }

        /// <summary>
        /// Sets which push providers the bridge asks for a token, and in which order.
        ///
        /// Stored with the configuration; the next initialization overwrites it. If the token in use changes, a job
        /// named tokenUpdate reports the new one to the platform.
        ///
        /// Refused with ProviderInvalidError, ConfigurationMissingError, StorageFailedError.
        /// </summary>
        /// <param name="list">The push providers to ask for a token, the first one first; an empty list restores the default order. Example: `["ios-huawei", "ios-firebase"]`.</param>
        public Task<bool> ChangePushProviderPriorityList(object list) {
            return Call("changePushProviderPriorityList", new Parameters().With("list", list), Read.Boolean);
        }

        /// <summary>
        /// Deletes the token of this device at a push provider.
        ///
        /// Calls provider.deleteToken on the host that registered with "callback" and ignores its answer; a fixed
        /// token, and one of that provider set by setPushToken, is removed. Nothing is sent to the platform.
        ///
        /// Refused with ProviderInvalidError, TokenUpdateUnsupportedError, StorageFailedError.
        /// </summary>
        /// <param name="provider">The push provider whose token is deleted: ios-firebase or ios-huawei, in any letter case. Example: `"ios-firebase"`.</param>
        public Task<bool> DeleteDeviceToken(string provider) {
            return Call("deleteDeviceToken", new Parameters().With("provider", provider), Read.Boolean);
        }

        /// <summary>
        /// Deletes the token at the provider in use, requests a new one, and reports it to the platform.
        ///
        /// Answered after the first attempt to report the token; there is none if the token did not change. If the
        /// attempt fails and can be retried, delivery continues in the outbox as a job named tokenUpdate. A token set
        /// by setPushToken is removed; there is no other to report. Refused under APNs (406), without an update.
        ///
        /// Refused with ConfigurationMissingError, PushTokenMissingError, TokenUpdateUnsupportedError,
        /// UserTagMissingError, CallbackTimeoutError, StorageFailedError.
        /// </summary>
        public Task<bool> ForcedTokenUpdate() {
            return Call("forcedTokenUpdate", new Parameters(), Read.Boolean);
        }

        /// <summary>
        /// Subscribes the device to push notifications.
        ///
        /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome".
        /// Delivered in order with all other changes of the user's profile and subscription, and retried until the
        /// platform answers.
        ///
        /// Refused with ValuesNotScalarError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="sync">True if the platform answers with the final result and the profile; false if it answers as soon as it has accepted the request. Example: `true`.</param>
        /// <param name="profileFields">Fields of the profile to set, by name, as the database of the platform defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.</param>
        /// <param name="customFields">Custom fields of the subscription by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan": "pro"}`.</param>
        /// <param name="cats">Categories of the subscription, as the resource of the platform defines them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true}, "offers"]`.</param>
        /// <param name="replace">True to unsubscribe the subscriptions of other profiles of the database with the same push token. Example: `true`.</param>
        /// <param name="skipTriggers">True if triggers of mailings and scenarios must ignore the profile for this change. Example: `true`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> PushSubscribe(bool? sync = null, object profileFields = null, object customFields = null, object cats = null, bool? replace = null, bool? skipTriggers = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("pushSubscribe", new Parameters().WithOptional("sync", sync).WithOptional("profileFields", profileFields).WithOptional("customFields", customFields).WithOptional("cats", cats).WithOptional("replace", replace).WithOptional("skipTriggers", skipTriggers).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), json => new Receipt(Read.Object(json)));
        }

        /// <summary>
        /// Suspends the subscription of the device.
        ///
        /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome".
        /// Delivered in order with all other changes of the user's profile and subscription, and retried until the
        /// platform answers.
        ///
        /// Refused with ValuesNotScalarError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="sync">True if the platform answers with the final result and the profile; false if it answers as soon as it has accepted the request. Example: `true`.</param>
        /// <param name="profileFields">Fields of the profile to set, by name, as the database of the platform defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.</param>
        /// <param name="customFields">Custom fields of the subscription by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan": "pro"}`.</param>
        /// <param name="cats">Categories of the subscription, as the resource of the platform defines them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true}, "offers"]`.</param>
        /// <param name="replace">True to unsubscribe the subscriptions of other profiles of the database with the same push token. Example: `true`.</param>
        /// <param name="skipTriggers">True if triggers of mailings and scenarios must ignore the profile for this change. Example: `true`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> PushSuspend(bool? sync = null, object profileFields = null, object customFields = null, object cats = null, bool? replace = null, bool? skipTriggers = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("pushSuspend", new Parameters().WithOptional("sync", sync).WithOptional("profileFields", profileFields).WithOptional("customFields", customFields).WithOptional("cats", cats).WithOptional("replace", replace).WithOptional("skipTriggers", skipTriggers).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), json => new Receipt(Read.Object(json)));
        }

        /// <summary>
        /// Ends the subscription of the device.
        ///
        /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome".
        /// Delivered in order with all other changes of the user's profile and subscription, and retried until the
        /// platform answers.
        ///
        /// Refused with ValuesNotScalarError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="sync">True if the platform answers with the final result and the profile; false if it answers as soon as it has accepted the request. Example: `true`.</param>
        /// <param name="profileFields">Fields of the profile to set, by name, as the database of the platform defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname": "Ann"}`.</param>
        /// <param name="customFields">Custom fields of the subscription by name, as the resource of the platform defines them. Values are strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan": "pro"}`.</param>
        /// <param name="cats">Categories of the subscription, as the resource of the platform defines them. A plain string means an active category with that name. Example: `[{"name": "news", "active": true}, "offers"]`.</param>
        /// <param name="replace">True to unsubscribe the subscriptions of other profiles of the database with the same push token. Example: `true`.</param>
        /// <param name="skipTriggers">True if triggers of mailings and scenarios must ignore the profile for this change. Example: `true`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> PushUnSubscribe(bool? sync = null, object profileFields = null, object customFields = null, object cats = null, bool? replace = null, bool? skipTriggers = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("pushUnSubscribe", new Parameters().WithOptional("sync", sync).WithOptional("profileFields", profileFields).WithOptional("customFields", customFields).WithOptional("cats", cats).WithOptional("replace", replace).WithOptional("skipTriggers", skipTriggers).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), json => new Receipt(Read.Object(json)));
        }

        /// <summary>
        /// Hands the device over to the current user: resumes their subscriptions and suspends those of other users.
        ///
        /// Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the
        /// request could not be built; an event gives the reason. If the answer has no subscription, call
        /// pushSubscribe.
        ///
        /// Refused with ConfigurationMissingError, CallbackTimeoutError.
        /// </summary>
        public Task<ResponseWithHttp> UnSuspendPushSubscription() {
            return Call("unSuspendPushSubscription", new Parameters(), Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
        }

        /// <summary>
        /// Returns the latest subscription of the user's profile.
        ///
        /// Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the
        /// request could not be built; an event gives the reason. Asks for no push token.
        ///
        /// Refused with ConfigurationMissingError, CallbackTimeoutError.
        /// </summary>
        public Task<ResponseWithHttp> GetStatusOfLatestSubscription() {
            return Call("getStatusOfLatestSubscription", new Parameters(), Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
        }

        /// <summary>
        /// Returns the subscription of the push token in use.
        ///
        /// Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the
        /// request could not be built; an event gives the reason. The token is the one that the platform has; the
        /// providers are asked, once, only if there is none.
        ///
        /// Refused with ConfigurationMissingError, CallbackTimeoutError.
        /// </summary>
        public Task<ResponseWithHttp> GetStatusForCurrentSubscription() {
            return Call("getStatusForCurrentSubscription", new Parameters(), Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
        }

        /// <summary>
        /// Returns the latest subscription of the user's profile with one push provider.
        ///
        /// Sent immediately; not stored and not retried. The answer is null if the platform did not answer or the
        /// request could not be built; an event gives the reason. Asks for no token if `provider` is given. The token
        /// is the one that the platform has; the providers are asked, once, only if there is none.
        ///
        /// Refused with ProviderInvalidError, ConfigurationMissingError, CallbackTimeoutError.
        /// </summary>
        /// <param name="provider">The push provider of the subscription: ios-apns, ios-firebase or ios-huawei, in any letter case. Without it: the provider of the token in use. Example: `"ios-firebase"`.</param>
        public Task<ResponseWithHttp> GetStatusOfLatestSubscriptionForProvider(string provider = null) {
            return Call("getStatusOfLatestSubscriptionForProvider", new Parameters().WithOptional("provider", provider), Read.OrNull(json => new ResponseWithHttp(Read.Object(json))));
        }

        /// <summary>
        /// Records a mobile event.
        ///
        /// Answered when the event is on disk. The events of one user reach the platform in the order of acceptance,
        /// independently of subscriptions.
        ///
        /// Refused with ValuesNotScalarError, SubscriptionTypeUnsupportedError, ConfigurationMissingError,
        /// UserTagMissingError, DuplicateRequestIdError, TooLargeError, OutboxFullError, StorageFailedError,
        /// CallbackTimeoutError.
        /// </summary>
        /// <param name="sid">The identifier of the pixel that records the event, from the settings of the pixel in the Altcraft account. Example: `"px-1"`.</param>
        /// <param name="eventName">The name of the event, as scenarios and segments of the platform expect it; not empty. Example: `"signup"`.</param>
        /// <param name="sendMessageId">The identifier (SMID) of the message that led to the event, from the data of that message; it ties the event to its mailing. Example: `"m-7"`.</param>
        /// <param name="payload">Data of the event, chosen by the host. Values are strings, numbers, booleans or null; any other is refused with 475. Example: `{"amount": 12, "currency": "EUR"}`.</param>
        /// <param name="matching">Identifiers of the user by type, from the host's own data of the user; the platform finds the profile by them. Example: `{"email": "ann@example.com"}`.</param>
        /// <param name="matchingType">The type of the identifier in `matching` by which the platform finds the profile, as the platform names it: email, phone, profile_id and others. Example: `"email"`.</param>
        /// <param name="profileFields">Fields of the profile to set, by name, as the database of the platform defines them. Example: `{"_fname": "Ann"}`.</param>
        /// <param name="subscription">A subscription to add to the profile with the event. An unknown channel is refused with 476. Example: `{"channel": "email", "resource_id": 1, "email": "ann@example.com"}`.</param>
        /// <param name="utm">The UTM tags of the link that led the user to the app, from that link or from the attribution service of the host. Example: `{"campaign": "spring", "source": "newsletter"}`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> MobileEvent(string sid, string eventName, string sendMessageId = null, object payload = null, object matching = null, string matchingType = null, object profileFields = null, object subscription = null, object utm = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("mobileEvent", new Parameters().With("sid", sid).With("eventName", eventName).WithOptional("sendMessageId", sendMessageId).WithOptional("payload", payload).WithOptional("matching", matching).WithOptional("matchingType", matchingType).WithOptional("profileFields", profileFields).WithOptional("subscription", subscription).WithOptional("utm", utm).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), json => new Receipt(Read.Object(json)));
        }

        /// <summary>
        /// Updates fields of the current user's profile.
        ///
        /// Answered when the job is on disk. Delivered in order with all other changes of the user's profile and
        /// subscription.
        ///
        /// Refused with ValuesNotScalarError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="profileFields">Fields of the profile by name, as the database of the platform defines them. A value is a string, a number, a boolean, null, or an object returned by `actionField`; any other is refused with 475. Example: `{"_fname": "Ann", "visits": {"action": "incr", "value": 1}}`.</param>
        /// <param name="skipTriggers">True if triggers of mailings and scenarios must ignore the profile for this change. Example: `true`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> UpdateProfileFields(object profileFields = null, bool? skipTriggers = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("updateProfileFields", new Parameters().WithOptional("profileFields", profileFields).WithOptional("skipTriggers", skipTriggers).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), json => new Receipt(Read.Object(json)));
        }

        /// <summary>
        /// Builds the value for `profileFields` that makes the platform change a field: set, unset, incr, add, delete
        /// or upsert.
        ///
        /// Pass the answer as `profileFields`; merge the answers of several calls into one object.
        /// </summary>
        /// <param name="key">The name of the field, as the database of the platform defines it. Example: `"_fname"`.</param>
        /// <param name="action">The operation on the field: set or unset it, incr a number, add to or delete from a list, upsert into a list without duplicates. Example: `"incr"`.</param>
        /// <param name="value">The operand: the new value, the number to add, or the list element; null for unset. Example: `"Andrey"`.</param>
        public Task<IDictionary<string, object>> ActionField(string key, string action, object value = null) {
            return Call("actionField", new Parameters().With("key", key).With("action", action).WithOptional("value", value), Read.Object);
        }

        /// <summary>
        /// Stores a value with the app group.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        /// <param name="suiteName">The name of the suite that holds the value, chosen by the host. Example: `"app"`.</param>
        /// <param name="key">The key of the value in its suite, chosen by the host; a blank key is ignored. Example: `"theme"`.</param>
        /// <param name="value">The value to store: any JSON up to 64 KiB; null removes the stored one. Example: `"dark"`.</param>
        public Task<bool> SetUserDefaultsValue(string suiteName, string key, object value = null) {
            return Call("setUserDefaultsValue", new Parameters().With("suiteName", suiteName).With("key", key).WithOptional("value", value), Read.Boolean);
        }

        /// <summary>
        /// Reports to the platform that a push arrived.
        ///
        /// Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every call is a
        /// separate event. A push of another sender without `messageUID` is not reported: the answer is null, and event
        /// 202 follows.
        ///
        /// Refused with PushUidMissingError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. It takes precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        /// <param name="messageUID">The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in `request` or `message`. Example: `"uid-1"`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> DeliveryEvent(object request = null, object message = null, string messageUID = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("deliveryEvent", new Parameters().WithOptional("request", request).WithOptional("message", message).WithOptional("messageUID", messageUID).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), Read.OrNull(json => new Receipt(Read.Object(json))));
        }

        /// <summary>
        /// Reports to the platform that a push was opened.
        ///
        /// Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every call is a
        /// separate event. A push of another sender without `messageUID` is not reported: the answer is null, and event
        /// 202 follows.
        ///
        /// Refused with PushUidMissingError, ConfigurationMissingError, UserTagMissingError, DuplicateRequestIdError,
        /// TooLargeError, OutboxFullError, StorageFailedError, CallbackTimeoutError.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. It takes precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        /// <param name="messageUID">The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in `request` or `message`. Example: `"uid-1"`.</param>
        /// <param name="requestId">The caller's idempotency key, unique within the app group; it is also the header Request-ID of every attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: `"order-7"`.</param>
        /// <param name="wait">The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. Example: `"outcome"`.</param>
        /// <param name="waitTimeoutMs">The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. Example: `5000`.</param>
        public Task<Receipt> OpenEvent(object request = null, object message = null, string messageUID = null, string requestId = null, string wait = null, long? waitTimeoutMs = null) {
            return Call("openEvent", new Parameters().WithOptional("request", request).WithOptional("message", message).WithOptional("messageUID", messageUID).WithOptional("requestId", requestId).WithOptional("wait", wait).WithOptional("waitTimeoutMs", waitTimeoutMs), Read.OrNull(json => new Receipt(Read.Object(json))));
        }

        /// <summary>
        /// Checks whether a push comes from the platform.
        ///
        /// True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`, or with both
        /// `uid` and `launch_id`. Takes a `request` or a `message`.
        /// </summary>
        /// <param name="request">The notification request from the operating system, as JSON. It takes precedence over `message`. Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.</param>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        public Task<bool> IsAltcraftPush(object request = null, object message = null) {
            return Call("isAltcraftPush", new Parameters().WithOptional("request", request).WithOptional("message", message), Read.Boolean);
        }

        /// <summary>
        /// Converts a push of any structure of the platform into one form.
        ///
        /// Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica and RuStore,
        /// and the flat maps that arrive on devices. A push of another sender is read as far as possible, with
        /// `isAltcraft` false. Nothing is lost: `rest` has the members without a name here. Nothing is registered and
        /// nothing is fetched.
        /// </summary>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        public Task<ParsedPush> ParsePush(object message) {
            return Call("parsePush", new Parameters().With("message", message), json => new ParsedPush(Read.Object(json)));
        }

        /// <summary>
        /// Processes a push that arrived: registers the delivery event and returns what to show.
        ///
        /// For a push of another sender the answer is null, with event 202; for one of the platform events 203 and 204
        /// follow, for a silent one only 203. The delivery event is registered once for each uid and is on disk when
        /// the call is answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the reason and the
        /// call is answered all the same.
        /// </summary>
        /// <param name="message">The push: the data map as it arrived on the device, or the whole message of a provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.</param>
        public Task<ParsedPush> TakePush(object message) {
            return Call("takePush", new Parameters().With("message", message), Read.OrNull(json => new ParsedPush(Read.Object(json))));
        }

        /// <summary>
        /// Makes the host ask the user to allow notifications.
        ///
        /// Calls notificationManager.requestAuthorization on this connection. Without a valid answer the permission
        /// does not change. `error` is the text in the answer of the host.
        ///
        /// Refused with StorageFailedError.
        /// </summary>
        public Task<Permission> RequestNotificationPermission() {
            return Call("requestNotificationPermission", new Parameters(), json => new Permission(Read.Object(json)));
        }
    }
}
