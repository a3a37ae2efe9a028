"""Written records (``.kfd``) as a format among the others.

Not here: the notation itself (``engine.record.notation``).
"""

from hashlib import sha256

from analytics.imports.formats.format import MatchFormat, Options
from analytics.imports.formats.rows import without_bom
from analytics.imports.prepared import Record
from analytics.imports.source import Source
from engine.record.notation.head.head import FENCE
from engine.record.notation.read import read_bytes

ENDING = ".kfd"


def recognises(source: Source) -> bool:
    """Whether the file is named as a record: one with a broken head is still read, and refused, as one."""
    return source.name.endswith(ENDING)


def begins_like_a_record(source: Source) -> bool:
    """Whether a file of any name begins with the head of a record."""
    return without_bom(source.data).lstrip().startswith(FENCE.encode())


def read(source: Source, options: Options) -> Record:
    """The match in a written record. Raises ``engine.record.notation.problem.Unreadable``."""
    reading = read_bytes(source.data, name=source.name)
    digest = sha256(source.data).hexdigest()
    return Record(source.name, digest, reading.match, list(reading.events), reading.refusal)


FORMAT = MatchFormat("kfd", recognises, read)
