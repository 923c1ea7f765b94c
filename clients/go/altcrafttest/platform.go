// Package altcrafttest helps to test a host: with a simulated platform that fails on request, and
// JWTs for it.
package altcrafttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
	"altcraft-bridge.example/go/internal/program"
)

// SimulatedPlatform is a simulated platform in its own process. Its functions end the test if they
// fail; call them on the goroutine of the test.
type SimulatedPlatform struct {
	// URL is the APIURL of a configuration.
	URL     string
	t       testing.TB
	command *exec.Cmd
}

// Match selects requests of the bridge. An omitted member matches all of them.
type Match struct {
	// Path is the exact path, or its start before a "*", such as "/subscription/*".
	Path, Method, RequestID string
}

// Fault is a failure, and the requests that it applies to. Delay can be used alone, or with any other
// failure.
type Fault struct {
	Path, Method, RequestID string

	// Nth is the number, from 1, of the only request that fails, among those that match.
	Nth int
	// Times is the number of requests that fail; 0 for all of them, until Reset.
	Times int

	// Status answers with this status, Headers and Body, and does not execute the request.
	Status  int
	Headers map[string]string
	Body    any
	// Drop resets the connection "before" or "after" the request is executed.
	Drop string
	// TruncateBody ends the answer after this number of bytes of its body.
	TruncateBody *int
	// Redirect is a URL to redirect to.
	Redirect string
	// Hang never answers.
	Hang bool
	// Delay answers this much later, in whole milliseconds.
	Delay time.Duration
}

// Request is a request that reached the platform. A form has Parts, and other content than JSON Text.
type Request struct {
	Index   int64             `json:"index"`
	Time    int64             `json:"time"` // Milliseconds since 1970.
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Query   map[string]string `json:"query"`
	Headers map[string]string `json:"headers"`
	// RequestID is empty if there is none.
	RequestID string `json:"requestId"`
	// Attempt is the number of this request, from 1, among those with its Request-ID.
	Attempt int                 `json:"attempt"`
	Body    any                 `json:"body"`
	Parts   altcraft.JSONObject `json:"parts"`
	Text    string              `json:"text"`
	// Status is 0 if no answer was sent.
	Status    int                 `json:"status"`
	ErrorText string              `json:"errorText"`
	Fault     altcraft.JSONObject `json:"fault"`
}

// Campaign is a campaign, whose pushes are composed for each subscription.
type Campaign struct {
	// Message has the values of the message, such as "title", "body" and "clickUrl".
	Message altcraft.JSONObject `json:"message"`
	// Audience selects subscriptions by "databaseId", "profileId", "provider", "token" and "category".
	// By default all get it.
	Audience altcraft.JSONObject `json:"audience,omitempty"`
	// Structure is one of the ten structures; by default that of the provider of the subscription.
	Structure altcraft.ParsedPushStructure `json:"structure,omitempty"`
	// Form is "device", as it arrives there (the default), or "provider", as the platform sends it.
	Form string `json:"form,omitempty"`
	// Fault is "lose" for pushes that get lost, or "repeat" for pushes that come twice.
	Fault string `json:"fault,omitempty"`
	// UTM is the UTM campaign; by default the id.
	UTM string `json:"utm,omitempty"`
}

// Push is a push for one device. Pass its Message to TakePush.
type Push struct {
	Number   int64               `json:"number"`
	Time     int64               `json:"time"`
	Token    string              `json:"token"`
	Campaign string              `json:"campaign"`
	Message  altcraft.JSONObject `json:"message"`
}

// State has the profiles and events of the platform.
type State struct {
	Databases []struct {
		ID       int64                 `json:"id"`
		Profiles []altcraft.JSONObject `json:"profiles"`
	} `json:"databases"`
	MobileEvents []altcraft.JSONObject `json:"mobileEvents"`
	PushEvents   []struct {
		SMID     string `json:"smid"`
		Delivery int    `json:"delivery"`
		Open     int    `json:"open"`
	} `json:"pushEvents"`
}

// StartPlatform starts a platform on a free port, with the program of altcraft.Spawn and more
// arguments. It ends with the test, and at the latest with the process of the tests.
func StartPlatform(t testing.TB, args ...string) *SimulatedPlatform {
	t.Helper()
	path, err := program.Find("")
	args = append([]string{"platform", "--parent-pid", strconv.Itoa(os.Getpid())}, args...)
	p := &SimulatedPlatform{t: t, command: exec.Command(path, args...)}
	stderr, pipeError := p.command.StderrPipe()
	for _, err := range []error{err, pipeError, p.command.Start()} {
		if err != nil {
			t.Fatalf("the simulated platform cannot be started: %v", err)
		}
	}
	t.Cleanup(p.Stop)
	var ready struct{ URL string }
	var log strings.Builder
	for lines := bufio.NewScanner(stderr); ready.URL == "" && lines.Scan(); {
		fmt.Fprintf(&log, "\n%s", lines.Text())
		_ = json.Unmarshal(lines.Bytes(), &ready)
	}
	if ready.URL == "" {
		t.Fatalf("the simulated platform cannot be started:%s", &log)
	}
	p.URL = ready.URL
	return p
}

// Stop ends the platform and its process before the end of the test.
func (p *SimulatedPlatform) Stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	_ = p.command.Wait()
}

// Fail makes requests fail. Of several faults, the first that applies is used.
func (p *SimulatedPlatform) Fail(faults ...Fault) {
	p.t.Helper()
	rules := make([]altcraft.JSONObject, len(faults))
	for index, f := range faults {
		rules[index] = given(altcraft.JSONObject{
			"match": given(altcraft.JSONObject{
				"path": f.Path, "method": f.Method, "requestId": f.RequestID, "nth": f.Nth,
			}),
			"times": f.Times,
			"fault": given(altcraft.JSONObject{
				"status": f.Status, "headers": f.Headers, "body": f.Body, "drop": f.Drop,
				"truncateBody": f.TruncateBody, "redirect": f.Redirect, "hang": f.Hang,
				"delayMs": f.Delay.Milliseconds(),
			}),
		})
	}
	p.Script(altcraft.JSONObject{"rules": rules})
}

// given removes members with a zero value.
func given(members altcraft.JSONObject) altcraft.JSONObject {
	for name, value := range members {
		if value == nil || reflect.ValueOf(value).IsZero() {
			delete(members, name)
		}
	}
	return members
}

// Script adds the content of a file for altcraft-bridge platform --script.
func (p *SimulatedPlatform) Script(script altcraft.JSONObject) {
	p.t.Helper()
	p.control(http.MethodPost, "/__script", script, nil)
}

// Requests returns the requests that have arrived and match, the oldest first.
func (p *SimulatedPlatform) Requests(match Match) []Request {
	p.t.Helper()
	return p.recorded(match, url.Values{})
}

// WaitForRequests waits for this number of requests, at most a minute. The test ends if fewer arrive
// in time.
func (p *SimulatedPlatform) WaitForRequests(count int, match Match, limit time.Duration) []Request {
	p.t.Helper()
	found := p.recorded(match, url.Values{
		"count": {strconv.Itoa(count)}, "waitMs": {strconv.FormatInt(limit.Milliseconds(), 10)},
	})
	if len(found) < count {
		text := fmt.Sprintf("%d of %d requests arrived within %v", len(found), count, limit)
		for _, one := range found {
			text += fmt.Sprintf("\n%s %s %s: %d", one.Method, one.Path, one.RequestID, one.Status)
		}
		p.t.Fatal(text)
	}
	return found
}

// SendPush sends a campaign. It returns the id, and the number of pushes.
func (p *SimulatedPlatform) SendPush(campaign Campaign) (id string, pushes int) {
	p.t.Helper()
	var sent struct {
		ID     string
		Pushes int
	}
	p.control(http.MethodPost, "/__campaigns", campaign, &sent)
	return sent.ID, sent.Pushes
}

// WaitForPush receives a push as the device with this push token, at most a minute later. The test
// ends if none arrives in time.
func (p *SimulatedPlatform) WaitForPush(token string, limit time.Duration) Push {
	p.t.Helper()
	query := url.Values{
		"token": {token}, "waitMs": {strconv.FormatInt(limit.Milliseconds(), 10)},
	}
	var found struct{ Pushes []Push }
	p.control(http.MethodGet, "/__pushes?"+query.Encode(), nil, &found)
	if len(found.Pushes) == 0 {
		p.t.Fatalf("no push arrived within %v", limit)
	}
	push := found.Pushes[0]
	query = url.Values{"token": {token}, "since": {strconv.FormatInt(push.Number, 10)}}
	p.control(http.MethodGet, "/__pushes?"+query.Encode(), nil, nil)
	return push
}

// State returns the profiles and events of the platform.
func (p *SimulatedPlatform) State() (state State) {
	p.t.Helper()
	p.control(http.MethodGet, "/__state", nil, &state)
	return state
}

// Reset removes all faults, requests, profiles and events, and restores the settings.
func (p *SimulatedPlatform) Reset() {
	p.t.Helper()
	p.control(http.MethodPost, "/__reset", nil, nil)
}

func (p *SimulatedPlatform) recorded(match Match, query url.Values) []Request {
	p.t.Helper()
	for name, value := range map[string]string{
		"path": match.Path, "method": match.Method, "requestId": match.RequestID,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	var page struct{ Requests []Request }
	p.control(http.MethodGet, "/__requests?"+query.Encode(), nil, &page)
	return page.Requests
}

// control sends a request to the platform, and decodes the answer if it is needed.
func (p *SimulatedPlatform) control(method, path string, body, answer any) {
	p.t.Helper()
	err := func() error {
		var data []byte
		if body != nil {
			var err error
			if data, err = json.Marshal(body); err != nil {
				return err
			}
		}
		request, err := http.NewRequest(method, p.URL+path, bytes.NewReader(data))
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		decoder := json.NewDecoder(response.Body)
		decoder.UseNumber()
		if response.StatusCode != http.StatusOK {
			var refused struct {
				Text string `json:"error_text"`
			}
			_ = decoder.Decode(&refused)
			return errors.New(refused.Text)
		}
		if answer == nil {
			return nil
		}
		return decoder.Decode(answer)
	}()
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
}
