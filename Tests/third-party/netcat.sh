#!/bin/sh
# netcat of three kinds, and socat: calls of a script by a pipe. $1 names the program.
# with: begin
calls() {
  echo '{"jsonrpc":"2.0","id":0,"method":"events.subscribe"}'
  echo '{"jsonrpc":"2.0","id":1,"method":"pushSubscribe"}'
  for id in $(seq 2 1001); do echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"method\":\"bridge.ping\"}"; done
}
case $1:$PLACE in
  nc.openbsd:/*) calls | nc.openbsd -N -U "$PLACE" ;;
  nc.openbsd:*) calls | nc.openbsd -N 127.0.0.1 "$PLACE" ;;
  nc.traditional:*) calls | nc.traditional -q 1 127.0.0.1 "$PLACE" ;;
  ncat:/*) calls | ncat -U "$PLACE" ;;
  ncat:*) calls | ncat 127.0.0.1 "$PLACE" ;;
  socat:/*) calls | socat -t 10 - "UNIX-CONNECT:$PLACE" ;;
  socat:*) calls | socat -t 10 - "TCP:127.0.0.1:$PLACE" ;;
esac >"$DATA.answers"
# with: end
grep -q '"id":2,"result":"pong"' "$DATA.answers" && echo call
grep -q '"method":"event"' "$DATA.answers" && echo events
[ "$(grep -c '"result":"pong"' "$DATA.answers")" -eq 1000 ] && echo pipelined
