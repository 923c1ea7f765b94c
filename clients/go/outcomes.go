package altcraft

import (
	"context"
	"errors"
)

// OutcomeGap is a range of outcomes that are no longer kept, by their numbers.
type OutcomeGap struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// OutcomeItem is an outcome, a range of outcomes that are no longer kept, or the failure that ended
// the stream.
type OutcomeItem struct {
	Outcome *NumberedOutcome
	Gap     *OutcomeGap
	Err     error

	isReconnect bool
}

// StreamOutcomes sends the outcomes of jobs after a number, in order, then new ones, over lost
// connections, until the context ends or the client is closed; the channel is then closed. With after
// nil it sends only new outcomes, with 0 all that are kept. One stream at a time.
//
// Store the number of each outcome that was processed: with it as after, a later process misses and
// repeats none.
func (c *Client) StreamOutcomes(ctx context.Context, after *int64) (<-chan OutcomeItem, error) {
	items := newQueue[OutcomeItem]()
	removeOutcomes := c.onOutcome.add(items.put)
	removeReconnects := c.OnReconnect(func(*EventPosition) { items.put(OutcomeItem{isReconnect: true}) })
	remove := func() {
		removeOutcomes()
		removeReconnects()
		items.close()
	}
	last, err := c.subscribeToOutcomes(ctx, after)
	if err != nil {
		remove()
		return nil, err
	}
	if after != nil {
		last = *after
	}
	stream := make(chan OutcomeItem)
	ended := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-c.closed:
		case <-ended:
		}
		remove()
	}()
	go func() {
		defer close(stream)
		defer func() {
			// Before the channel is closed, so that a next stream subscribes later. Without a connection there
			// is no subscription.
			_ = c.Call(context.Background(), "outcomes.unsubscribe", nil, nil)
		}()
		defer close(ended)
		for batch := items.take(); len(batch) > 0; batch = items.take() {
			for _, item := range batch {
				if !c.passOutcome(ctx, item, &last, stream) {
					return
				}
			}
		}
	}()
	return stream, nil
}

func (c *Client) subscribeToOutcomes(ctx context.Context, after *int64) (int64, error) {
	params := JSONObject{}
	if after != nil {
		params["after"] = *after
	}
	var position OutcomePosition
	err := c.Call(ctx, "outcomes.subscribe", params, &position)
	return position.Last, err
}

// passOutcome sends an item unless it was sent before. It returns false at the end of the stream.
func (c *Client) passOutcome(
	ctx context.Context, item OutcomeItem, last *int64, stream chan<- OutcomeItem,
) bool {
	next := *last
	switch {
	case item.isReconnect:
		_, err := c.subscribeToOutcomes(ctx, last)
		if err == nil || errors.Is(err, ErrClosed) {
			// Without a connection, the next one follows.
			return true
		}
		item = OutcomeItem{Err: err}
	case item.Gap != nil:
		next = item.Gap.To
	default:
		next = item.Outcome.Outcome
	}
	if item.Err == nil && next <= *last {
		return true
	}
	select {
	case stream <- item:
		*last = next
		return item.Err == nil
	case <-ctx.Done():
		return false
	case <-c.closed:
		return false
	}
}
