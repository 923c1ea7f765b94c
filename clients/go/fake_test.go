package altcraft_test

import (
	"bufio"
	"encoding/json"
	"net"
	"path/filepath"
	"sync"
	"testing"

	altcraft "altcraft-bridge.example/go"
)

// fakeBridge is the peer of a client, with behaviour that the current bridge does not have.
type fakeBridge struct {
	testing.TB
	path    string
	answers func(method string) (result string, isAnswered bool)

	mu    sync.Mutex
	conn  net.Conn
	calls []fakeMessage
}

type fakeMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

const fakeInfo = `{"name":"altcraft-bridge","version":"0.0.0","epoch":"e-1","schemaDigest":"` +
	altcraft.SchemaDigest + `"}`

// startFake answers null to methods that `answers` does not contain.
func startFake(t testing.TB, answers map[string]string) *fakeBridge {
	t.Helper()
	fake := &fakeBridge{TB: t, path: filepath.Join(temporaryDirectory(t), "s")}
	fake.answers = func(method string) (string, bool) {
		answer, ok := answers[method]
		if !ok && method == "bridge.info" {
			return fakeInfo, true
		}
		if !ok {
			return "null", true
		}
		return answer, answer != ""
	}
	listener, err := net.Listen("unix", fake.path)
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			fake.mu.Lock()
			fake.conn = conn
			fake.mu.Unlock()
			go fake.serve(conn)
		}
	}()
	return fake
}

func (f *fakeBridge) serve(conn net.Conn) {
	defer conn.Close()
	reader := bufio.NewReader(conn)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return
		}
		var call fakeMessage
		if err := json.Unmarshal(line, &call); err != nil {
			f.Errorf("no message: %s", line)
		}
		f.mu.Lock()
		f.calls = append(f.calls, call)
		f.mu.Unlock()
		if answer, ok := f.answers(call.Method); ok && call.Method != "" && call.ID != nil {
			f.write(`{"jsonrpc":"2.0","id":` + string(call.ID) + `,` + member(answer) + `}`)
		}
	}
}

// member is "error" if the answer is an error.
func member(answer string) string {
	if len(answer) > 8 && answer[:8] == `{"code":` {
		return `"error":` + answer
	}
	return `"result":` + answer
}

func (f *fakeBridge) write(lines ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, line := range lines {
		_, _ = f.conn.Write([]byte(line + "\n"))
	}
}

func (f *fakeBridge) event(params string) {
	f.write(`{"jsonrpc":"2.0","method":"event","params":` + params + `}`)
}

// drop ends the connection.
func (f *fakeBridge) drop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = nil
	_ = f.conn.Close()
}

// methods are the calls since the last connection ended.
func (f *fakeBridge) methods() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var methods []string
	for _, call := range f.calls {
		methods = append(methods, call.Method)
	}
	return methods
}

// received are the messages with that method; answers have no method.
func (f *fakeBridge) received(method string) []fakeMessage {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found []fakeMessage
	for _, call := range f.calls {
		if call.Method == method {
			found = append(found, call)
		}
	}
	return found
}

func (f *fakeBridge) dial(options ...altcraft.Option) *altcraft.Client {
	f.Helper()
	client, err := altcraft.Dial(testContext(f), "unix", f.path, options...)
	must(f, err)
	f.Cleanup(func() { _ = client.Close() })
	return client
}
