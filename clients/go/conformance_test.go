package altcraft_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
)

// step is one step of a scenario. See clients/conformance/README.md.
type step struct {
	Call, Begin, As, Cancel, End string

	With                 json.RawMessage
	Result, Error, Until json.RawMessage
	TimesOut             int
	Cancelled            bool
	Closed               *struct {
		Signal int
		Log    string
	}

	Handle  string
	Answer  json.RawMessage
	AfterMs int
	Fails   string
	Never   bool
	Asked   string

	Subscribe json.RawMessage
	Event     string
	Unknown   string
	Like      json.RawMessage
	Gap       json.RawMessage

	Outcomes    int64
	Ends        []json.RawMessage
	Platform    json.RawMessage
	Sent        string
	Count       int
	Kill        bool
	Reconnected bool
	Gone        bool

	Says    json.RawMessage
	Start   []string
	Status  int
	Log     string
	Connect string
}

type scenario struct {
	Name   string
	Only   string
	Limits []string
	Steps  []step
}

// The scenarios that every client runs, over each kind of connection to the bridge.
func TestConformance(t *testing.T) {
	data, err := os.ReadFile("../conformance/scenarios.json")
	must(t, err)
	var suite struct {
		Scenarios []scenario
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	must(t, decoder.Decode(&suite))
	if len(suite.Scenarios) == 0 {
		t.Fatal("there are no scenarios")
	}
	for _, way := range []string{"spawn", "socket", "tcp", "ws"} {
		for _, scenario := range suite.Scenarios {
			only := scenario.Only
			if only == "tcp" && way == "ws" {
				only = way
			}
			if only != "" && only != way {
				continue
			}
			way, scenario := way, scenario
			t.Run(way+"/"+scenario.Name, func(t *testing.T) {
				t.Parallel()
				player := &player{T: t, ctx: testContext(t), way: way, calls: make(map[string]begun)}
				player.open(scenario)
				for _, step := range scenario.Steps {
					player.play(step)
				}
				player.expectUnknown(scenario.Steps)
				if !t.Failed() {
					name := strings.Replace(way, "ws", "websocket", 1)
					record(t, map[string]any{"scenario": scenario.Name, "way": name})
				}
			})
		}
	}
}

type outcome struct {
	result any
	err    error
}

// begun is a pending call.
type begun struct {
	outcome chan outcome
	giveUp  context.CancelFunc
}

// player is a host that performs the steps.
type player struct {
	*testing.T
	ctx       context.Context
	way       string
	limits    []string
	platform  string
	directory string
	port      string
	served    *program
	client    *altcraft.Client
	calls     map[string]begun
	seen      int

	mu            sync.Mutex
	requests      []request
	events        []altcraft.Event
	unknown       []altcraft.Event
	gaps          []altcraft.EventGap
	losses        int
	reconnections int
}

type request struct {
	method string
	params any
}

func (p *player) open(scenario scenario) {
	p.platform = startProgram(p, "platform").ready.URL
	p.directory = temporaryDirectory(p)
	p.limits = append(p.limits, limits...)
	for _, limit := range scenario.Limits {
		p.limits = append(p.limits, "--limit", limit)
	}
	p.port = "0"
	if p.way != "spawn" {
		p.serve()
	}
	options := []altcraft.Option{
		altcraft.WithWarnings(func(message string) { p.Errorf("a warning: %s", message) }),
		altcraft.WithCommand(command(p)), altcraft.WithDataDir(p.path("data")),
		altcraft.WithArgs(p.limits...), altcraft.WithTokenFile(p.path("data/rpc.token")),
	}
	for _, step := range scenario.Steps {
		if step.Says != nil {
			options = append(options, altcraft.WithCommand("../conformance/newer-bridge"),
				altcraft.WithEnv("BRIDGE="+command(p), "SAYS="+p.path("says")))
			break
		}
	}
	var err error
	p.client, err = p.connect(options...)
	must(p, err)
	p.Cleanup(func() { _ = p.client.Close() })
	p.client.OnEvent(func(event altcraft.Event) {
		p.locked(func() {
			if _, isUnknown := event.(*altcraft.UnknownEvent); isUnknown {
				p.unknown = append(p.unknown, event)
			} else {
				p.events = append(p.events, event)
			}
		})
	})
	p.client.OnGap(func(gap altcraft.EventGap) { p.locked(func() { p.gaps = append(p.gaps, gap) }) })
	p.client.OnDisconnect(func(error) { p.locked(func() { p.losses++ }) })
	p.client.OnReconnect(func(*altcraft.EventPosition) { p.locked(func() { p.reconnections++ }) })
}

// connect opens a client over the current kind of connection.
func (p *player) connect(options ...altcraft.Option) (*altcraft.Client, error) {
	switch p.way {
	case "spawn":
		return altcraft.Spawn(p.ctx, append(options, altcraft.WithTokenFile(""))...)
	case "socket":
		return altcraft.Dial(p.ctx, "unix", p.path("run/bridge.sock"),
			append(options, altcraft.WithTokenFile(""))...)
	default:
		return altcraft.Dial(p.ctx, p.way, "127.0.0.1:"+p.port, options...)
	}
}

func (p *player) locked(body func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	body()
}

func (p *player) path(name string) string { return filepath.Join(p.directory, name) }

// serve starts the bridge, on its earlier port if it had one.
func (p *player) serve() {
	arguments := []string{"serve", "--data-dir", p.path("data")}
	switch p.way {
	case "tcp":
		arguments = append(arguments, "--listen", "127.0.0.1:"+p.port, "--require-token")
	case "ws":
		arguments = append(arguments, "--websocket", "127.0.0.1:"+p.port)
	default:
		arguments = append(arguments, "--socket", p.path("run/bridge.sock"))
	}
	p.served = startProgram(p, append(arguments, p.limits...)...)
	if p.way != "socket" {
		p.port = p.served.ready.Listen[0][strings.LastIndex(p.served.ready.Listen[0], ":")+1:]
	}
}

func (p *player) play(step step) {
	p.Helper()
	switch {
	case step.Until != nil:
		eventually(p, step.Call+" answers that", func() bool {
			outcome := <-p.call(p.ctx, step.Call, step.With)
			must(p, outcome.err)
			return isLike(parse(p, step.Until), outcome.result)
		})
	case step.Call != "":
		ctx := p.ctx
		if step.TimesOut != 0 {
			limit := time.Duration(step.TimesOut) * time.Millisecond
			limited, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			ctx = limited
		}
		p.expect(<-p.call(ctx, step.Call, step.With), step)
	case step.Begin != "":
		before := p.client.InFlight()
		ctx, cancel := context.WithCancel(p.ctx)
		p.calls[step.As] = begun{p.call(ctx, step.Begin, step.With), cancel}
		eventually(p, step.Begin+" is sent", func() bool { return p.client.InFlight() > before })
	case step.Cancel != "":
		p.calls[step.Cancel].giveUp()
	case step.End != "":
		p.expect(<-p.calls[step.End].outcome, step)
		p.calls[step.End].giveUp()
	case step.Handle != "":
		p.handle(step)
	case step.Asked != "":
		p.eventually(step.Asked+" is asked", func() bool {
			for _, request := range p.requests {
				if request.method == step.Asked && isLike(p.sample(step.With), request.params) {
					return true
				}
			}
			return false
		})
	case step.Subscribe != nil:
		_, err := p.client.Events.Subscribe(p.ctx, nil)
		must(p, err)
	case step.Event != "":
		p.eventually("event "+step.Event, func() bool {
			return p.isAmong(p.events, step.Event, step.Like)
		})
	case step.Unknown != "":
		p.eventually("event "+step.Unknown, func() bool {
			return p.isAmong(p.unknown, step.Unknown, step.Like)
		})
	case step.Gap != nil:
		p.eventually("a gap", func() bool {
			for index, gap := range p.gaps {
				if isLike(p.sample(step.Gap), plain(p, gap)) {
					return step.Count == 0 || index+1 == step.Count && len(p.gaps) == step.Count
				}
			}
			return false
		})
	case step.Ends != nil:
		p.readOutcomes(step)
	case step.Platform != nil:
		answer := p.control(http.MethodPost, "/__script", step.Platform)
		if !isLike(map[string]any{"ok": true}, answer) {
			p.Fatalf("the script was refused: %v", answer)
		}
	case step.Sent != "":
		p.expectSent(step)
	case step.Kill:
		p.kill()
	case step.Reconnected:
		p.eventually("reconnected", func() bool { return p.reconnections > p.seen })
	case step.Gone:
		eventually(p, "its end", func() bool {
			return errors.Is((<-p.call(p.ctx, "bridge.ping", nil)).err, altcraft.ErrClosed)
		})
		time.Sleep(300 * time.Millisecond)
		p.locked(func() { equal(p, []int{p.losses, p.reconnections}, []int{0, 0}) })
	case step.Says != nil:
		file, err := os.OpenFile(p.path("says"), os.O_APPEND|os.O_WRONLY, 0)
		must(p, err)
		_, err = file.WriteString(jsonText(step.Says) + "\n")
		must(p, err)
		must(p, file.Close())
	case step.Start != nil:
		_, err := p.connect(altcraft.WithCommand(command(p)), altcraft.WithArgs(step.Start...))
		var closed *altcraft.ClosedError
		if !errors.As(err, &closed) || closed.ExitCode != step.Status ||
			!strings.Contains(closed.StderrTail, step.Log) {
			p.Fatalf("it should not start: %v", err)
		}
	case step.Connect != "":
		_, err := p.connect(altcraft.WithToken(step.Connect))
		p.expect(outcome{err: err}, step)
	default:
		p.Fatalf("an unknown step: %+v", step)
	}
}

func (p *player) readOutcomes(step step) {
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	stream, err := p.client.StreamOutcomes(ctx, &step.Outcomes, "")
	must(p, err)
	for _, like := range step.Ends {
		if item := <-stream; item.Outcome == nil || !isLike(p.sample(like), plain(p, item.Outcome)) {
			p.Fatalf("not %s: %+v", like, item)
		}
	}
	cancel()
	for range stream {
		p.Errorf("more ends")
	}
}

func (p *player) isAmong(events []altcraft.Event, name string, like json.RawMessage) bool {
	for _, event := range events {
		if event.Info().Name == name && isLike(p.sample(like), plain(p, event)) {
			return true
		}
	}
	return false
}

// expectUnknown fails for an unknown event that no step names.
func (p *player) expectUnknown(steps []step) {
	p.locked(func() {
		for _, event := range p.unknown {
			isNamed := false
			for _, step := range steps {
				isNamed = isNamed || step.Unknown == event.Info().Name
			}
			if !isNamed {
				p.Errorf("an unknown event: %s", event.Info().Name)
			}
		}
	})
}

func (p *player) eventually(what string, isSo func() bool) {
	p.Helper()
	eventually(p, what, func() (found bool) {
		p.locked(func() { found = isSo() })
		return
	})
}

// sample is the expected part of a value; an empty one matches any value.
func (p *player) sample(text json.RawMessage) any {
	if text == nil {
		return map[string]any{}
	}
	return parse(p, text)
}

func (p *player) call(
	ctx context.Context, method string, with json.RawMessage,
) chan outcome {
	params := json.RawMessage("{}")
	if with != nil {
		long := strings.Repeat("x", 65_536)
		text := strings.NewReplacer("$PLATFORM", p.platform, "$LONG", long).Replace(string(with))
		params = json.RawMessage(text)
	}
	done := make(chan outcome, 1)
	go func() {
		var outcome outcome
		outcome.err = p.client.Call(ctx, method, params, &outcome.result)
		done <- outcome
	}()
	return done
}

func (p *player) handle(step step) {
	p.client.HandleFunc(step.Handle, func(ctx context.Context, params json.RawMessage) (any, error) {
		p.locked(func() { p.requests = append(p.requests, request{step.Handle, parse(p, params)}) })
		if step.Never {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		if step.Fails != "" {
			return nil, errors.New(step.Fails)
		}
		select {
		case <-time.After(time.Duration(step.AfterMs) * time.Millisecond):
		case <-ctx.Done():
		}
		return step.Answer, nil
	})
}

func (p *player) kill() {
	p.locked(func() { p.seen = p.reconnections })
	must(p, syscall.Kill(int(p.client.Info().PID), syscall.SIGKILL))
	if p.served != nil {
		<-p.served.ended
		p.serve()
	}
}

func (p *player) expect(outcome outcome, step step) {
	p.Helper()
	var refused *altcraft.BridgeError
	var closed *altcraft.ClosedError
	switch {
	case step.TimesOut != 0:
		equal(p, errors.Is(outcome.err, context.DeadlineExceeded), true)
	case step.Cancelled:
		equal(p, errors.Is(outcome.err, context.Canceled), true)
	case step.Closed != nil:
		if !errors.As(outcome.err, &closed) || !errors.Is(outcome.err, altcraft.ErrClosed) {
			p.Fatalf("%+v: %v, %v", step, outcome.result, outcome.err)
		}
		if p.way == "spawn" {
			equal(p, closed.Signal, syscall.Signal(step.Closed.Signal))
			equal(p, strings.Contains(closed.StderrTail, step.Closed.Log), true)
		}
	case step.Error == nil:
		must(p, outcome.err)
		if step.Result != nil && !isLike(parse(p, step.Result), outcome.result) {
			p.Fatalf("%s: %v", step.Call, outcome.result)
		}
	case !errors.As(outcome.err, &refused):
		p.Fatalf("%s: %v, %v", step.Call, outcome.result, outcome.err)
	default:
		found := plain(p, map[string]any{
			"reason": refused.Reason, "code": refused.Code,
			"retryable": refused.Retryable(), "data": refused.Data,
		})
		if !isLike(parse(p, step.Error), found) || !isOfReason(outcome.err, refused.Reason) {
			p.Fatalf("%s: %T %v", step.Call, outcome.err, found)
		}
	}
}

func (p *player) expectSent(step step) {
	p.Helper()
	path := "/__requests?path=" + url.QueryEscape(step.Sent) + "&count=" + jsonText(step.Count)
	requests, _ := p.control(http.MethodGet, path, nil).(map[string]any)["requests"].([]any)
	if len(requests) != step.Count {
		p.Fatalf("%d requests to %s", len(requests), step.Sent)
	}
	if last := requests[len(requests)-1]; !isLike(p.sample(step.Like), last) {
		p.Fatalf("sent to %s: %v", step.Sent, last)
	}
}

func jsonText(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// control sends a request to the platform's test interface.
func (p *player) control(method, path string, body []byte) any {
	p.Helper()
	request, err := http.NewRequestWithContext(
		p.ctx, method, p.platform+path, strings.NewReader(string(body)))
	must(p, err)
	response, err := http.DefaultClient.Do(request)
	must(p, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	must(p, err)
	return parse(p, data)
}
