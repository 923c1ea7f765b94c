// Attacks that run in a page. The set of attacks depends on the origin from which the page was loaded; the driver's
// collector says when to begin, and receives each result.
'use strict';

const place = globalThis.PLACE ?? Object.fromEntries(new URLSearchParams(location.search));
const { set, browser, collector } = place;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const v1 = 'altcraft-bridge.v1';
const bearing = (token) => [v1, `altcraft-bridge.token.${token}`];

/** Opens a WebSocket, sends messages, and returns the answers and the end as the driver's own peer does. */
function exchange(url, protocols, messages, answers = messages.length) {
  return new Promise((done) => {
    let socket;
    try {
      socket = new WebSocket(url, protocols);
    } catch (error) {
      return done('refused');
    }
    const words = [];
    let isOpen = false;
    // Chromium delays the connections of a page after failures, up to 5 s.
    let timer = setTimeout(() => (socket.close(), done('neither refused nor open')), 20_000);
    socket.onopen = () => {
      isOpen = true;
      clearTimeout(timer);
      timer = setTimeout(() => (socket.close(1000), done([...words, 'open'].join(', '))), 4000);
      if (socket.extensions) words.push(`extensions ${socket.extensions}`);
      if (protocols.length > 0 && socket.protocol !== v1) words.push(`protocol ${socket.protocol}`);
      for (const message of messages) socket.send(message);
      if (answers === 0) socket.close(1000);
    };
    socket.onmessage = ({ data }) => {
      for (const answer of [JSON.parse(data)].flat()) words.push(answer.error ? `${answer.error.code}` : 'result');
      if (words.length >= answers) setTimeout(() => socket.close(1000), 200);
    };
    socket.onclose = ({ code }) => {
      clearTimeout(timer);
      done(isOpen ? [...words, `close ${code}`].join(', ') : 'refused');
    };
  });
}

/** Adds an element that loads from the bridge; returns the event that ends it. */
function load(tag, members) {
  return new Promise((done) => {
    const element = Object.assign(document.createElement(tag), members);
    element.onload = () => done({ element, end: 'load' });
    element.onerror = () => done({ element, end: 'error' });
    document.documentElement.append(element);
    setTimeout(() => done({ element, end: 'nothing' }), 3000);
  });
}

/** Returns what a page can see of a frame: `unreadable` if its document is that of another origin. */
function seen({ element }) {
  try {
    const page = element.contentDocument;
    return page === null || page.URL === 'about:blank' ? 'unreadable' : `readable ${page.body?.innerText}`;
  } catch (error) {
    return 'unreadable';
  }
}

/** Submits a form into a new frame. */
async function submit(action, enctype, name, value) {
  const target = `frame-${Math.random()}`;
  const loaded = load('iframe', { name: target });
  await loaded;
  const form = Object.assign(document.createElement('form'), { action, enctype, target, method: 'post' });
  form.append(Object.assign(document.createElement('input'), { name, value }));
  document.documentElement.append(form);
  form.submit();
  await wait(300);
  return seen(await loaded);
}

const each = async (items, act) => [...new Set(await Promise.all(items.map(act)))].sort().join(' and ');

const fetched = (url, options) => fetch(url, options).then(
  (answer) => (answer.type === 'opaque' ? 'opaque' : `readable ${answer.status}`), () => 'blocked');

const paths = ['/', '/rpc', '/healthz', '/readyz', '/metrics', '/other'];
const request = (method, params, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const attempt = (requestId) => request('mobileEvent', { sid: 'attack', eventName: 'attack', requestId });

// Each attack: name, statement, expected outcomes, and a function of its request id.
const opened = (url, config) => (id) => exchange(url, bearing(config.token), [attempt(id)]);
const stolen = (config) => [
  ['socket', 'a WebSocket with a stolen token', 'refused', opened(config.url, config)],
];

const sets = {
  foreign: (config) => {
    const { url, http, token } = config;
    const call = 'text/plain;charset=UTF-8';
    return [
      ...stolen(config),
      ['localhost', 'a WebSocket to localhost, with a stolen token', 'refused', opened(url.replace('127.0.0.1', 'localhost'), config)],
      ['no-token', 'a WebSocket without a token', 'refused', (id) => exchange(url, [v1], [attempt(id)])],
      ['first', 'a WebSocket that sends a stolen token first', 'refused',
        (id) => exchange(url, [], [request('bridge.authenticate', { token }, 0), attempt(id)])],
      ['url-token', 'a WebSocket with a stolen token in its URL', 'refused', (id) => exchange(`${url}?token=${token}`, [v1], [attempt(id)])],
      ['user', 'a WebSocket with a stolen token as password', 'refused',
        (id) => exchange(url.replace('//', `//observer:${token}@`), [v1], [attempt(id)])],
      ['paths', 'a WebSocket to every path', 'refused',
        (id) => each([...paths, '//rpc', '/rpc/', '/x/../rpc'], (path) => exchange(config.root + path, bearing(token), [attempt(id)]))],
      ['smuggled', 'two tokens as subprotocols', 'refused', (id) => exchange(url, [...bearing(token), 'altcraft-bridge.token.x'], [attempt(id)])],
      ['other-protocol', 'another subprotocol beside the token', 'refused',
        (id) => exchange(url, ['chat', `altcraft-bridge.token.${token}`], [attempt(id)])],
      ['worker', 'a WebSocket of a worker, with a stolen token', 'refused', (id) => inWorker(url, token, id)],
      ['many', '100 WebSockets at a time; meanwhile a phone can call', 'refused, and a phone can call', async (id) => {
        const outcome = await each(Array(100).fill(url), () => exchange(url, bearing(token), [attempt(id)]));
        return `${outcome}, and ${await (await fetch(`${collector}/phone`)).text()}`;
      }],
      ['form-text', 'a form of plain text to every path', 'unreadable',
        (id) => each(paths, (path) => submit(http + path, 'text/plain', `${attempt(id).slice(0, -1)},"a":"`, '"}'))],
      ['form-file', 'a form with a file to every path', 'unreadable',
        (id) => each(paths, (path) => submit(http + path, 'multipart/form-data', 'a', attempt(id)))],
      ['form-url', 'a form with its values in the body', 'unreadable',
        (id) => each(paths, (path) => submit(http + path, 'application/x-www-form-urlencoded', 'call', attempt(id)))],
      ['fetch', 'a fetch of every path', 'blocked', () => each(paths, (path) => fetched(http + path))],
      ['no-cors', 'a fetch of every path in the mode no-cors', 'blocked', () => each(paths, (path) => fetched(http + path, { mode: 'no-cors' }))],
      ['post', 'a POST of a call to every path', 'blocked',
        (id) => each(paths, (path) => fetched(http + path, { method: 'POST', body: attempt(id), headers: { 'Content-Type': call } }))],
      ['post-no-cors', 'a POST of a call in the mode no-cors', 'blocked|opaque|blocked and opaque',
        (id) => each(paths, (path) => fetched(http + path, { method: 'POST', mode: 'no-cors', body: attempt(id) }))],
      ['bearer', 'a fetch of the metrics with a stolen token', 'blocked',
        () => fetched(`${http}/metrics`, { headers: { Authorization: `Bearer ${token}` } })],
      ['put', 'a request that needs a preflight', 'blocked', (id) => fetched(`${http}/rpc`, { method: 'PUT', body: attempt(id) })],
      ['credentials', 'a fetch with credentials', 'blocked', () => fetched(`${http}/`, { credentials: 'include' })],
      ['beacon', 'a beacon with a call', 'sent', async (id) => {
        navigator.sendBeacon(`${http}/rpc`, attempt(id));
        await wait(300);
        return 'sent';
      }],
      ['upgrade', 'a fetch with the header fields of an upgrade', 'blocked', (id) => new Promise((done) => {
        const xhr = new XMLHttpRequest();
        xhr.onload = () => done(`readable ${xhr.status}`);
        xhr.onerror = () => done('blocked');
        xhr.open('GET', `${http}/rpc?${id}`);
        for (const name of ['Upgrade', 'Connection', 'Host', 'Origin', 'Sec-WebSocket-Key']) xhr.setRequestHeader(name, 'websocket');
        xhr.send();
      })],
      ['events', 'EventSource of every path', 'error', () => each(paths, (path) => new Promise((done) => {
        const source = new EventSource(http + path);
        source.onmessage = source.onopen = () => (source.close(), done('open'));
        source.onerror = () => (source.close(), done('error'));
      }))],
      ['image', 'an image of every path', 'error', () => each(paths, async (path) => (await load('img', { src: http + path })).end)],
      ['script', 'a script of every path', 'error', () => each(paths, async (path) => (await load('script', { src: http + path })).end)],
      ['style', 'a style sheet of every path', 'error',
        () => each(paths, async (path) => (await load('link', { rel: 'stylesheet', href: http + path })).end)],
      ['media', 'a video of every path', 'error', () => each(paths, async (path) => (await load('video', { src: http + path })).end)],
      ['iframe', 'a frame of every path', 'unreadable', () => each(paths, async (path) => seen(await load('iframe', { src: http + path })))],
      ['object', 'an object of every path', 'unreadable', () => each(paths, async (path) => seen(await load('object', { data: http + path })))],
      ['message', 'messages to a frame of the inspector', 'silent', async (id) => {
        const { element } = await load('iframe', { src: `${http}/` });
        const heard = new Promise((done) => addEventListener('message', ({ source }) => source === element.contentWindow && done('answered')));
        for (const data of [attempt(id), JSON.parse(attempt(id))]) element.contentWindow.postMessage(data, '*');
        return Promise.race([heard, wait(500).then(() => 'silent')]);
      }],
    ];
  },

  // The origin `null`, in several ways.
  sandbox: (config) => [...stolen(config), ...posted(config)],
  srcdoc: stolen,
  data: stolen,
  file: (config) => [...stolen(config), ...posted(config)],

  // The name of the attacker leads to the bridge now: Host and Origin are both the attacker's.
  rebound: (config) => {
    const own = `ws://${location.host}/rpc`;
    return [
      ['socket', 'a WebSocket of the rebound name, with a stolen token', 'refused', opened(own, config)],
      ['first', 'a WebSocket of the rebound name that sends a stolen token first', 'refused',
        (id) => exchange(own, [v1], [request('bridge.authenticate', { token: config.token }, 0), attempt(id)])],
      ['address', 'a WebSocket to the address, from the rebound name', 'refused', opened(config.url, config)],
      ['fetch', 'a fetch of every path of the rebound name', 'readable 421', () => each(paths, (path) => fetched(path, { cache: 'no-store' }))],
      ['post', 'a POST of a call to the rebound name', 'readable 421|readable 405|readable 400',
        (id) => each(paths, (path) => fetched(path, { method: 'POST', body: attempt(id) }))],
      ['bearer', 'a fetch of the metrics with a stolen token', 'readable 421',
        () => fetched('/metrics', { headers: { Authorization: `Bearer ${config.token}` } })],
      ['host', 'a fetch with another Host', 'readable 421', () => fetched('/', { headers: { Host: new URL(config.http).host } })],
      ['iframe', 'a frame of the rebound name, which the page can read', 'no inspector', async () => {
        const { element } = await load('iframe', { src: '/?again' });
        return element.contentDocument?.querySelector('script') ? 'inspector' : 'no inspector';
      }],
    ];
  },

  // Origins that resemble the allowed one, or that of the bridge.
  suffix: stolen, prefix: stolen, 'other-port': stolen, 'own-address': stolen, 'own-name': stolen,

  // The allowed origin, without the rights.
  allowed: (config) => {
    const { url, token, observer } = config;
    const refused = '-32001, close 1008';
    const at = token.length >> 1;
    const changed = (letter) => token.slice(0, at) + letter + token.slice(at + 1);
    const wrong = {
      bit: ['with one wrong bit', changed(String.fromCharCode(token.charCodeAt(at) ^ 1))],
      byte: ['with one wrong character', changed(token[at] === '0' ? '1' : '0')],
      short: ['without its last character', token.slice(0, -1)],
      empty: ['that is empty', ''],
      mib: ['of 1 MiB', 'a'.repeat(1 << 20)],
    };
    const ticketed = async (role) => (await fetch(`${collector}/ticket?role=${role}`)).text();
    const withTicket = (ticket, id) =>
      exchange(url, [v1], [request('bridge.authenticate', { ticket }, 0), attempt(id)]);
    return [
      ['no-token', 'a call without a token', refused, (id) => exchange(url, [v1], [attempt(id)], 2)],
      ['no-protocol', 'a call without any subprotocol', refused, (id) => exchange(url, [], [attempt(id)], 2)],
      ['batch', 'a batch of authentication and call', refused,
        (id) => exchange(url, [v1], [`[${request('bridge.authenticate', { token }, 0)},${attempt(id)}]`], 2)],
      ...Object.entries(wrong).flatMap(([name, [title, value]]) => [
        [`token-${name}`, `a token ${title}`, 'refused', (id) => exchange(url, bearing(value), [attempt(id)])],
        [`first-${name}`, `a first message with a token ${title}`, `${refused}|-32003, close 1009|close 1009`,
          (id) => exchange(url, [v1], [request('bridge.authenticate', { token: value }, 0), attempt(id)], 3)],
      ]),
      ['binary', 'a call as a binary message', 'close 1003', (id) => exchange(url, [v1], [new TextEncoder().encode(attempt(id))], 2)],
      ['observer', 'the token of an observer for a call that writes', '-32001, close 1000',
        (id) => exchange(url, bearing(observer), [attempt(id)])],
      ['observer-notification', 'the token of an observer for a notification that writes', 'result, close 1000',
        (id) => exchange(url, bearing(observer), [attempt(id).replace('"id":1,', ''), request('bridge.ping')], 1)],
      ['ticket-twice', 'a ticket for a second time', refused, async (id) => {
        const ticket = await ticketed('control');
        await exchange(url, [v1], [request('bridge.authenticate', { ticket }, 0)]);
        return exchange(url, [v1], [request('bridge.authenticate', { ticket }, 0), attempt(id)], 3);
      }],
      ['ticket-observer', "an observer's ticket for a call that writes", 'result, -32001, close 1000',
        async (id) => withTicket(await ticketed('observer'), id)],
      ['extension', 'compression, which the browser offers', 'result, close 1000', () => exchange(url, bearing(token), [request('bridge.ping')])],
      // Without these calls no attack above proves anything.
      ['control', 'a call with the token is executed', 'result, close 1000', opened(url, config)],
      ['ticket-late', 'a ticket after 61 s', refused, async (id) => {
        await wait(config.ticketAge + 61_000 - performance.now());
        return exchange(url, [v1], [request('bridge.authenticate', { ticket: config.ticket }, 0), attempt(id)], 3);
      }],
    ];
  },
};

/** The attacks of a page whose origin is `null`. */
function posted({ http }) {
  return [
    ['fetch', 'a fetch of every path', 'blocked', () => each(paths, (path) => fetched(http + path))],
    ['post', 'a POST of a call in the mode no-cors', 'blocked|opaque|blocked and opaque',
      (id) => each(paths, (path) => fetched(http + path, { method: 'POST', mode: 'no-cors', body: attempt(id) }))],
  ];
}

function inWorker(url, token, id) {
  const code = `${exchange}; const v1 = ${JSON.stringify(v1)};
    exchange(...${JSON.stringify([url, bearing(token), [attempt(id)]])}).then(postMessage);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  return new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => done('threw');
  });
}

const report = (what) => fetch(`${collector}/report`, { method: 'POST', body: JSON.stringify({ browser, set, ...what }) });

/** Adds the frames in which the other sets run. */
function addFrames() {
  const frame = (members) => document.documentElement.append(Object.assign(document.createElement('iframe'), members));
  const origins = JSON.parse(place.origins);
  const address = (name, origin) => `${origin}/page?${new URLSearchParams({ ...place, set: name })}`;
  for (const [name, origin] of Object.entries(origins)) frame({ src: address(name, origin) });
  const inline = (name) => `<script>PLACE = ${JSON.stringify({ ...place, set: name })}</script><script src="${origins.foreign}/attacks.js"></script>`;
  frame({ src: address('sandbox', origins.foreign), sandbox: 'allow-scripts allow-forms' });
  frame({ srcdoc: inline('srcdoc'), sandbox: 'allow-scripts' });
  frame({ src: `data:text/html,${encodeURIComponent(inline('data'))}` });
}

async function main() {
  if (set === 'file') addFrames();
  await report({ loaded: location.origin });
  let config;
  while (!config) {
    const answer = await fetch(`${collector}/config?set=${set}`);
    if (answer.status === 200) config = await answer.json();
    else await wait(100);
  }
  config.ticketAge = performance.now();
  for (const [name, title, expected, act] of sets[set](config)) {
    let observed;
    try {
      observed = await act(`${browser}:${set}:${name}`);
    } catch (error) {
      observed = `threw ${error}`;
    }
    await report({ name, title, expected, observed });
  }
  await report({ done: true });
}

addEventListener('load', main);
