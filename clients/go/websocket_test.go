package altcraft_test

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	altcraft "altcraft-bridge.example/go"
)

// fakeWebSocket answers one request with the text, in which $PROOF is the proof for its key, and passes
// the connection on. It returns its address.
func fakeWebSocket(t *testing.T, answer string, then func(net.Conn)) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		request, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			t.Error(err)
			return
		}
		key := request.Header.Get("Sec-WebSocket-Key")
		sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
		proof := base64.StdEncoding.EncodeToString(sum[:])
		_, _ = conn.Write([]byte(strings.ReplaceAll(answer, "$PROOF", proof)))
		if then != nil {
			then(conn)
		}
	}()
	return listener.Addr().String()
}

const switched = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
	"Sec-WebSocket-Accept: $PROOF\r\nSec-WebSocket-Protocol: altcraft-bridge.v1\r\n\r\n"

func TestRefusedWebSocketHasTheSentenceOfTheBridge(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		"HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\nAnother host.\n": "421 Misdirected Request: Another host.",
		strings.ReplaceAll(switched, "$PROOF", "AAAA"):                                 "another program",
		strings.ReplaceAll(switched, "altcraft-bridge.v1", "chat"):                     "another program",
		"SSH-2.0-Other\r\n": "EOF",
	} {
		_, err := altcraft.Dial(testContext(t), "ws", fakeWebSocket(t, answer, nil))

		if !errors.Is(err, altcraft.ErrClosed) || !strings.Contains(err.Error(), want) {
			t.Fatalf("%q: %v", answer, err)
		}
	}
}

func TestWebSocketMessageMayBeFragmentedWithPingsBetween(t *testing.T) {
	t.Parallel()
	replies := make(chan []byte, 2)
	address := fakeWebSocket(t, switched, func(conn net.Conn) {
		reader := bufio.NewReader(conn)
		readFrame(t, reader) // The call of bridge.info.
		_, _ = conn.Write([]byte("\x01\x08{\"id\":1,\x89\x03now\x00\x00\x8a\x00" +
			"\x80\x7e\x00\x7e\"error\":{\"code\":-32603,\"message\":\"" + strings.Repeat("x", 89) + "\"}}"))
		// The answer ends the connection, so a client on a busy machine may close before it has sent the pong.
		first := readFrame(t, reader)
		replies <- first
		if first[0] == 0x8a {
			replies <- readFrame(t, reader)
		}
	})

	_, err := altcraft.Dial(testContext(t), "ws", address)

	if err == nil || !strings.Contains(err.Error(), strings.Repeat("x", 89)) {
		t.Fatal(err)
	}
	if first := string(<-replies); first != "\x8anow" {
		equal(t, first, "\x88\x03\xe8")
		return
	}
	equal(t, string(<-replies), "\x88\x03\xe8")
}

func TestInvalidFrameEndsTheConnection(t *testing.T) {
	t.Parallel()
	for _, frame := range []string{
		"\x81\x81\x00\x00\x00\x00a", "\xc1\x01a", "\x81\x7f\x80\x00\x00\x00\x00\x00\x00\x01a", "\x88\x00",
	} {
		address := fakeWebSocket(t, switched+frame, func(conn net.Conn) {
			_, _ = bufio.NewReader(conn).ReadString(0) // Until its end.
		})

		_, err := altcraft.Dial(testContext(t), "ws", address)

		if !errors.Is(err, altcraft.ErrClosed) {
			t.Fatalf("%q: %v", frame, err)
		}
	}
}

// readFrame returns the first byte and the payload of a short or middle-sized masked frame.
func readFrame(t *testing.T, reader *bufio.Reader) []byte {
	next := func() byte {
		value, err := reader.ReadByte()
		if err != nil {
			t.Error(err)
		}
		return value
	}
	frame := []byte{next()}
	length := int(next() &^ 0x80)
	if length == 126 {
		length = int(next())<<8 | int(next())
	}
	mask := []byte{next(), next(), next(), next()}
	for index := 0; index < length; index++ {
		frame = append(frame, next()^mask[index%4])
	}
	return frame
}

func TestCallsInFlightAreAnsweredWhenAWebSocketIsClosed(t *testing.T) {
	t.Parallel()
	data := filepath.Join(temporaryDirectory(t), "data")
	served := startProgram(t, "serve", "--websocket", "127.0.0.1:0", "--data-dir", data)
	client, err := altcraft.Dial(testContext(t), "ws", strings.TrimPrefix(served.ready.Listen[0], "ws:"),
		altcraft.WithTokenFile(filepath.Join(data, "rpc.token")))
	must(t, err)
	const count = 1000
	failures := make(chan error, count)
	for index := 0; index < count; index++ {
		go func() {
			_, err := client.Bridge.Ping(testContext(t))
			failures <- err
		}()
	}
	eventually(t, "all calls are sent", func() bool { return client.InFlight()+len(failures) >= count })

	must(t, client.Close())

	for index := 0; index < count; index++ {
		must(t, <-failures)
	}
}
