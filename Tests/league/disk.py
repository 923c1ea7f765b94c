"""A disk whose power can be cut at any instant: an ext4 file system on a virtual disk with a volatile cache.

The kernel mounts the file system by a loop device over a file of FUSE, which this program serves: it sees each write
and each flush. Written sectors are in the cache until a flush, as in a disk. A cut freezes the disk at an instant; of
the writes that were not flushed, a random part remains: whole, torn between sectors, or in another order.
"""
import atexit, ctypes, json, mmap, os, random, select, shutil, signal, socket, struct, subprocess, sys, tempfile, time

MEMORY, SECTOR, BLOCK, SIZE = "/dev/shm", 512, 4096, 256 << 20

libc = ctypes.CDLL(None, use_errno=True)

# The time that the disk needs for a flush, in seconds.
FLUSH_TIME = 0.001


class Cache:
    """The cut logic: what a disk shows (`seen`), and what of it is on the medium (`kept`)."""

    def __init__(self, kept, seen):
        self.kept, self.seen, self.pending, self.discarded = kept, seen, [], None

    def write(self, offset, data):
        self.seen[offset:offset + len(data)] = data
        # After the cut, writes are still answered, so that the file system can be unmounted, and then discarded.
        if self.discarded is None:
            self.pending.append((offset, bytes(data)))
        else:
            self.discarded.append((offset, len(data)))

    def flush(self):
        if self.discarded is None:
            for offset, data in self.pending:
                self.kept[offset:offset + len(data)] = data
            self.pending.clear()

    def cut(self, numbers):
        """Freezes the disk, and returns how many of the writes in its cache it had, kept and tore."""
        fates = [0, 0, 0]
        share = numbers.choice((0, 0.5, 1, numbers.random()))
        for offset, data in self.pending:
            fate = 0 if numbers.random() >= share else 1
            if len(data) > SECTOR and numbers.random() < 0.2:
                fate = 2
            fates[fate] += 1
            for start, end in sectors(offset, len(data)):
                if fate == 1 or fate == 2 and numbers.random() < 0.5:
                    self.kept[start:end] = data[start - offset:end - offset]
        self.discarded = [(offset, len(data)) for offset, data in self.pending]
        self.pending = []
        return {"unflushed": sum(fates), "kept": fates[1], "torn": fates[2]}

    def restore(self):
        """Shows what is on the medium, as after the power is back."""
        for offset, length in self.discarded or ():
            self.seen[offset:offset + length] = self.kept[offset:offset + length]
        self.discarded = None


def sectors(offset, length):
    """Yields the parts of a write that are kept or lost as a whole. The first block is one part: ext4 cannot be mounted
    when its superblock, which has two sectors and a checksum, is torn."""
    start, end = offset, offset + length
    while start < end:
        stop = min(end, BLOCK if start < BLOCK else start // SECTOR * SECTOR + SECTOR)
        yield start, stop
        start = stop


class FileServer:
    """Serves the protocol of FUSE for one file, whose content is that of a cache."""

    LOOK, CHANGE, OPEN, READ, WRITE, RELEASE, FSYNC, FLUSH, INIT, DESTROY = 3, 4, 14, 15, 16, 18, 20, 25, 26, 38
    FORGET, INTERRUPT, FORGET_ALL = 2, 36, 42
    LONGEST = 1 << 20

    def __init__(self, device, control, cache, numbers):
        self.device, self.control, self.cache, self.numbers = device, control, cache, numbers
        self.opened = 0

    def serve(self):
        buffer = bytearray(self.LONGEST + 4096)
        while True:
            ready = select.select([self.device, self.control], [], [])[0]
            if self.control in ready and not self.command():
                return
            if self.device in ready:
                try:
                    length = os.readv(self.device, [buffer])
                except OSError:
                    return
                self.answer(memoryview(buffer)[:length])

    def command(self):
        """Executes a command of the harness. Each answer is a line of JSON."""
        name = self.control.recv(1)
        if name == b"c":
            result = self.cache.cut(self.numbers)
        elif name == b"r":
            # The power is back only after the last user of the disk has closed it.
            result = self.opened == 0
            if result:
                self.cache.restore()
        else:
            return False
        self.control.sendall(json.dumps(result).encode() + b"\n")
        return True

    def answer(self, request):
        _, code, unique = struct.unpack_from("=IIQ", request)
        if code in (self.FORGET, self.FORGET_ALL, self.INTERRUPT):
            return
        error, reply = 0, b""
        if code == self.READ:
            _, offset, size = struct.unpack_from("=QQI", request, 40)
            reply = self.cache.seen[offset:offset + size]
        elif code == self.WRITE:
            _, offset, size = struct.unpack_from("=QQI", request, 40)
            self.cache.write(offset, request[80:80 + size])
            reply = struct.pack("=II", size, 0)
        elif code == self.FSYNC:
            # A cut during the flush comes before it.
            if select.select([self.control], [], [], FLUSH_TIME if self.cache.discarded is None else 0)[0]:
                self.command()
            self.cache.flush()
        elif code in (self.LOOK, self.CHANGE):
            reply = struct.pack("=QII6Q10I", 3600, 0, 0, 1, SIZE, SIZE // 512, 0, 0, 0, 0, 0, 0, 0o100600, 1, 0, 0, 0, 4096, 0)
        elif code == self.OPEN:
            # Without FOPEN_KEEP_CACHE the kernel forgets the pages of an earlier life.
            self.opened += 1
            reply = struct.pack("=QIi", 0, 0, 0)
        elif code == self.INIT:
            big_writes, max_pages = 1 << 5, 1 << 22
            reply = struct.pack("=IIIIHHIIHHII6I", 7, 31, 1 << 17, big_writes | max_pages, 64, 48, self.LONGEST, 1,
                                self.LONGEST >> 12, 0, 0, 0, *[0] * 6)
        elif code == self.RELEASE:
            self.opened -= 1
        elif code not in (self.FLUSH, self.DESTROY):
            error = -38  # ENOSYS
        try:
            os.writev(self.device, [struct.pack("=IiQ", 16 + len(reply), error, unique), reply])
        except OSError:
            pass


class Disk:
    """The disk of one participant. `attach` mounts it, `cut` freezes it, and `detach` makes it as after the cut."""

    def __init__(self, seed):
        self.place = tempfile.mkdtemp(prefix="altcraft-bridge-league-", dir=MEMORY)
        self.path, self.file, self.is_attached = self.place + "/mounted", self.place + "/disk", False
        os.mkdir(self.path)
        kept = self.place + "/kept"
        for path in (kept, self.file):
            open(path, "wb").close()
        os.truncate(kept, SIZE)
        run("mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0", kept)
        run("cp", "--sparse=always", kept, self.place + "/seen")
        self.control, theirs = socket.socketpair()
        self.server = subprocess.Popen(
            [sys.executable, __file__, self.place, str(theirs.fileno()), str(seed)], pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL, start_new_session=True)
        theirs.close()
        self.answers = self.control.makefile("rb")
        atexit.register(self.close)
        if self.answers.readline() != b"ready\n":
            raise SystemExit("error: the file of FUSE cannot be mounted")

    def attach(self):
        run("mount", "-t", "ext4", "-o", "loop", self.file, self.path)
        self.is_attached = True

    def command(self, name):
        self.control.sendall(name)
        return json.loads(self.answers.readline())

    def write_back(self):
        """Makes the kernel write dirty pages without a flush, which it otherwise begins after seconds only."""
        for folder, _, names in os.walk(self.path):
            for name in names:
                try:
                    file = os.open(f"{folder}/{name}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
                except OSError:
                    continue
                libc.sync_file_range(file, ctypes.c_int64(0), ctypes.c_int64(0), 2)
                os.close(file)

    def cut(self):
        return self.command(b"c")

    def detach(self):
        """Unmounts the disk. After a cut, the next life sees what the cut has left."""
        run("umount", self.path)
        self.is_attached = False
        limit = time.monotonic() + 10
        while not self.command(b"r"):
            if time.monotonic() > limit:
                raise SystemExit("error: the disk is still in use after it was unmounted")
            time.sleep(0.01)

    def close(self):
        if self.server.poll() is None:
            if self.is_attached:
                subprocess.run(["umount", "-l", self.path])
            subprocess.run(["umount", "-l", self.file])
            self.control.close()
            self.answers.close()
            self.server.wait()
        shutil.rmtree(self.place, ignore_errors=True)


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"error: {' '.join(command)}: {result.stderr.strip()}")


def missing():
    """Returns why power cannot be cut here, or None."""
    if os.geteuid() != 0:
        return "missing root, to mount file systems"
    for path in ("/dev/fuse", "/dev/loop-control", MEMORY):
        if not os.path.exists(path):
            return f"missing {path}"
    if not all(map(shutil.which, ("mkfs.ext4", "mount"))):
        return "missing mkfs.ext4 or mount"
    return None


def hide_mounts():
    """Hides the disks from all other processes: a copy of a mount in another namespace would keep it in use. The disks, and
    shared memory that a killed participant leaves behind, end with this process."""
    new_mounts, new_ipc, recursively_private = 0x20000, 0x8000000, 0x44000
    if (libc.unshare(new_mounts | new_ipc) or libc.mount(None, b"/", None, recursively_private, None)
            or libc.mount(b"tmpfs", MEMORY.encode(), b"tmpfs", 0, None)):
        raise SystemExit(f"error: mount namespace: {os.strerror(ctypes.get_errno())}")


def main(place, control, seed):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    contents = []
    for name in ("kept", "seen"):
        with open(f"{place}/{name}", "r+b") as file:
            contents.append(mmap.mmap(file.fileno(), SIZE))
    control = socket.socket(fileno=int(control))
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=100600,user_id=0,group_id=0".encode()
    if libc.mount(b"altcraft-bridge-league", f"{place}/disk".encode(), b"fuse", 6, options):
        raise SystemExit(f"error: mount: {os.strerror(ctypes.get_errno())}")
    control.sendall(b"ready\n")
    FileServer(device, control, Cache(*contents), random.Random(seed)).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
