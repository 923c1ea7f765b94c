"""Tests of the cut logic of the disk: python3 Tests/league/test_disk.py"""
import os, random, sys, unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from disk import BLOCK, SECTOR, Cache, sectors


class CacheTests(unittest.TestCase):
    def setUp(self):
        self.cache = Cache(bytearray(4 * BLOCK), bytearray(4 * BLOCK))

    def outcomes(self, write):
        """Returns the contents that remain after many cuts of the same writes."""
        found = set()
        for seed in range(200):
            self.setUp()
            write(self.cache)
            self.cache.cut(random.Random(seed))
            self.cache.restore()
            self.assertEqual(self.cache.seen, self.cache.kept)
            found.add(bytes(self.cache.seen))
        return found

    def test_what_was_flushed_remains_and_later_writes_may_be_lost(self):
        def write(cache):
            cache.write(BLOCK, b"a" * SECTOR)
            cache.flush()
            cache.write(BLOCK + SECTOR, b"b" * SECTOR)

        found = {(text[BLOCK:BLOCK + 1], text[BLOCK + SECTOR:BLOCK + SECTOR + 1]) for text in self.outcomes(write)}
        self.assertEqual(found, {(b"a", b"b"), (b"a", b"\0")})

    def test_writes_are_lost_in_any_order(self):
        def write(cache):
            cache.write(BLOCK, b"a" * SECTOR)
            cache.write(BLOCK * 2, b"b" * SECTOR)

        found = {(text[BLOCK:BLOCK + 1], text[BLOCK * 2:BLOCK * 2 + 1]) for text in self.outcomes(write)}
        self.assertEqual(found, {(a, b) for a in (b"a", b"\0") for b in (b"b", b"\0")})

    def test_a_long_write_is_torn_between_sectors_only(self):
        found = self.outcomes(lambda cache: cache.write(BLOCK, b"a" * BLOCK))
        parts = {text[start:start + SECTOR] for text in found for start in range(BLOCK, BLOCK * 2, SECTOR)}
        self.assertEqual(parts, {b"a" * SECTOR, bytes(SECTOR)})
        self.assertGreater(len(found), 10)

    def test_the_block_of_the_superblock_is_never_torn(self):
        found = self.outcomes(lambda cache: cache.write(0, b"a" * BLOCK * 2))
        self.assertEqual({text[:BLOCK] for text in found}, {b"a" * BLOCK, bytes(BLOCK)})

    def test_after_a_cut_neither_writes_nor_flushes_have_an_effect(self):
        self.cache.write(BLOCK, b"a")
        self.cache.flush()
        self.cache.cut(random.Random(1))
        self.cache.write(BLOCK, b"b")
        self.cache.flush()
        self.assertEqual(self.cache.seen[BLOCK:BLOCK + 1], b"b")
        self.cache.restore()
        self.assertEqual(self.cache.seen[BLOCK:BLOCK + 1], b"a")
        self.assertEqual(self.cache.kept[BLOCK:BLOCK + 1], b"a")

    def test_the_parts_of_a_write_are_the_write(self):
        numbers = random.Random(1)
        for _ in range(1000):
            offset, length = numbers.randrange(3 * BLOCK), numbers.randrange(1, BLOCK)
            parts = list(sectors(offset, length))
            self.assertEqual([offset, *(end for _, end in parts)], [*(start for start, _ in parts), offset + length])


if __name__ == "__main__":
    unittest.main()
