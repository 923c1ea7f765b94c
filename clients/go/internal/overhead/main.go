// Overhead makes calls and prints the duration of each, in nanoseconds: the program that clients/overhead/run
// starts for Go.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"time"

	altcraft "altcraft-bridge.example/go"
)

var ping = []byte(`{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}` + "\n")

func main() {
	ctx := context.Background()
	conn, err := net.Dial("unix", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	client, err := altcraft.Dial(ctx, "unix", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	reader := bufio.NewReader(conn)
	ways := map[string]func() error{
		"raw": func() error {
			if _, err := conn.Write(ping); err != nil {
				return err
			}
			_, err := reader.ReadSlice('\n')
			return err
		},
		"client": func() error {
			_, err := client.Bridge.Ping(ctx)
			return err
		},
	}

	var way string
	var count int
	input := bufio.NewReader(os.Stdin)
	output := bufio.NewWriter(os.Stdout)
	for {
		if _, err := fmt.Fscan(input, &way, &count); err != nil {
			return
		}
		for index := 0; index < count; index++ {
			start := time.Now()
			if err := ways[way](); err != nil {
				log.Fatal(err)
			}
			fmt.Fprint(output, time.Since(start).Nanoseconds(), " ")
		}
		fmt.Fprintln(output)
		if err := output.Flush(); err != nil {
			log.Fatal(err)
		}
	}
}
