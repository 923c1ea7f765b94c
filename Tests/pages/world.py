"""Bridges and simulated platforms for the pages: one for the checks, and one for each planted incident."""
import base64, json, os, shutil, threading, time
from urllib.request import Request, urlopen

import service
from service import Lines, Program

SITE = {"sid": "site-1"}


def jwt(email="ann@example.com", seconds=3600):
    """Returns an unsigned JWT, which the simulated platform accepts."""
    matching = json.dumps({"db_id": 1, "matching": "email", "email": email})
    parts = ({"alg": "none", "typ": "JWT"}, {"matching": matching, "exp": int(time.time()) + seconds})
    encoded = (base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts)
    return ".".join((*encoded, ""))


class World:
    """A bridge with a WebSocket, and its platform. It waits `retry` seconds after a failure: an incident stays as it is."""

    def __init__(self, folder, *options, retry=600, has_platform=True, program=service.PROGRAM, before=(), data=None):
        os.makedirs(folder)
        self.folder, self.log = folder, open(folder + "/log", "wb")
        self.platform = Program("platform", "--listen", "127.0.0.1:0") if has_platform else None
        self.url = self.platform.ready["url"] if self.platform else "http://127.0.0.1:9"
        self.program = Program(
            "serve", "--websocket", "127.0.0.1:0", "--socket", folder + "/run/s", "--data-dir", data or folder + "/data",
            "--limit", f"retryFirstSeconds={retry}", "--limit", f"retryMaxSeconds={2 * retry}", *options,
            log=self.log, program=program, before=before)
        self.driver = Lines(folder + "/run/s")
        self.origin, self.hasEnded = None, threading.Event()

    def call(self, method, /, **params):
        return self.driver.call(method, params)

    def refused(self, method, /, **params):
        """Makes a call that is refused, and returns the error."""
        try:
            self.call(method, **params)
        except AssertionError as error:
            return str(error)
        raise AssertionError(f"{method} is not refused")

    def configure(self, **more):
        """Sets the configuration; with `rToken` null the platform knows users by their JWTs only."""
        self.call("initialization", configuration={"apiUrl": self.url, "rToken": "resource-token", **more})

    def sign_in(self, email="ann@example.com", seconds=3600):
        self.call("setJWTProvider", provider={"token": jwt(email, seconds)})

    def script(self, **script):
        """Changes how the platform behaves."""
        body = json.dumps(script).encode()
        with urlopen(Request(self.url + "/__script", body, method="POST"), timeout=10) as answer:
            answer.read()

    def until(self, request_id, isDone):
        """Waits until a job has the state that is wanted, and returns it."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            job = self.call("outbox.get", requestId=request_id)
            if job and isDone(job):
                return job
            time.sleep(0.02)
        raise AssertionError(f"the job {request_id} stays {job}")

    def keep_calling(self, method, /, **params):
        """Makes a call every 0.7 s, as a host does that does not give up; whether it is refused does not matter."""
        host = Lines(self.folder + "/run/s")

        def call():
            while not self.hasEnded.wait(0.7):
                try:
                    host.call(method, params)
                except (AssertionError, OSError, ValueError):
                    pass
            host.socket.close()

        threading.Thread(target=call, daemon=True).start()
        return self

    def page(self, role="observer"):
        """Returns an address of the page with a new ticket."""
        url = self.call("bridge.ticket", role=role)["url"]
        self.origin = url.split("/#")[0]
        return url

    def end(self):
        self.hasEnded.set()
        self.driver.socket.close()
        status = self.program.end()
        if self.platform:
            self.platform.end()
        self.log.close()
        return status


# The planted incidents. Each has the words by which a person knows the cause, wherever on the page they stand.

class Incident:
    def __init__(self, name, plant, *words):
        self.name, self.plant, self.words = name, plant, words


def platform_down(folder):
    world = World(folder, has_platform=False)
    world.configure()
    for number in range(3):
        world.call("mobileEvent", **SITE, eventName=f"order-{number}", requestId=f"down-{number}")
    world.until("down-0", lambda job: job["waitingFor"] == "retry")
    return world


def jwt_expired(folder):
    world = World(folder)
    world.call("initialization", configuration={"apiUrl": world.url})
    world.sign_in(seconds=-3600)
    world.call("mobileEvent", **SITE, eventName="login", requestId="expired-1")
    world.until("expired-1", lambda job: job["waitingFor"] == "user")
    return world


def no_token(folder):
    world = World(folder)
    world.configure()
    world.sign_in()
    world.call("notificationManager.setPermission", granted=True)
    world.call("pushSubscribe", requestId="token-1")
    world.until("token-1", lambda job: job["waitingFor"] == "token")
    return world


def permission_denied(folder):
    world = World(folder)
    world.configure()
    world.sign_in()
    world.call("setPushToken", provider="ios-firebase", pushToken="fcm-token-1")
    world.call("notificationManager.setPermission", granted=False)
    world.call("pushSubscribe", requestId="permission-1")
    world.until("permission-1", lambda job: job["waitingFor"] == "permission")
    return world


def disk_full(folder):
    data = folder + "/data"
    os.makedirs(data, mode=0o700)
    mount = 'mount -t tmpfs -o size=3m,mode=0700 tmpfs "$1" && shift && exec "$@"'
    unshare = ("unshare", "-m") if os.getuid() == 0 else ("unshare", "-rm")
    world = World(
        folder + "/bridge", "--limit", "segmentBytes=65536", has_platform=False, data=data,
        before=(*unshare, "sh", "-c", mount, "sh", data))
    world.configure()
    for number in range(20):
        world.call("mobileEvent", **SITE, eventName="x" * 2000, requestId=f"early-{number}")
    # The file system is seen only by the bridge, and through its process.
    place = f"/proc/{world.program.process.pid}/root{data}/filler"
    with open(place, "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(1024))
        except OSError:
            pass
    for number in range(200):
        try:
            world.call("mobileEvent", **SITE, eventName="x" * 2000, requestId=f"disk-{number}")
        except AssertionError as error:
            assert "noSpace" in str(error), error
            return world.keep_calling("mobileEvent", **SITE, eventName="x" * 2000)
    raise AssertionError("the disk is not full")


def outbox_full(folder):
    world = World(folder, "--limit", "outboxRecords=3", has_platform=False)
    world.configure()
    for number in range(3):
        world.call("mobileEvent", **SITE, eventName="order", requestId=f"full-{number}")
    assert "outboxFull" in world.refused("mobileEvent", **SITE, eventName="order", requestId="full-3")
    return world.keep_calling("mobileEvent", **SITE, eventName="order")


def field_refused(folder):
    world = World(folder)
    world.configure()
    world.sign_in()
    world.script(platform={"profileFields": ["city"]})
    world.call("updateProfileFields", profileFields={"shoeSize": 42}, requestId="field-1")
    world.until("field-1", lambda job: job["state"] == "rejected")
    return world


def lane_behind_retry(folder):
    world = World(folder)
    world.configure()
    world.sign_in()
    world.script(rules=[{"match": {"requestId": "lane-1"}, "fault": {"status": 503}}])
    world.call("updateProfileFields", profileFields={"city": "Riga"}, requestId="lane-1")
    world.until("lane-1", lambda job: job["waitingFor"] == "retry")
    world.call("updateProfileFields", profileFields={"city": "Oslo"}, requestId="lane-2")
    world.until("lane-2", lambda job: job["waitingFor"] == "lane")
    return world


def library_missing(folder):
    place = folder + "-lib"
    os.makedirs(place)
    open(place + "/libcurl.so.4", "w").close()
    world = World(folder, before=("env", f"LD_LIBRARY_PATH={place}"))
    world.configure()
    world.call("mobileEvent", **SITE, eventName="login", requestId="library-1")
    world.until("library-1", lambda job: job["lastError"] is not None)
    return world


def clock_wrong(folder):
    """The platform's clock is two hours ahead, so that it counts valid JWTs as expired."""
    world = World(folder, retry=1)
    world.configure()
    world.sign_in()
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 7200))
    world.script(rules=[{"match": {"path": "/event/post"}, "fault": {
        "status": 503, "body": {"error": 503, "error_text": "try again"}, "headers": {"Date": date}}}])
    world.call("mobileEvent", **SITE, eventName="login", requestId="clock-1")
    world.until("clock-1", lambda job: job["waitingFor"] == "retry")
    return world


INCIDENTS = [
    Incident("the platform is down", platform_down, "platform cannot be reached", "connection refused"),
    Incident("the JWT has expired", jwt_expired, "JWT has expired", "provider.getJWT|setJWTProvider"),
    Incident("there is no push token", no_token, "waits for a push token", "setPushToken"),
    Incident("the permission is denied", permission_denied, "permission to notify", "denied"),
    Incident("the disk is full", disk_full, "disk is full", "free some space"),
    Incident("the outbox is full", outbox_full, "outbox is full|outboxFull", "outboxRecords"),
    Incident("400 for a field", field_refused, "rejected", "400", "shoeSize"),
    Incident("a lane waits behind a retry", lane_behind_retry, "behind", "same user", "503", "lane-1"),
    Incident("libcurl is missing", library_missing, "libcurl", "missing"),
    Incident("the clock is wrong", clock_wrong, "clock", "ahead|behind", "2 h|11[0-9] min"),
]
