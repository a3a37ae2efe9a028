"""A short written record that follows the rules, to be spoilt in one place at a time."""

CLEAN = """\
+++
kfd      = 1
match    = "table-nine"
ruleset  = "blade-rondo@1.03"
cards    = "base"
players  = ["Hina", "Goro"]
played   = 2026-05-03T14:00:00+09:00

[known]
dealt.A = ["斬撃剣", "舞踏剣", "闇黒剣", "絶対剣", "月光のルチル", "霧紡ぎのパール", "慈しむウィスパー",
  "斬撃剣", "舞踏剣", "闇黒剣", "絶対剣", "月光のルチル", "霧紡ぎのパール",
  "慈しむウィスパー", "ガウラミアズマ"]
dealt.B = ["お気の毒の刃", "意志砕きの鉈", "イグノコスモス", "フレアビスカス", "ガウラミアズマ",
  "マナティックルピナス", "トリビュートリリィ", "お気の毒の刃", "意志砕きの鉈", "イグノコスモス",
  "フレアビスカス", "マナティックルピナス", "トリビュートリリィ", "封厄のアゲート", "封厄のアゲート"]
+++

A keep 斬撃剣 舞踏剣 闇黒剣 絶対剣 月光のルチル 霧紡ぎのパール 慈しむウィスパー
B keep お気の毒の刃 意志砕きの鉈 イグノコスモス フレアビスカス ガウラミアズマ マナティックルピナス BR-019

== 1 A
A breath 加熱法
  => ATK A 1
A end
== 2 B
B breath 加熱法
B end
== 3 A
A breath 加熱法
A set 霧紡ぎのパール                # face down until somebody attacks
A end
== 4 B
B breath 加熱法
B breath 鼓動法
B end
== 5 A
A use 斬撃剣
A end
! agreed-end A
"""

FACE_DOWN = "霧紡ぎのパール"
"""A's response that lies face down from turn 3 on."""


def changed(old: str, new: str) -> str:
    """The record with one place changed."""
    assert CLEAN.count(old) == 1, f"{old!r} stands {CLEAN.count(old)} times in the record"
    return CLEAN.replace(old, new)


def line_of(text: str, part: str) -> int:
    """The line that holds ``part``, from 1."""
    return next(number for number, line in enumerate(text.splitlines(), start=1) if part in line)
