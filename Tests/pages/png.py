"""Small PNG files: the pictures of pages have few colours, so that a palette of 256 takes a fifth of the size."""
import struct, zlib
from collections import Counter


def shrink(path):
    """Writes a picture of the browser again with a palette."""
    width, height, channels, data = read(path)
    pixels = [bytes(data[start : start + 3]) for start in range(0, len(data), channels)]
    counts = Counter(pixels)
    # Colours that are close together become one, until 256 are left: the frequent ones stay as they are.
    step = 1
    while True:
        palette, places = {}, {}
        for colour, _ in counts.most_common():
            key = tuple(value // step for value in colour)
            places[colour] = palette.setdefault(key, len(palette))
        if len(palette) <= 256:
            break
        step += 1
    colours = [None] * len(palette)
    for colour, _ in reversed(counts.most_common()):
        colours[places[colour]] = colour
    lines = bytearray()
    for row in range(height):
        lines += b"\0" + bytes(places[pixel] for pixel in pixels[row * width : (row + 1) * width])
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
                   + chunk(b"PLTE", b"".join(colours)) + chunk(b"IDAT", zlib.compress(bytes(lines), 9)) + chunk(b"IEND", b""))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def read(path):
    """Returns width, height, channels and bytes of a PNG with 8 bits for each channel."""
    with open(path, "rb") as file:
        data = file.read()
    place, packed = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        if kind == b"IHDR":
            width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", data[place + 8 : place + 21])
        elif kind == b"IDAT":
            packed += data[place + 8 : place + 8 + length]
        place += length + 12
    assert depth == 8 and colour in (2, 6), f"depth {depth}, colour {colour}"
    channels = 3 if colour == 2 else 4
    raw, size, pixels = zlib.decompress(packed), width * channels, bytearray()
    before = bytearray(size)
    for row in range(height):
        start = row * (size + 1)
        line = bytearray(raw[start + 1 : start + 1 + size])
        undo(raw[start], line, before, channels)
        pixels += line
        before = line
    return width, height, channels, pixels


def undo(kind, line, before, channels):
    """Undoes the filter of a line."""
    if kind == 0:
        return
    for place in range(len(line)):
        left = line[place - channels] if place >= channels else 0
        above = before[place]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above
        elif kind == 3:
            guess = (left + above) // 2
        else:
            corner = before[place - channels] if place >= channels else 0
            estimate = left + above - corner
            guess = min((left, above, corner), key=lambda value: abs(estimate - value))
        line[place] = (line[place] + guess) & 255
