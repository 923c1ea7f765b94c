package altcraft

// InFlight is the number of calls without an answer.
func (c *Client) InFlight() int {
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	conn.mu.Lock()
	defer conn.mu.Unlock()
	return len(conn.pending)
}
