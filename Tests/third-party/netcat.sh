#!/bin/sh
# netcat of three kinds, and socat: calls of a script by a pipe. $1 names the program.
# with: begin
connect() {
  case $1:$PLACE in
    nc.openbsd:/*) nc.openbsd -N -U "$PLACE" ;;
    nc.openbsd:*) nc.openbsd -N 127.0.0.1 "$PLACE" ;;
    nc.traditional:*) nc.traditional -q 10 127.0.0.1 "$PLACE" ;;
    ncat:/*) ncat -U "$PLACE" ;;
    ncat:*) ncat 127.0.0.1 "$PLACE" ;;
    socat:stdio) socat -t 10 - "EXEC:$BRIDGE serve --data-dir $DATA" ;;
    socat:/*) socat -t 10 - "UNIX-CONNECT:$PLACE" ;;
    socat:*) socat -t 10 - "TCP:127.0.0.1:$PLACE" ;;
  esac
}
call() { echo "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"$2\",\"params\":${3:-[]}}"; }

# A script that answers the bridge's callbacks reads the answers while it sends.
mkfifo "$HOME/calls"
connect "$1" <"$HOME/calls" | {
  exec 3>"$HOME/calls"
  call 1 setFCMTokenProvider '["callback"]' >&3
  call 2 getPushToken >&3
  while read -r line; do
    case $line in
      *'"method":"provider.getToken"'*)
        id=$(echo "$line" | sed 's/.*"id":\([^,}]*\).*/\1/')
        echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":\"token-1\"}" >&3 ;;
      *'"id":2,'*) echo "$line"; break ;;
    esac
  done >"$HOME/token"
}

# A script without callbacks sends everything, and reads the answers afterwards.
{
  call 0 bridge.ping
  call 1 setFCMTokenProvider '["callback"]'
  call 2 getPushToken
  echo '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}'
  call 3 events.subscribe
  call 4 pushSubscribe
  for id in $(seq 1000 1999); do call "$id" bridge.ping; done
} | connect "$1" >"$HOME/answers"
# with: end
grep -q '"id":0,"result":"pong"' "$HOME/answers" && echo call
grep -q '"token":"token-1"' "$HOME/token" && echo callback
grep -q '"method":"event"' "$HOME/answers" && echo events
[ "$(grep -c '"id":1[0-9]*,"result":"pong"' "$HOME/answers")" -eq 1000 ] && echo pipelined
grep -q '"id":2,"error":{"code":-32800' "$HOME/answers" && echo cancel
