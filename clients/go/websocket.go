package altcraft

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"sync"
)

// The kinds of frames, and the bits of their first two bytes.
const (
	continuation, text, closing, ping, pong = 0x0, 0x1, 0x8, 0x9, 0xA
	final, reserved, masked                 = 0x80, 0x70, 0x80
)

// webSocket is a stream whose lines are the messages of a WebSocket (RFC 6455).
type webSocket struct {
	socket
	input *bufio.Reader
	// The message that is being read, and the line that Read has not returned completely.
	message, line []byte
	writing       sync.Mutex
}

// Read returns messages as lines, and answers pings and the end.
func (w *webSocket) Read(buffer []byte) (int, error) {
	for len(w.line) == 0 {
		first, payload, err := w.frame()
		if err != nil {
			return 0, err
		}
		switch first &^ final {
		case text, continuation:
			if w.message = append(w.message, payload...); first&final != 0 {
				w.line, w.message = append(w.message, '\n'), nil
			}
		case ping:
			// On another goroutine: the bridge may read only after this one has read.
			go w.send(frame(pong, payload))
		case closing:
			if w.writing.TryLock() { // Otherwise the bridge does not read.
				w.socket.tryWrite(frame(closing, payload))
				w.writing.Unlock()
			}
			return 0, io.EOF
		}
	}
	count := copy(buffer, w.line)
	w.line = w.line[count:]
	return count, nil
}

// frame returns the first byte and the payload of the next frame.
func (w *webSocket) frame() (byte, []byte, error) {
	head, err := w.input.Peek(2)
	if err != nil {
		return 0, nil, io.EOF
	}
	first, length, size := head[0], uint64(head[1]), map[byte]int{126: 2, 127: 8}[head[1]]
	if head, err = w.input.Peek(2 + size); err == nil && size > 0 {
		length = binary.BigEndian.Uint64(append(make([]byte, 8-size), head[2:]...))
	}
	if err != nil || head[1]&masked != 0 || first&reserved != 0 || length>>62 != 0 {
		return 0, nil, errors.New("the bridge sent an invalid frame")
	}
	_, _ = w.input.Discard(2 + size)
	var payload bytes.Buffer
	_, err = io.CopyN(&payload, w.input, int64(length))
	return first, payload.Bytes(), err
}

// Write sends each line as a message.
func (w *webSocket) Write(lines []byte) (int, error) {
	var frames []byte
	for _, line := range bytes.Split(bytes.TrimSuffix(lines, []byte{'\n'}), []byte{'\n'}) {
		frames = append(frames, frame(text, line)...)
	}
	return len(lines), w.send(frames)
}

func (w *webSocket) send(frames []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	_, err := w.Conn.Write(frames)
	return err
}

// tryWrite leaves everything to Write: a part of a frame is of no use.
func (w *webSocket) tryWrite([]byte) int { return 0 }

func (w *webSocket) closeWrite() {
	_ = w.send(frame(closing, []byte{1000 >> 8, 1000 & 0xFF}))
	w.socket.closeWrite()
}

// frame returns a masked frame.
func frame(kind byte, payload []byte) []byte {
	frame := []byte{final | kind, masked | 126}
	switch length := len(payload); {
	case length < 126:
		frame[1] = masked | byte(length)
	case length < 1<<16:
		frame = binary.BigEndian.AppendUint16(frame, uint16(length))
	default:
		frame[1] = masked | 127
		frame = binary.BigEndian.AppendUint64(frame, uint64(length))
	}
	start := len(frame) + 4
	frame = append(frame, make([]byte, 4, 4+len(payload))...)
	_, _ = rand.Read(frame[start-4:])
	for index, value := range payload {
		frame = append(frame, value^frame[start-4+index&3])
	}
	return frame
}
