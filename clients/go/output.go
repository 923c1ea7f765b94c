package altcraft

import "sync"

// output is an unbounded queue of output to a stream: put never blocks.
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

// put writes a line immediately if nothing precedes it and the stream has room, which avoids a switch
// to another goroutine; the rest is left to take. It has no effect after close.
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

// take waits for output; it returns nothing when the queue is closed and empty. The output counts as
// written at the next call of take.
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

// close ends the queue; queued output can still be taken.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isClosed = true
	o.arrived.Broadcast()
}
