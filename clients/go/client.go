// Package altcraft gives Go programs the Altcraft mobile SDK, through the program altcraft-bridge.
//
// A Client has every method of the SDK, its events, and the questions it asks:
//
//	client, err := altcraft.Spawn(ctx, altcraft.WithDataDir("/var/lib/app/altcraft"))
//	altcraft.On(client, func(event *altcraft.PushSubscribeSucceededEvent) { … })
//	receipt, err := client.PushSubscribe(ctx, nil)
//
// What a call must have are its arguments; what it may have are the fields of its options, which
// may be nil. In options an empty text, a nil list and a nil map are not given; numbers and truth
// values are pointers, for which there is Ptr. In results a text that is missing is empty.
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

	// Closed when there will be no other connection.
	over chan struct{}

	// What the listeners are yet to be told.
	happenings    *queue[func()]
	onEvent       listeners[Event]
	onGap         listeners[EventGap]
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

// Spawn starts a bridge of our own, which ends with this process, and starts it again when it has
// ended by itself. The context is for the start only.
func Spawn(ctx context.Context, options ...Option) (*Client, error) {
	settings := newSettings(options)
	return open(ctx, settings, func(context.Context) (stream, error) { return start(settings) })
}

// Dial connects to a bridge that runs already: ("unix", path) or ("tcp", "127.0.0.1:port"). The
// context is for the first connection only.
func Dial(ctx context.Context, network, address string, options ...Option) (*Client, error) {
	return open(ctx, newSettings(options), func(ctx context.Context) (stream, error) {
		return dial(ctx, network, address)
	})
}

func open(
	ctx context.Context, settings settings, stream func(ctx context.Context) (stream, error),
) (*Client, error) {
	c := &Client{
		settings: settings, open: stream, over: make(chan struct{}),
		happenings: newQueue[func()](), handlers: make(map[string]Handler),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.Methods = newMethods(c)
	c.Handle(settings.callbacks)
	conn, info, err := c.connect(ctx)
	if err != nil {
		c.cancel()
		return nil, err
	}
	c.adopt(conn, info)
	go c.keep(conn)
	go c.tell()
	return c, nil
}

// Info is what the bridge at the other end says of itself.
func (c *Client) Info() *BridgeInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// Call calls a method by name, also one that this version of the interface does not know. Params
// are anything that is written as a JSON object or array, or nil; result is what json.Unmarshal
// takes, or nil. A call whose context ends is cancelled; work that was accepted meanwhile goes on.
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

// Handle answers questions of the bridge from now on. Callbacks that are nil leave what is there.
func (c *Client) Handle(callbacks Callbacks) { callbacks.each(c.HandleFunc) }

// HandleFunc answers a question by its name, also one that this version of the interface does not
// know. The last handler of a name counts.
func (c *Client) HandleFunc(method string, handler Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[method] = handler
}

// OnEvent calls listener for each event, in order, once Events.Subscribe was called. Listeners are
// called one after the other, and may call the bridge. What it returns ends that.
//
// After a lost connection the events go on where they ended.
func (c *Client) OnEvent(listener func(Event)) (stop func()) { return c.onEvent.add(listener) }

// OnGap calls listener when events were missed; Events.List may still have them.
func (c *Client) OnGap(listener func(EventGap)) (stop func()) { return c.onGap.add(listener) }

// OnDisconnect calls listener when the connection was lost, with a *ClosedError.
func (c *Client) OnDisconnect(listener func(error)) (stop func()) {
	return c.onDisconnect.add(listener)
}

// OnReconnect calls listener when the connection is there again, with all that was registered, and
// the position of the events if they were subscribed to.
func (c *Client) OnReconnect(listener func(*EventPosition)) (stop func()) {
	return c.onReconnect.add(listener)
}

// Close ends in an orderly way: what is in flight is answered, and a process of our own has ended.
func (c *Client) Close() error {
	c.cancel()
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	conn.close()
	<-c.over
	c.happenings.close()
	return nil
}

// connect opens a connection and makes sure who is at its other end.
func (c *Client) connect(ctx context.Context) (*connection, *BridgeInfo, error) {
	stream, err := c.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	conn := newConnection(stream, c)
	info, err := c.greet(ctx, conn)
	if err != nil {
		conn.abandon(ctx)
		return nil, nil, err
	}
	return conn, info, nil
}

func (c *Client) greet(ctx context.Context, conn *connection) (*BridgeInfo, error) {
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
		c.warn(fmt.Sprintf("the bridge has version %s of the interface, this client %s",
			info.Version, InterfaceVersion))
	}
	if longest, ok := info.Limits["frameBytes"].(json.Number); ok {
		limit, _ := longest.Int64()
		conn.longest.Store(limit)
	}
	return info, nil
}

// adopt makes a connection the one that calls go to.
func (c *Client) adopt(conn *connection, info *BridgeInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.info = conn, info
}

// keep opens the connection again whenever it is lost, until the client is closed.
func (c *Client) keep(conn *connection) {
	defer close(c.over)
	for {
		<-conn.done
		if c.ctx.Err() != nil || c.isLeaving() {
			return
		}
		failure := conn.end
		c.happenings.put(func() { c.onDisconnect.tell(failure) })
		if conn = c.reopen(); conn == nil {
			return
		}
	}
}

func (c *Client) isLeaving() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.staysAway
}

// reopen tries until it succeeds or the client is closed, less and less often.
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
			c.warn("the bridge is not back: " + err.Error())
		}
	}
}

// resume makes a connection that is as the last one was.
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
		// The client was closed meanwhile, and closed another one.
		conn.close()
	}
	c.happenings.put(func() { c.onReconnect.tell(position) })
	return conn, nil
}

// restore registers what was registered, and goes on with the events.
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
			c.warn("it is not as before: " + err.Error())
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

// watch is what is to be done about a result as soon as it is there, if anything.
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
			c.staysAway = true
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
		c.warn("events do not go on after a lost connection: subscribe with parameters by name")
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
		// All that is kept of this run follows.
		c.cursor.seq = *position.Oldest - 1
	}
	c.mu.Unlock()
	if gap != nil {
		c.happenings.put(func() { c.onGap.tell(*gap) })
	}
}

// told takes what the bridge tells.
func (c *Client) told(method string, params json.RawMessage) {
	switch method {
	case "event":
		event := parseEvent(params)
		c.advance(event.Info().Epoch, event.Info().Seq)
		c.happenings.put(func() { c.onEvent.tell(event) })
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
		c.happenings.put(func() { c.onGap.tell(gap.EventGap) })
	}
}

func (c *Client) advance(epoch string, seq int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch == c.cursor.epoch && seq > c.cursor.seq {
		c.cursor.seq = seq
	}
}

func (c *Client) asked(ctx context.Context, method string, params json.RawMessage) (any, error) {
	c.mu.Lock()
	handler := c.handlers[method]
	c.mu.Unlock()
	if handler == nil {
		return nil, fmt.Errorf("nobody answers %s here", method)
	}
	return handler(ctx, params)
}

func (c *Client) warn(message string) { c.settings.warn(message) }

// tell calls the listeners, one after the other.
func (c *Client) tell() {
	for {
		happenings := c.happenings.take()
		if len(happenings) == 0 {
			return
		}
		for _, happening := range happenings {
			happening()
		}
	}
}
