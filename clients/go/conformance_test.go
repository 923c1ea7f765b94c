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

	altcraft "altcraft-bridge.example/go"
)

// step is what a scenario does next. See clients/conformance/README.md.
type step struct {
	Call, Begin, As, End string
	With                 json.RawMessage
	Result, Error        json.RawMessage
	Closed               bool

	Handle string
	Answer json.RawMessage
	Fails  string
	Never  bool
	Asked  string

	Subscribe json.RawMessage
	Event     string
	Like      json.RawMessage
	Gap       json.RawMessage

	Platform    json.RawMessage
	Sent        string
	Count       int
	Kill        bool
	Reconnected bool
}

// The scenarios that every client plays, over a process of its own and over a socket.
func TestConformance(t *testing.T) {
	data, err := os.ReadFile("../conformance/scenarios.json")
	must(t, err)
	var suite struct {
		Scenarios []struct {
			Name  string
			Steps []step
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	must(t, decoder.Decode(&suite))
	if len(suite.Scenarios) == 0 {
		t.Fatal("there are no scenarios")
	}
	for _, way := range []string{"spawn", "socket"} {
		for _, scenario := range suite.Scenarios {
			way, scenario := way, scenario
			t.Run(way+"/"+scenario.Name, func(t *testing.T) {
				t.Parallel()
				player := &player{T: t, ctx: testContext(t), calls: make(map[string]chan outcome)}
				player.open(way)
				for _, step := range scenario.Steps {
					player.play(step)
				}
			})
		}
	}
}

type outcome struct {
	result any
	err    error
}

// player is a host that does what the steps say.
type player struct {
	*testing.T
	ctx       context.Context
	platform  string
	directory string
	served    *program
	client    *altcraft.Client
	calls     map[string]chan outcome
	seen      int

	mu            sync.Mutex
	asked         []asked
	events        []altcraft.Event
	gaps          []altcraft.EventGap
	reconnections int
}

type asked struct {
	method string
	params any
}

func (p *player) open(way string) {
	p.platform = startProgram(p, "platform").ready.URL
	p.directory = temporaryDirectory(p)
	warnings := altcraft.WithWarnings(func(message string) { p.Errorf("a warning: %s", message) })
	var err error
	if way == "socket" {
		p.serve()
		p.client, err = altcraft.Dial(p.ctx, "unix", p.socket(), warnings)
	} else {
		p.client, err = altcraft.Spawn(p.ctx, warnings, altcraft.WithCommand(command(p)),
			altcraft.WithDataDir(filepath.Join(p.directory, "data")), altcraft.WithArgs(limits...))
	}
	must(p, err)
	p.Cleanup(func() { _ = p.client.Close() })
	p.client.OnEvent(func(event altcraft.Event) {
		p.locked(func() { p.events = append(p.events, event) })
	})
	altcraft.On(p.client, func(event *altcraft.UnknownEvent) {
		p.Errorf("an unknown event: %s", event.Name)
	})
	p.client.OnGap(func(gap altcraft.EventGap) { p.locked(func() { p.gaps = append(p.gaps, gap) }) })
	p.client.OnReconnect(func(*altcraft.EventPosition) { p.locked(func() { p.reconnections++ }) })
}

func (p *player) locked(body func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	body()
}

func (p *player) socket() string { return filepath.Join(p.directory, "run", "bridge.sock") }

func (p *player) serve() {
	p.served = startProgram(p, append([]string{
		"serve", "--socket", p.socket(), "--data-dir", filepath.Join(p.directory, "data"),
	}, limits...)...)
}

func (p *player) play(step step) {
	p.Helper()
	switch {
	case step.Call != "":
		p.expect(<-p.call(step.Call, step.With), step)
	case step.Begin != "":
		before := p.client.InFlight()
		p.calls[step.As] = p.call(step.Begin, step.With)
		eventually(p, step.Begin+" is sent", func() bool { return p.client.InFlight() > before })
	case step.End != "":
		p.expect(<-p.calls[step.End], step)
	case step.Handle != "":
		p.handle(step)
	case step.Asked != "":
		p.eventually(step.Asked+" is asked", func() bool {
			for _, asked := range p.asked {
				if asked.method == step.Asked && isLike(p.sample(step.With), asked.params) {
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
			for _, event := range p.events {
				if event.Info().Name == step.Event && isLike(p.sample(step.Like), plain(p, event)) {
					return true
				}
			}
			return false
		})
	case step.Gap != nil:
		p.eventually("a gap", func() bool {
			for _, gap := range p.gaps {
				if isLike(p.sample(step.Gap), plain(p, gap)) {
					return true
				}
			}
			return false
		})
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
	default:
		p.Fatalf("a step nobody knows: %+v", step)
	}
}

func (p *player) eventually(what string, isSo func() bool) {
	p.Helper()
	eventually(p, what, func() (found bool) {
		p.locked(func() { found = isSo() })
		return
	})
}

// sample is what something is to be like: anything, when nothing is said.
func (p *player) sample(text json.RawMessage) any {
	if text == nil {
		return map[string]any{}
	}
	return parse(p, text)
}

func (p *player) call(method string, with json.RawMessage) chan outcome {
	params := json.RawMessage("{}")
	if with != nil {
		params = bytes.ReplaceAll(with, []byte("$PLATFORM"), []byte(p.platform))
	}
	done := make(chan outcome, 1)
	go func() {
		var outcome outcome
		outcome.err = p.client.Call(p.ctx, method, params, &outcome.result)
		done <- outcome
	}()
	return done
}

func (p *player) handle(step step) {
	p.client.HandleFunc(step.Handle, func(ctx context.Context, params json.RawMessage) (any, error) {
		p.locked(func() { p.asked = append(p.asked, asked{step.Handle, parse(p, params)}) })
		if step.Never {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		if step.Fails != "" {
			return nil, errors.New(step.Fails)
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
	switch {
	case step.Closed:
		if !errors.Is(outcome.err, altcraft.ErrClosed) {
			p.Fatalf("%+v: %v, %v", step, outcome.result, outcome.err)
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

// control asks the platform what its tests ask.
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
