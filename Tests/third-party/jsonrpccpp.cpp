// libjson-rpc-cpp, over a Unix socket. Each call has a connection of its own, so the bridge cannot call back.
#include <cstdlib>
#include <iostream>
#include <jsonrpccpp/client.h>
#include <jsonrpccpp/client/connectors/unixdomainsocketclient.h>

using namespace jsonrpc;

int main() {
  // with: begin
  UnixDomainSocketClient connector(std::getenv("PLACE"));
  Client bridge(connector);
  Json::Value pong = bridge.CallMethod("bridge.ping", Json::objectValue);
  // with: end
  if (pong == "pong") std::cout << "call" << std::endl;
  // A batch has at most 100 calls: the limit batchLength.
  int pongs = 0;
  for (int batch = 0; batch < 10; batch++) {
    BatchCall calls;
    for (int i = 0; i < 100; i++) calls.addCall("bridge.ping", Json::objectValue);
    BatchResponse answers = bridge.CallProcedures(calls);
    for (int id = 1; id <= 100; id++) pongs += answers.getResult(id) == "pong";
  }
  if (pongs == 1000) std::cout << "pipelined" << std::endl;
}
