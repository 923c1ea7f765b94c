package altcraft

import (
	"context"
	"errors"
)

// OutcomeGap is a range of outcomes that are no longer kept, by their numbers. With the reason
// "rolledBack" the position is not of this data directory, because an older copy of it was put back:
// all kept outcomes follow.
type OutcomeGap struct {
	Epoch  string `json:"epoch"`
	From   int64  `json:"from"`
	To     int64  `json:"to"`
	Reason string `json:"reason"`
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
// Store the number and the epoch of each outcome that was processed: with them, a later process misses
// and repeats none. With an empty epoch it does not notice that an older copy of the data directory was
// put back.
func (c *Client) StreamOutcomes(
	ctx context.Context, after *int64, epoch string,
) (<-chan OutcomeItem, error) {
	items := newQueue[OutcomeItem]()
	removeOutcomes := c.onOutcome.add(items.put)
	removeReconnects := c.OnReconnect(func(*EventPosition) { items.put(OutcomeItem{isReconnect: true}) })
	remove := func() {
		removeOutcomes()
		removeReconnects()
		items.close()
	}
	last, err := c.subscribeToOutcomes(ctx, after, epoch)
	if err != nil {
		remove()
		return nil, err
	}
	if after != nil {
		last = outcomePosition{*after, epoch}
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

// outcomePosition is that of the last outcome that was sent.
type outcomePosition struct {
	number int64
	epoch  string
}

func (c *Client) subscribeToOutcomes(
	ctx context.Context, after *int64, epoch string,
) (outcomePosition, error) {
	params := JSONObject{}
	if after != nil {
		params["after"] = *after
		if epoch != "" {
			params["epoch"] = epoch
		}
	}
	var position OutcomePosition
	err := c.Call(ctx, "outcomes.subscribe", params, &position)
	return outcomePosition{position.Last, position.Epoch}, err
}

// passOutcome sends an item unless it was sent before. It returns false at the end of the stream.
func (c *Client) passOutcome(
	ctx context.Context, item OutcomeItem, last *outcomePosition, stream chan<- OutcomeItem,
) bool {
	next := *last
	switch {
	case item.isReconnect:
		_, err := c.subscribeToOutcomes(ctx, &last.number, last.epoch)
		if err == nil || errors.Is(err, ErrClosed) {
			// Without a connection, the next one follows.
			return true
		}
		item = OutcomeItem{Err: err}
	case item.Gap != nil:
		next = outcomePosition{item.Gap.To, item.Gap.Epoch}
	default:
		next = outcomePosition{item.Outcome.Outcome, item.Outcome.Epoch}
	}
	isRolledBack := item.Gap != nil && item.Gap.Reason == "rolledBack"
	if item.Err == nil && next.number <= last.number && !isRolledBack {
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
