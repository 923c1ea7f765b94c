"""Relays connections at [::1]:PORT to 127.0.0.1:PORT, each in a process of its own: relay.py PORT.

Prints the number of each process, so that a test can stop it: then the connection is frozen, and new ones are not.
"""

import os
import signal
import socket
import sys
import threading

port = int(sys.argv[1])


def relay(client: socket.socket) -> None:
    try:
        bridge = socket.create_connection(("127.0.0.1", port))
    except OSError:
        return

    def copy(source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        os._exit(0)

    threading.Thread(target=copy, args=(bridge, client), daemon=True).start()
    copy(client, bridge)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listener = socket.socket(socket.AF_INET6)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("::1", port))
    listener.listen()
    print("ready", flush=True)
    while True:
        client, _ = listener.accept()
        child = os.fork()
        if child == 0:
            listener.close()
            relay(client)
            os._exit(0)
        client.close()
        print(child, flush=True)


main()
