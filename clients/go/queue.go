package altcraft

import "sync"

// queue is an unbounded queue between goroutines: put never blocks.
type queue[T any] struct {
	mu       sync.Mutex
	arrived  sync.Cond
	items    []T
	isClosed bool
}

func newQueue[T any]() *queue[T] {
	q := new(queue[T])
	q.arrived.L = &q.mu
	return q
}

// put has no effect after close.
func (q *queue[T]) put(item T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.isClosed {
		q.items = append(q.items, item)
		q.arrived.Signal()
	}
}

// take waits for items and takes all of them; it returns nothing when the queue is closed and empty.
func (q *queue[T]) take() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.isClosed {
		q.arrived.Wait()
	}
	items := q.items
	q.items = nil
	return items
}

// close ends the queue; queued items can still be taken.
func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.isClosed = true
	q.arrived.Broadcast()
}

// listeners are called in the order of their registration.
type listeners[T any] struct {
	mu  sync.Mutex
	all []*func(T)
}

func (l *listeners[T]) add(listener func(T)) (remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, &listener)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		var others []*func(T)
		for _, other := range l.all {
			if other != &listener {
				others = append(others, other)
			}
		}
		l.all = others
	}
}

func (l *listeners[T]) emit(value T) {
	l.mu.Lock()
	all := l.all
	l.mu.Unlock()
	for _, listener := range all {
		(*listener)(value)
	}
}
