// ws for Node, over WebSocket.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const WebSocket = require('ws');

const answers = ['token-1'];
const pending = new Map();
let lastId = 0;
let onEvent;
const event = new Promise((done) => { onEvent = done; });

// with: begin
const token = fs.readFileSync(process.env.TOKEN, 'ascii').trim();
const bridge = new WebSocket(`${process.env.PLACE}/rpc`, ['altcraft-bridge.v1', `altcraft-bridge.token.${token}`]);
const send = (members) => bridge.send(JSON.stringify({ jsonrpc: '2.0', ...members }));

function call(method, params = {}) {
  lastId += 1;
  send({ id: lastId, method, params });
  return new Promise((done) => pending.set(lastId, done));
}

bridge.on('message', (data) => {
  const message = JSON.parse(data);
  if (!message.method) pending.get(message.id)(message.result ?? message.error);
  else if (message.id !== undefined) send({ id: message.id, result: answers.pop() ?? null });
  else onEvent(message.params);
});
// with: end

async function main() {
  await new Promise((done) => bridge.once('open', done));
  assert.equal(bridge.protocol, 'altcraft-bridge.v1');
  assert.equal(await call('bridge.ping'), 'pong');
  console.log('call');
  await call('setFCMTokenProvider', { provider: 'callback' });
  assert.equal((await call('getPushToken')).token, 'token-1');
  console.log('callback');
  await call('events.subscribe');
  assert.equal((await call('pushSubscribe')).code, 501);
  await event;
  console.log('events');
  const pongs = await Promise.all(Array.from({ length: 1000 }, () => call('bridge.ping')));
  assert.ok(pongs.every((pong) => pong === 'pong'));
  console.log('pipelined');
  const cancelled = call('getPushToken');
  send({ method: '$/cancelRequest', params: { id: lastId } });
  assert.equal((await cancelled).code, -32800);
  console.log('cancel');
  bridge.close(1000);
  const [code] = await new Promise((done) => bridge.once('close', (...end) => done(end)));
  assert.equal(code, 1000);
}

main();
