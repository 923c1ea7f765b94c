"""Texts of an attacker, in every field that a page shows."""
import json, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from world import SITE, World

# A script that runs leaves its mark here; {trap} is a server that must not be asked.
MARK = "window.hostile=(window.hostile||0)+1"


def corpus(trap):
    """Returns texts that run a script or load something wherever a text becomes a part of the page."""
    load = f"new Image().src='{trap}/run'"
    run = f"{MARK};{load}"
    return [
        f"<script>{run}</script>",
        f"</script><script>{run}</script>",
        f"</style></title></textarea></option></select><img src=x onerror=\"{run}\">",
        f"<img src=\"{trap}/image\" onload='{run}' onerror='{run}'>",
        f"\"><svg onload=\"{run}\"><animate onbegin='{run}'>",
        f"' autofocus onfocus='{run}' x='",
        f"\" style=\"background:url({trap}/style)\" onmouseover=\"{run}\" x=\"",
        f"javascript:{run}//",
        f"<a href=\"javascript:{run}\" id=tab-status>Status</a>",
        f"<iframe srcdoc=\"&lt;script&gt;parent.hostile=1&lt;/script&gt;\" src=\"{trap}/frame\"></iframe>",
        f"<link rel=stylesheet href=\"{trap}/sheet\"><style>@import url({trap}/import);*{{display:none}}</style>",
        f"<base href=\"{trap}/\"><meta http-equiv=refresh content=\"0;url={trap}/refresh\">",
        f"<form action=\"{trap}/form\"><button formaction=\"javascript:{run}\">Call</button>",
        f"<object data=\"{trap}/object\"></object><embed src=\"{trap}/embed\"><video><source onerror=\"{run}\">",
        f"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror={run}&gt;\">",
        f"<details open ontoggle=\"{run}\"><template shadowrootmode=open><slot onslotchange='{run}'>",
        f"${{{run}}}{{{{constructor.constructor('{MARK}')()}}}}#{{7*7}}`+({run})+`",
        f"&lt;script&gt;{run}&lt;/script&gt;&#60;img src=x onerror={run}&#62;",
        "__proto__", "constructor", "toString", "hasOwnProperty",
        "\u202egnp.exe\u202c \u2066\u200b\ufeff\u2028\u2029\u0000\u001b[31m\u0007",
        "\u0441\u0442\u0440\u043e\u043a\u0430 \U0001f469\u200d\U0001f469\u200d\U0001f467 \u0e01\u0e33" + "\u0301" * 60,
        "<" * 300 + "A" * 2000 + ">" * 300, "]]><!--", "*/ alert() /*", "\\\"; " + MARK + "; //",
    ]


class Trap(ThreadingHTTPServer):
    """A server that records each request. The pages must not send any."""

    daemon_threads = True

    def __init__(self):
        self.asked = []
        super().__init__(("127.0.0.1", 0), _TrapHandler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()


class _TrapHandler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_error(404)

    do_POST = do_GET

    def log_message(self, *_):
        pass


# Finds parts of a text in the page: elements and attributes that its own scripts never make.
INTACT = """
  const faults = [];
  if (window.hostile) faults.push('a script ran ' + window.hostile + ' times');
  const foreign = 'img,iframe,object,embed,video,audio,source,base,math,frame,portal,applet,slot,template,svg *';
  for (const e of document.querySelectorAll(foreign)) faults.push('element ' + e.outerHTML.slice(0, 80));
  if (document.scripts.length !== 1 || document.querySelectorAll('style,link[rel=stylesheet]').length !== 1) faults.push('scripts or styles');
  if (document.querySelectorAll('meta').length > 4) faults.push('meta');
  for (const e of document.querySelectorAll('*')) {
    for (const a of e.attributes) {
      if (/^on/i.test(a.name) || /^(src|srcdoc|srcset|action|formaction|data|ping|background)$/.test(a.name)
        || (/href/.test(a.name) && !/^(#|data:,)/.test(a.value)) || /^\\s*javascript:/i.test(a.value) && a.name !== 'title' && a.name !== 'value' && !/^aria-|^data-/.test(a.name)
        || (a.name === 'style' && /url\\(/i.test(a.value)))
        faults.push('attribute ' + a.name + '=' + a.value.slice(0, 80) + ' of ' + e.tagName);
    }
  }
  return faults;
"""


def attempt(act):
    """Makes a call with a hostile text. It is shown if it is accepted and if it is refused."""
    try:
        act()
    except AssertionError:
        pass


def world(folder, trap):
    """Returns a bridge whose clients, users and platform are all attackers, and the texts."""
    texts = corpus(trap.url)
    hostile = World(folder, retry=0.05)
    hostile.configure(device={"deviceModel": texts[0], "deviceName": texts[2]}, appInfo={"appID": texts[3], "appIID": texts[4], "appVer": "1"})
    hostile.call("setPushToken", provider="ios-firebase", pushToken="fcm-token-1")
    hostile.call("notificationManager.setPermission", granted=True)
    rules = []
    for index, text in enumerate(texts):
        # The platform refuses every third with a hostile reason, and fails every fourth for a while.
        if index % 3 == 0:
            rules.append({"match": {"requestId": f"hostile-{index}"}, "fault": {
                "status": 400, "body": {"error": 400, "error_text": text, text[:40]: text}, "headers": {"X-Text": "x"}}})
        elif index % 4 == 0:
            rules.append({"match": {"requestId": f"hostile-{index}"}, "times": 2, "fault": {"status": 503, "body": text}})
    hostile.script(rules=rules)
    for index, text in enumerate(texts):
        if index % 5 == 0:
            hostile.sign_in(email=text + "@example.com")
        event = {"eventName": text, "payload": {text: text}, "matching": {"email": text}, "profileFields": {text: text},
                 "utm": {"campaign": text, "source": text}, "sendMessageId": text, "matchingType": text}
        attempt(lambda: hostile.call("mobileEvent", sid=text, requestId=f"hostile-{index}", **event))
        attempt(lambda: hostile.call("updateProfileFields", profileFields={text[:60]: text}, requestId=f"profile-{index}"))
        attempt(lambda: hostile.call("pushSubscribe", customFields={text[:60]: text}, cats=[{"name": text, "title": text}]))
        attempt(lambda: hostile.call("takePush", message=push(text, index)))
        attempt(lambda: hostile.call("notificationManager.didReceive", response={
            "actionIdentifier": text, "request": {"content": {"title": text, "body": text, "userInfo": push(text, index)}}}))
        attempt(lambda: hostile.call("setUserDefaultsValue", suiteName=text[:60], key=text[:60], value={text: text}))
        attempt(lambda: hostile.call(text))
        attempt(lambda: hostile.call("bridge.check", method=text, params={text: text}))
        attempt(lambda: hostile.call("outbox.get", requestId=text))
    for request_id in ("__proto__", "constructor", "toString", "hasOwnProperty", "-", ".", "a" * 128):
        attempt(lambda: hostile.call("mobileEvent", **SITE, eventName="id", requestId=request_id))
    return hostile, texts


def push(text, index):
    return {
        "_ac_push": "true", "_uid": f"uid-{index}", "_title": text, "_body": text, "_media": text, "_click-url": text,
        "_buttons": json.dumps([{"label": text, "link": text}]), "aps": {"alert": {"title": text, "body": text}, "sound": text}, text[:60]: text}


def recording(path, texts):
    """Writes a recording with hostile texts in every place of the format."""
    lines = ['altcraft-bridge recording 1 ' + json.dumps({"version": texts[0], "schemaDigest": texts[1], "options": {texts[2]: texts[3]}})]
    lines.append("1 open " + texts[2].replace("\n", " "))
    for index, text in enumerate(texts):
        request = {"jsonrpc": "2.0", "id": text, "method": "mobileEvent" if index % 2 else text, "params": {
            "sid": text, "eventName": text, "requestId": text, text: text}}
        lines.append(f"1 --> {json.dumps(request)}")
        answer = {"result": {"requestId": text}} if index % 3 else {"error": {"code": -32602, "message": text, "data": {"reason": text, "parameter": text, "suggestions": [text]}}}
        lines.append("1 <-- " + json.dumps({"jsonrpc": "2.0", "id": text, **answer}))
        lines.append("1 <-- " + json.dumps({"jsonrpc": "2.0", "id": text, "method": "provider.getJWT", "params": {"reason": text}}))
        lines.append("1 <-- " + json.dumps({"jsonrpc": "2.0", "method": "event", "params": {
            "epoch": text, "seq": index, "type": "error", "code": 437, "name": text, "function": text, "message": text,
            "value": {"response_with_http_code": {"httpCode": 400, "response": {"error": 400, "errorText": text}}},
            "date": text if index % 2 else "2026-11-20T12:00:00.123Z", "requestId": text}}))
        path_text = text.replace(" ", "").replace("\n", "")
        lines.append(f"http POST /{path_text} " + json.dumps({"status": 400, "body": text, "headers": {text: text}}))
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(line.replace("\n", " ").replace("\x00", "") for line in lines) + "\n")
