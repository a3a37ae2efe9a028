"""A text in both languages of the project."""

import msgspec


class Bilingual(msgspec.Struct, frozen=True):
    """The same thing said in Japanese and in English. Card and rule terms keep their Japanese form."""

    ja: str
    en: str

    def __getitem__(self, language: str) -> str:
        """The text in ``language`` (``ja`` or ``en``)."""
        return self.ja if language == "ja" else self.en
