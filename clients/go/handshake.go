package altcraft

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"time"
)

const subprotocol = "altcraft-bridge.v1"

func dialWebSocket(ctx context.Context, address string) (stream, error) {
	plain, err := dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	w := &webSocket{socket: plain.(socket)}
	w.input = bufio.NewReaderSize(w.Conn, 1<<16)
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(30 * time.Second)
	}
	_ = w.SetDeadline(deadline)
	if err := w.shakeHands(address); err != nil {
		w.kill()
		return nil, &ClosedError{Message: "the bridge refused the WebSocket", ExitCode: -1, Cause: err}
	}
	return w, w.SetDeadline(time.Time{})
}

func (w *webSocket) shakeHands(address string) error {
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	key := base64.StdEncoding.EncodeToString(random)
	_, _ = fmt.Fprintf(w.Conn, "GET /rpc HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"+
		"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: %s\r\n"+
		"Sec-WebSocket-Key: %s\r\n\r\n", address, subprotocol, key)
	reader := textproto.NewReader(w.input)
	status, _ := reader.ReadLine()
	fields, err := reader.ReadMIMEHeader()
	if err == nil && !strings.HasPrefix(status, "HTTP/1.1 101 ") {
		sentence, _ := io.ReadAll(io.LimitReader(w.input, 1<<14))
		return fmt.Errorf("%s: %s", status, bytes.TrimSpace(sentence))
	}
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	isProven := fields.Get("Sec-WebSocket-Accept") == base64.StdEncoding.EncodeToString(sum[:])
	if err == nil && !(isProven && fields.Get("Sec-WebSocket-Protocol") == subprotocol) {
		return errors.New("another program listens there")
	}
	return err
}
