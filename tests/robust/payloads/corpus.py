"""The payloads of corpus.txt, as bytes, with their kinds."""
import pathlib
import re

ESCAPES = {"n": b"\n", "r": b"\r", "t": b"\t", "e": b"\x1b", "0": b"\0", "\\": b"\\"}
PLACE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\}|([nrte0\\]))|\\|[^\\]+")


def decode(line):
    out = b""
    for found in PLACE.finditer(line):
        byte, short, long, letter = found.groups()
        if byte:
            out += bytes([int(byte, 16)])
        elif short or long:
            out += chr(int(short or long, 16)).encode("utf-8", "surrogatepass")
        elif letter:
            out += ESCAPES[letter]
        else:
            out += found.group().encode()
    return out


def read():
    """[(kind, bytes)], each payload once."""
    payloads, seen, kind = [], set(), ""
    for line in (pathlib.Path(__file__).parent / "corpus.txt").read_text(encoding="utf-8").split("\n"):
        if line.startswith("  "):
            payload = decode(line[2:])
            if payload not in seen:
                seen.add(payload)
                payloads.append((kind, payload))
        elif match := re.match(r"([a-z-]+): ", line):
            kind = match.group(1)
    return payloads


def texts(payloads):
    """Returns the payloads that can be text, as text, and the others (not UTF-8, or with a NUL), as bytes."""
    plain, odd = [], []
    for _, payload in payloads:
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            odd.append(payload)
            continue
        if "\0" in text:
            odd.append(payload)
        else:
            plain.append(text)
    return plain, odd
