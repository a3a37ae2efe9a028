"""Files that hold no text: which program they are of.

Not here: text in another encoding than UTF-8 (``engine.record.notation.decoding``).
"""

from unicodedata import category

PACKED = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "rar",
          b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}  # fmt: skip
"""First bytes of packed files, which are never unpacked here."""
BINARY = {b"SQLite format 3\x00": "SQLite", b"%PDF-": "PDF", b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG",
          b"GIF8": "GIF", b"PAR1": "Parquet", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "Microsoft Office",
          b"\x7fELF": "ELF"}  # fmt: skip
"""First bytes of files of programs."""
SHEETS = {b"[Content_Types].xml": "Microsoft Office", b"mimetypeapplication/vnd.oasis": "OpenDocument"}
"""What packed files hold at their beginning that are documents: to unpack them helps nobody."""
TEXT_CONTROLS = "\t\n\r\f\x1b"
SAMPLE = 4096
"""Bytes at the beginning that are looked at; an even number, for characters of two bytes."""


def packed_as(data: bytes) -> str:
    """How a file is packed; ``""`` if it is not, or is a document."""
    return "" if document_of(data) else _kind(data, PACKED)


def document_of(data: bytes) -> str:
    """The program or form of a file that holds no text; ``""`` if it is not known."""
    packed = next((kind for part, kind in SHEETS.items() if part in data[:SAMPLE]), "")
    return packed if packed and _kind(data, PACKED) else _kind(data, BINARY)


def _kind(data: bytes, kinds: dict[bytes, str]) -> str:
    return next((kind for start, kind in kinds.items() if data.startswith(start)), "")


def is_binary(data: bytes) -> bool:
    """Whether this is no text in any encoding: it has signs that no text has, read as bytes and as UTF-16."""
    sample = data[:SAMPLE]
    if not _has_controls(sample.decode("latin-1")):
        return False
    wide = ("utf-16",) if sample[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-16-le", "utf-16-be")
    return all(_has_controls(sample.decode(encoding, "replace")) for encoding in wide)


def _has_controls(text: str) -> bool:
    """Whether a text has control characters, unassigned ones, or such as replace what could not be read."""
    signs = set(text).difference(TEXT_CONTROLS, map(chr, range(0x80, 0xA0)))
    return any(category(sign) in ("Cc", "Cn", "Co") or sign == "\ufffd" for sign in signs)
