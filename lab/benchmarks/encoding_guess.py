"""How often the encoding of a text is guessed right when nothing declares it.

    python lab/benchmarks/encoding_guess.py

Takes the distinct runs of Japanese, Korean, Chinese and Cyrillic text of four characters or more, and the
distinct values with Latin accents, from the UTF-8 files in ../shared/data/go, encodes each in the old
encodings that can write it, and asks for the guess. Whether a text of Chinese characters alone is
Japanese or Chinese cannot be known: it is tried in every encoding that has them.
"""

import re
from collections import Counter

from exactness_sgf import GO, members

from kifu.records import encodings

SCRIPTS = {  # first match decides
    "Japanese": ("[\u3041-\u30ff]", ["cp932"]),
    "Korean": ("[\uac00-\ud7a3]", ["cp949"]),
    "Cyrillic": ("[\u0400-\u04ff]", ["cp1251"]),
    "Chinese characters": ("[\u4e00-\u9fff]", ["gb18030", "cp950", "cp932"]),
    "Latin with accents": ("[A-Za-z][\u00c0-\u00ff]", ["latin-1"]),
}


def texts() -> set[str]:
    found: set[str] = set()
    for name in ("pro19", "human9", "human9-unscored"):
        for _, data in members(GO / f"{name}.tar.xz"):
            if data.isascii():
                continue
            text = data.decode("utf-8", "replace")
            found.update(re.findall(r"[^\x00-\xff]{4,}(?: [^\x00-\xff]+)*", text))
            found.update(re.findall(r"\[([\x20-\x5c\x5e-\xff]*[\xc0-\xff][\x20-\x5c\x5e-\xff]*)\]", text))
    return found


def main() -> None:
    tried: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for text in sorted(texts()):
        script = next((name for name, (pattern, _) in SCRIPTS.items() if re.search(pattern, text)), "")
        for codec in SCRIPTS[script][1] if script else []:
            try:
                data = text.encode("gbk" if codec == "gb18030" else codec)
            except UnicodeEncodeError:
                continue
            if encodings._decodes(data, "utf-8"):
                continue
            tried[script, codec] += 1
            right[script, codec] += encodings.decode(data, encodings.guess(data)) == text
    for (script, codec), count in sorted(tried.items()):
        share = right[script, codec] / count
        print(f"{script:20} {codec:8} {right[script, codec]:5} of {count:5}  {share:.1%}")


if __name__ == "__main__":
    main()
