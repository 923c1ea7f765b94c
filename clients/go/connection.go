package altcraft

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Handler answers a request of the bridge. An error counts as no answer.
type Handler func(ctx context.Context, params json.RawMessage) (any, error)

// host receives notifications and requests.
type host interface {
	// notified receives a notification. It is called in order, and nothing is read meanwhile.
	notified(method string, params json.RawMessage)

	// requested answers a request, on its own goroutine.
	requested(ctx context.Context, method string, params json.RawMessage) (any, error)

	warn(message string)
}

// connection is JSON-RPC over one stream: it matches responses to calls, and answers requests.
type connection struct {
	stream stream
	host   host
	out    *output

	// Ends with the connection.
	ctx    context.Context
	cancel context.CancelFunc

	// Closed when the connection has ended; `end` then holds the reason.
	done chan struct{}
	end  *ClosedError

	lastID atomic.Uint64

	// The maximum size of a message in bytes; 0 while it is unknown.
	longest atomic.Int64

	mu      sync.Mutex
	isOver  bool
	pending map[uint64]*pendingCall
}

type pendingCall struct {
	// Receives the response, or is closed with the connection.
	answer chan message

	// Sees the result before any later message is read.
	seen func(result json.RawMessage)
}

// message is any message. It has an id, a method, or both.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

func newConnection(stream stream, host host) *connection {
	c := &connection{
		stream: stream, host: host, out: newOutput(stream),
		done: make(chan struct{}), pending: make(map[uint64]*pendingCall),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	go c.write()
	go c.read()
	return c
}

// call waits for the response. If its context ends, the call is cancelled at the bridge too.
func (c *connection) call(
	ctx context.Context, method string, params json.RawMessage, seen func(json.RawMessage),
) (json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, callError(method, err)
	}
	call := &pendingCall{answer: make(chan message, 1), seen: seen}
	id, err := c.begin(call, method, params)
	if err != nil {
		return nil, err
	}
	select {
	case answer, ok := <-call.answer:
		return c.result(method, answer, ok)
	case <-ctx.Done():
	}
	if !c.forget(id) {
		// The response has arrived, or is about to.
		answer, ok := <-call.answer
		return c.result(method, answer, ok)
	}
	c.send(message{Method: "$/cancelRequest", Params: []byte(fmt.Sprintf(`{"id":%d}`, id))})
	return nil, callError(method, ctx.Err())
}

// callError returns an error that wraps that of the context.
func callError(method string, err error) error { return fmt.Errorf("altcraft: %s: %w", method, err) }

func (c *connection) result(method string, answer message, ok bool) (json.RawMessage, error) {
	switch {
	case !ok:
		<-c.done
		return nil, c.end
	case answer.fails():
		return nil, readError(answer.Error).of(method)
	default:
		return answer.Result, nil
	}
}

func (c *connection) begin(
	call *pendingCall, method string, params json.RawMessage,
) (uint64, error) {
	id := c.lastID.Add(1)
	message := message{ID: strconv.AppendUint(nil, id, 10), Method: method, Params: params}
	line, err := message.line()
	if err != nil {
		return 0, fmt.Errorf("altcraft: %s: %w", method, err)
	}
	if longest := c.longest.Load(); longest > 0 && int64(len(line)) > longest+1 {
		return 0, tooLarge(longest).of(method)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isOver {
		return 0, c.closedError()
	}
	c.pending[id] = call
	c.out.put(line)
	return id, nil
}

func (c *connection) closedError() error {
	select {
	case <-c.done:
		return c.end
	default:
		return &ClosedError{Message: "the connection to the bridge is closed", ExitCode: -1}
	}
}

// forget returns false for a call that already has its response.
func (c *connection) forget(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.pending[id]
	delete(c.pending, id)
	return ok
}

func (c *connection) send(message message) {
	line, err := message.line()
	if err != nil {
		c.host.warn("a message cannot be written: " + err.Error())
		return
	}
	c.out.put(line)
}

// fails is true for a response with an error.
func (m message) fails() bool { return m.Error != nil && string(m.Error) != "null" }

// line returns the message as it is sent.
func (m message) line() ([]byte, error) {
	m.Version = "2.0"
	line, err := encode(m)
	return append(line, '\n'), err
}

func (c *connection) write() {
	for {
		lines := c.out.take()
		if len(lines) == 0 {
			c.stream.closeWrite()
			return
		}
		if _, err := c.stream.Write(lines); err != nil {
			// Unread output may still be read; a process that does not exit is killed.
			c.killLater()
			return
		}
	}
}

func (c *connection) killLater() {
	timer := time.AfterFunc(exitTimeout, c.stream.kill)
	go func() {
		<-c.done
		timer.Stop()
	}()
}

func (c *connection) read() {
	reader := bufio.NewReaderSize(c.stream, 1<<16)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			// A line that is cut off is not a message.
			break
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			c.received(line)
		}
	}
	c.finish(c.stream.wait())
}

func (c *connection) received(line []byte) {
	var message message
	if err := json.Unmarshal(line, &message); err != nil {
		c.host.warn("the bridge sent an invalid message: " + err.Error())
		return
	}
	switch {
	case message.Method == "":
		c.complete(message)
	case message.ID == nil:
		c.host.notified(message.Method, message.Params)
	default:
		go c.respond(message)
	}
}

func (c *connection) complete(message message) {
	var id uint64
	if json.Unmarshal(message.ID, &id) != nil {
		return
	}
	c.mu.Lock()
	call, ok := c.pending[id]
	delete(c.pending, id)
	c.mu.Unlock()
	if !ok {
		return
	}
	if call.seen != nil && !message.fails() {
		call.seen(message.Result)
	}
	call.answer <- message
}

func (c *connection) respond(request message) {
	var result any
	err := errors.New("the handler ended its goroutine")
	// Deferred, because runtime.Goexit in the handler skips the rest.
	defer func() { c.answer(request, result, err) }()
	result, err = c.host.requested(c.ctx, request.Method, request.Params)
}

func (c *connection) answer(request message, result any, err error) {
	answer := message{ID: request.ID}
	if err == nil {
		answer.Result, err = encode(result)
	}
	if err != nil {
		answer.Result = nil
		answer.Error, _ = encode(&wireError{Code: -32000, Message: err.Error()})
	}
	c.send(answer)
}

func (c *connection) finish(end *ClosedError) {
	c.mu.Lock()
	c.isOver = true
	pending := c.pending
	c.pending = nil
	c.mu.Unlock()
	c.out.close()
	c.cancel()
	c.end = end
	close(c.done)
	for _, call := range pending {
		close(call.answer)
	}
}

// close lets the bridge answer the calls in flight, and waits for its end.
func (c *connection) close() {
	c.mu.Lock()
	c.isOver = true
	c.mu.Unlock()
	c.out.close()
	c.killLater()
	<-c.done
}

// abandon closes the connection, immediately if there is no time left.
func (c *connection) abandon(ctx context.Context) {
	if ctx.Err() != nil {
		c.stream.kill()
	}
	c.close()
}
