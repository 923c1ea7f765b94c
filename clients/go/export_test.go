package altcraft

// InFlight is how many calls were sent and are not answered.
func (c *Client) InFlight() int {
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	conn.mu.Lock()
	defer conn.mu.Unlock()
	return len(conn.pending)
}
