// Package altcraft gives Go programs the Altcraft mobile SDK, through the program altcraft-bridge.
//
// A Client has every method of the SDK, its events, and its callbacks:
//
//	client, err := altcraft.Spawn(ctx, altcraft.WithDataDir("/var/lib/app/altcraft"))
//	altcraft.On(client, func(event *altcraft.PushSubscribeSucceededEvent) { … })
//	receipt, err := client.PushSubscribe(ctx, nil)
//
// Required parameters of a call are arguments; optional ones are the fields of its options, which
// may be nil. In options an empty text, a nil list and a nil map count as not given; numbers and
// booleans are pointers: see Ptr. In results a missing text is empty.
package altcraft

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Caller makes calls by name.
type Caller interface {
	// Call waits for the answer and stores it in result, unless that is nil.
	Call(ctx context.Context, method string, params, result any) error
}

// Client is a connection to the bridge, opened again when it is lost. It may be used by several
// goroutines at once.
type Client struct {
	Methods

	settings
	open func(ctx context.Context) (stream, error)

	// Ends when the client is closed.
	ctx    context.Context
	cancel context.CancelFunc

	// Closed when no further connection will be opened.
	closed chan struct{}

	// Notifications that listeners have not received yet.
	eventQueue    *queue[func()]
	onEvent       listeners[Event]
	onGap         listeners[EventGap]
	onOutcome     listeners[OutcomeItem]
	onDisconnect  listeners[error]
	onReconnect   listeners[*EventPosition]
	mu            sync.Mutex
	conn          *connection
	info          *BridgeInfo
	handlers      map[string]Handler
	registrations registrations
	subscription  *EventsSubscribeOptions
	cursor        cursor
}

// Spawn starts a bridge as a child process, which ends with this process. If it ends by itself, it is
// started again. The context applies to the start only.
func Spawn(ctx context.Context, options ...Option) (*Client, error) {
	settings := newSettings(options)
	return open(ctx, settings, func(context.Context) (stream, error) { return start(settings) })
}

// Dial connects to a running bridge: ("unix", path), ("tcp", "127.0.0.1:port") or, over WebSocket,
// ("ws", "127.0.0.1:port"). The context applies to the first connection only.
func Dial(ctx context.Context, network, address string, options ...Option) (*Client, error) {
	return open(ctx, newSettings(options), func(ctx context.Context) (stream, error) {
		if network == "ws" {
			return dialWebSocket(ctx, address)
		}
		return dial(ctx, network, address)
	})
}

func open(
	ctx context.Context, settings settings, stream func(ctx context.Context) (stream, error),
) (*Client, error) {
	c := &Client{
		settings: settings, open: stream, closed: make(chan struct{}),
		eventQueue: newQueue[func()](), handlers: make(map[string]Handler),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.Methods = newMethods(c)
	c.Handle(settings.callbacks)
	go c.emitEvents()
	conn, info, err := c.connect(ctx)
	if err != nil {
		c.cancel()
		c.eventQueue.close()
		return nil, err
	}
	c.adopt(conn, info)
	go c.maintain(conn)
	return c, nil
}

// Info returns the information of the connected bridge about itself.
func (c *Client) Info() *BridgeInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// Call calls a method by name, even one that this version of the interface does not know. Params is
// anything that encodes to a JSON object or array, or nil; result is a target of json.Unmarshal, or
// nil. A call whose context ends is cancelled; a job that was accepted before continues.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	given, err := encode(params)
	if err != nil {
		return fmt.Errorf("altcraft: %s: %w", method, err)
	}
	if string(given) == "null" {
		given = nil
	}
	if _, isLimited := ctx.Deadline(); !isLimited && c.callTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.callTimeout)
		defer cancel()
	}
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	answer, err := conn.call(ctx, method, given, c.watch(method, given))
	if err != nil || result == nil {
		return err
	}
	if err := decode(answer, result); err != nil {
		return fmt.Errorf("altcraft: %s: %w", method, err)
	}
	return nil
}

// Handle registers the handlers of requests of the bridge. A nil callback keeps the earlier handler.
func (c *Client) Handle(callbacks Callbacks) { callbacks.each(c.HandleFunc) }

// HandleFunc registers the handler of a request by its name, even one that this version of the
// interface does not know. It replaces an earlier handler of that name.
func (c *Client) HandleFunc(method string, handler Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[method] = handler
}

// OnEvent calls listener for each event, in order, after Events.Subscribe was called. Listeners are
// called one at a time, and may call the bridge. The returned function removes the listener.
//
// After a lost connection, events continue after the last one received.
func (c *Client) OnEvent(listener func(Event)) (stop func()) { return c.onEvent.add(listener) }

// OnGap calls listener when events were missed; Events.List may still have them.
func (c *Client) OnGap(listener func(EventGap)) (stop func()) { return c.onGap.add(listener) }

// OnDisconnect calls listener when the connection is lost, with a *ClosedError.
func (c *Client) OnDisconnect(listener func(error)) (stop func()) {
	return c.onDisconnect.add(listener)
}

// OnReconnect calls listener when the connection is open again and everything is registered again,
// with the position of the event stream if the client is subscribed.
func (c *Client) OnReconnect(listener func(*EventPosition)) (stop func()) {
	return c.onReconnect.add(listener)
}

// Close closes the client: calls in flight are answered, and a bridge that Spawn started exits.
func (c *Client) Close() error {
	c.cancel()
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	conn.close()
	<-c.closed
	c.eventQueue.close()
	return nil
}

// connect opens a connection and checks the bridge at its other end.
func (c *Client) connect(ctx context.Context) (*connection, *BridgeInfo, error) {
	stream, err := c.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	conn := newConnection(stream, c)
	info, err := c.handshake(ctx, conn)
	if err != nil {
		conn.abandon(ctx)
		return nil, nil, err
	}
	return conn, info, nil
}

func (c *Client) handshake(ctx context.Context, conn *connection) (*BridgeInfo, error) {
	token := c.token
	if c.tokenFile != "" {
		text, err := os.ReadFile(c.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("altcraft: the token: %w", err)
		}
		token = strings.TrimSpace(string(text))
	}
	if token != "" {
		params, err := encode(JSONObject{"token": token})
		if err == nil {
			_, err = conn.call(ctx, "bridge.authenticate", params, nil)
		}
		if err != nil {
			return nil, err
		}
	}
	answer, err := conn.call(ctx, "bridge.info", nil, nil)
	if err != nil {
		return nil, err
	}
	info := new(BridgeInfo)
	if err := decode(answer, info); err != nil {
		return nil, fmt.Errorf("altcraft: bridge.info: %w", err)
	}
	if info.SchemaDigest != SchemaDigest {
		c.warn(fmt.Sprintf("the bridge has version %s of the interface, this client has %s",
			info.Version, InterfaceVersion))
	}
	if longest, ok := info.Limits["frameBytes"].(json.Number); ok {
		limit, _ := longest.Int64()
		conn.longest.Store(limit)
	}
	return info, nil
}

// adopt makes a connection the one that calls use.
func (c *Client) adopt(conn *connection, info *BridgeInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.info = conn, info
}

// maintain reopens the connection whenever it is lost, until the client is closed.
func (c *Client) maintain(conn *connection) {
	defer close(c.closed)
	for {
		<-conn.done
		if c.ctx.Err() != nil || !c.mayReconnect() {
			return
		}
		failure := conn.end
		c.eventQueue.put(func() { c.onDisconnect.emit(failure) })
		if conn = c.reopen(); conn == nil {
			return
		}
	}
}

func (c *Client) mayReconnect() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.staysClosed
}

// reopen retries with growing pauses until it succeeds or the client is closed.
func (c *Client) reopen() *connection {
	for pause := 100 * time.Millisecond; ; pause *= 2 {
		if pause > 10*time.Second {
			pause = 10 * time.Second
		}
		select {
		case <-c.ctx.Done():
			return nil
		case <-time.After(pause):
		}
		conn, err := c.resume()
		if err == nil {
			return conn
		}
		if !errors.Is(err, ErrClosed) && c.ctx.Err() == nil {
			c.warn("reconnecting failed: " + err.Error())
		}
	}
}

// resume opens a connection and restores the state of the last one.
func (c *Client) resume() (*connection, error) {
	ctx, cancel := context.WithTimeout(c.ctx, 30*time.Second)
	defer cancel()
	conn, info, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	position, err := c.restore(ctx, conn, info)
	if err != nil {
		conn.abandon(ctx)
		return nil, err
	}
	c.adopt(conn, info)
	if c.ctx.Err() != nil {
		// The client was closed in the meantime, and closed another connection.
		conn.close()
	}
	c.eventQueue.put(func() { c.onReconnect.emit(position) })
	return conn, nil
}

// restore repeats the registrations, and resumes the events.
func (c *Client) restore(
	ctx context.Context, conn *connection, info *BridgeInfo,
) (*EventPosition, error) {
	c.mu.Lock()
	calls := c.registrations.calls(c.info.Epoch != info.Epoch)
	c.mu.Unlock()
	for _, call := range calls {
		_, err := conn.call(ctx, call.method, call.params, nil)
		var refused *BridgeError
		if errors.As(err, &refused) {
			c.warn("a registration could not be repeated: " + err.Error())
		} else if err != nil {
			return nil, err
		}
	}
	return c.resubscribe(ctx, conn)
}

func (c *Client) resubscribe(ctx context.Context, conn *connection) (*EventPosition, error) {
	c.mu.Lock()
	subscription, cursor := c.subscription, c.cursor
	c.mu.Unlock()
	if subscription == nil {
		return nil, nil
	}
	params, err := encode(&EventsSubscribeOptions{
		Since: &cursor.seq, Epoch: cursor.epoch, Codes: subscription.Codes,
	})
	if err != nil {
		return nil, err
	}
	answer, err := conn.call(ctx, subscribe, params, c.watch(subscribe, params))
	if err != nil {
		return nil, err
	}
	position := new(EventPosition)
	return position, decode(answer, position)
}

const subscribe = "events.subscribe"

// watch returns the action to take as soon as a result arrives, or nil.
func (c *Client) watch(method string, params json.RawMessage) func(json.RawMessage) {
	switch method {
	case subscribe, "subscribeToEvents":
		return func(result json.RawMessage) { c.subscribed(params, result) }
	case "events.unsubscribe", "unsubscribeFromEvent":
		return func(json.RawMessage) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.subscription = nil
		}
	case "bridge.shutdown":
		return func(json.RawMessage) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.staysClosed = true
		}
	}
	if !isRegistration(method) {
		return nil
	}
	return func(json.RawMessage) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.registrations.add(method, params)
	}
}

func (c *Client) subscribed(params, result json.RawMessage) {
	var options EventsSubscribeOptions
	var position EventPosition
	if len(params) > 0 && decode(params, &options) != nil || decode(result, &position) != nil {
		c.warn("events will not resume after a lost connection: subscribe with parameters by name")
		return
	}
	gap := position.Gap
	c.mu.Lock()
	c.subscription = &options
	c.cursor = cursor{epoch: position.Epoch, seq: position.Seq}
	switch {
	case options.Since == nil:
	case gap == nil:
		c.cursor.seq = *options.Since
	case position.Oldest != nil:
		// All kept events of this run follow.
		c.cursor.seq = *position.Oldest - 1
	}
	c.mu.Unlock()
	if gap != nil {
		c.eventQueue.put(func() { c.onGap.emit(*gap) })
	}
}

// notified handles a notification of the bridge.
func (c *Client) notified(method string, params json.RawMessage) {
	switch method {
	case "event":
		event := parseEvent(params)
		c.advance(event.Info().Epoch, event.Info().Seq)
		c.eventQueue.put(func() { c.onEvent.emit(event) })
	case "outcome":
		outcome := new(NumberedOutcome)
		if err := decode(params, outcome); err != nil {
			c.warn("an outcome cannot be read: " + err.Error())
			return
		}
		c.eventQueue.put(func() { c.onOutcome.emit(OutcomeItem{Outcome: outcome}) })
	case "outcomes.gap":
		gap := new(OutcomeGap)
		if err := decode(params, gap); err != nil {
			c.warn("a gap cannot be read: " + err.Error())
			return
		}
		c.eventQueue.put(func() { c.onOutcome.emit(OutcomeItem{Gap: gap}) })
	case "events.gap":
		var gap struct {
			EventGap
			Epoch string `json:"epoch"`
		}
		if err := decode(params, &gap); err != nil {
			c.warn("a gap cannot be read: " + err.Error())
			return
		}
		if gap.To != nil {
			c.advance(gap.Epoch, *gap.To)
		}
		c.eventQueue.put(func() { c.onGap.emit(gap.EventGap) })
	}
}

func (c *Client) advance(epoch string, seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch == c.cursor.epoch && seq > c.cursor.seq {
		c.cursor.seq = seq
	}
}

// requested answers a request of the bridge.
func (c *Client) requested(ctx context.Context, method string, params json.RawMessage) (any, error) {
	c.mu.Lock()
	handler := c.handlers[method]
	c.mu.Unlock()
	if handler == nil {
		return nil, fmt.Errorf("no handler for %s", method)
	}
	return handler(ctx, params)
}

// warn does not call the host on the goroutine that reads, which Close waits for.
func (c *Client) warn(message string) {
	c.eventQueue.put(func() { c.settings.warn(message) })
}

// emitEvents calls the listeners, one after the other.
func (c *Client) emitEvents() {
	for {
		notifications := c.eventQueue.take()
		if len(notifications) == 0 {
			return
		}
		for _, notify := range notifications {
			notify()
		}
	}
}
