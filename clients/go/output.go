package altcraft

import "sync"

// output is what is to be written to a stream, as much as there is: nobody waits to put.
type output struct {
	stream stream

	mu       sync.Mutex
	arrived  sync.Cond
	lines    []byte
	isTaken  bool
	isClosed bool
}

func newOutput(stream stream) *output {
	o := &output{stream: stream}
	o.arrived.L = &o.mu
	return o
}

// put writes a line at once where nothing is before it and the stream has room, which spares the
// way to another goroutine; it leaves the rest to take. It is without effect after close.
func (o *output) put(line []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isClosed {
		return
	}
	if len(o.lines) == 0 && !o.isTaken {
		line = line[o.stream.tryWrite(line):]
	}
	if len(line) > 0 {
		o.lines = append(o.lines, line...)
		o.arrived.Signal()
	}
}

// take waits for something to write; nothing when it is closed and empty. What was taken is written
// when the next is taken.
func (o *output) take() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isTaken = false
	for len(o.lines) == 0 && !o.isClosed {
		o.arrived.Wait()
	}
	lines := o.lines
	o.lines = nil
	o.isTaken = len(lines) > 0
	return lines
}

// close lets what was put be taken still.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isClosed = true
	o.arrived.Broadcast()
}
