#!/usr/bin/python3
"""Tests that libraries which draw can't end a build, with a sandbox and where the kernel refuses one.
usage: tests/commands/jail.py
"""
import ctypes
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end, skip  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-size="1e9">A</text></svg>'
LANDLOCK_CREATE_RULESET = 444  # the same number on all machines


def refuse_landlock():
    """Has the kernel answer ENOSYS, as one without Landlock does."""
    libc = ctypes.CDLL(None, use_errno=True)
    allow, refuse = (0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x00050000 | 38)  # BPF_RET: SECCOMP_RET_ALLOW, _ERRNO
    code = b"".join(struct.pack("HBBI", *each) for each in (
        (0x20, 0, 0, 0),  # load the number of the call
        (0x15, 0, 1, LANDLOCK_CREATE_RULESET), refuse, allow))
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def build(site, *options, prepare=None):
    done = subprocess.run([PROGRAM, "build", "--no-cache", "-v", "--root", site, "--out", site / "out", *options],
                          capture_output=True, text=True, preexec_fn=prepare, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


def pictures_of(site):
    return {path.relative_to(site / "out"): path.read_bytes() for path in (site / "out").rglob("*.png")}


def main():
    with tempfile.TemporaryDirectory() as work:
        site = pathlib.Path(work) / "site"
        subprocess.run([PROGRAM, "new", "site", "-q", site], check=True)
        status, said = build(site)
        check(status == 0, "a site with flows, charts and cards is built:\n" + said)
        has_landlock = "Landlock" not in said
        files = pictures_of(site)
        status, said = build(site, prepare=refuse_landlock)
        check(status == 0 and "without a sandbox, but with limits" in said and
              "Landlock: Function not implemented" in said, "without Landlock it is built, and -v says so:\n" + said)
        if not has_landlock:
            skip("this kernel has no Landlock")
        check(files and files == pictures_of(site), "a sandbox changes pictures")

        (site / "content/logo.svg").write_text(LOGO)
        config = site / "data/site.json"
        config.write_text(config.read_text().replace("{", '{"mark": "logo.svg", "base_url": "https://example.org/",', 1))
        for prepare in (None, refuse_landlock):
            status, said = build(site, prepare=prepare)
            check(status == 1 and "error[bad-picture]: librsvg can't draw the picture: it crashed" in said and
                  "::: content/" in said, "a logo that makes librsvg abort is an error with its page:\n" + said)
    return end("jail")


if __name__ == "__main__":
    sys.exit(main())
