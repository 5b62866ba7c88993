#!/usr/bin/python3
"""Runs fuzz targets that were built (build/fuzz/fuzz_NAME), two at a time: `./dev fuzz`.

Each starts from tests/fuzz/corpus/NAME/, from files of this repository (tests/fuzz/seeds.py), and from inputs that earlier
runs found (build/fuzz/corpus/NAME/). An input that fails is stored in build/fuzz/found/, and the report prints how to run it
again; when it is fixed, move it to tests/fuzz/corpus/NAME/.

--merge copies inputs of earlier runs that reach new code to tests/fuzz/corpus/NAME/."""
import argparse
import concurrent.futures
import ctypes
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

from seeds import seeds

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/fuzz"
SLOW = 10  # seconds for one input
LIMITS = ["-rss_limit_mb=1024", f"-timeout={SLOW}", "-print_funcs=0"]
LONGEST = {"import-training": 24_000}  # bytes of an input; others
LONGEST_OTHERS = 8_000
STACK = 64 << 20
NO_RANDOM_ADDRESSES = 0x0040000  # ADDR_NO_RANDOMIZE of personality(2)
MAX_STORED = 24_000  # bytes of the corpus of a target after --merge, smallest inputs first


def room():
    """ASan uses stack frames of 20 kB, so our depth limits need a larger stack. libFuzzer's inputs depend on addresses, because
    it traces comparisons."""
    ctypes.CDLL(None).personality(NO_RANDOM_ADDRESSES)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def environment():
    found = dict(os.environ)
    found["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
    found["LSAN_OPTIONS"] = f"suppressions={ROOT}/tests/sanitizers/lsan.supp:print_suppressions=0"
    for symbolizer in pathlib.Path("/usr/lib/llvm-19/bin").glob("llvm-symbolizer"):
        found["ASAN_SYMBOLIZER_PATH"] = str(symbolizer)
    return found


def empty(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def inputs_of(target, same=False):
    """Returns the arguments with the initial inputs. New inputs go to the folder, which also contains those of
    earlier runs unless each run must be the same: then all inputs are listed, because folders have no fixed order."""
    stored, given = ROOT / "tests/fuzz/corpus" / target, empty(BUILD / "seeds" / target)
    for seed in seeds(target):
        (given / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    if not same:
        found = BUILD / "corpus" / target
        found.mkdir(parents=True, exist_ok=True)
        return [str(each) for each in (found, given, stored) if each.is_dir()]
    names = BUILD / "seeds" / f"{target}.list"
    names.write_text(",".join(str(each) for folder in (given, stored) if folder.is_dir()
                              for each in sorted(folder.iterdir())))
    return ["-seed=1", "-entropic=0", "-reload=0", f"-seed_inputs=@{names}", str(empty(BUILD / "same" / target))]


def command(target, *options):
    longest = LONGEST.get(target, LONGEST_OTHERS)
    return [str(BUILD / f"fuzz_{target}"), *LIMITS, f"-max_len={longest}", *options]


def was_waiting(target, unit):
    """Whether an input that was too slow is fast when it runs alone: libFuzzer measures wall time."""
    before = os.times().children_user
    status = subprocess.run(command(target, f"-timeout={SLOW * 60}", unit), stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, cwd=ROOT, env=environment(), preexec_fn=room, check=False).returncode
    return status == 0 and os.times().children_user - before < SLOW


def run(target, seconds, same):
    """Runs a target. Returns its output and whether it passed."""
    begin = time.monotonic()
    artifacts = BUILD / "found" / f"{target}-"
    log = BUILD / "found" / f"{target}.log"
    artifacts.parent.mkdir(exist_ok=True)
    inputs, executions, left = inputs_of(target, same), 0, seconds
    while left > 0:
        options = [f"-max_total_time={left}", "-print_final_stats=1", f"-artifact_prefix={artifacts}"]
        with log.open("wb") as out:
            status = subprocess.run(command(target, *options, *inputs), stdout=out, stderr=out, cwd=ROOT,
                                    env=environment(), preexec_fn=room, check=False).returncode
        said = log.read_text(errors="replace")
        executions += int((re.findall(r"stat::number_of_executed_units: (\d+)", said) or [0])[-1])
        written = re.findall(r"Test unit written to (\S+)", said)  # the last one; slow inputs are printed before it
        unit = written[-1] if written else ""
        if not (status != 0 and "-timeout-" in unit and was_waiting(target, unit)):
            break
        pathlib.Path(unit).unlink()
        left = seconds - int(time.monotonic() - begin)
        status = 0
    line = f"{target}: {executions:,} executions in {time.monotonic() - begin:.0f} s"
    if status == 0 and executions:
        return line, True
    again = f"\nagain: {BUILD}/fuzz_{target} {unit}" if unit else ""
    kept = [each for each in said.splitlines() if not re.match(r"#\d+\t|INFO: ", each)]
    return "\n".join([line + f", ended with {status}", *kept[-60:]]) + again, False


def merge(target):
    """Adds inputs to the stored corpus, from the smallest to the largest, up to its limit."""
    stored = ROOT / "tests/fuzz/corpus" / target
    stored.mkdir(parents=True, exist_ok=True)
    merged = BUILD / "merged" / target
    merged.mkdir(parents=True, exist_ok=True)
    for each in merged.iterdir():
        each.unlink()
    # Code that the repository's files reach needs no stored input.
    subprocess.run(command(target, "-merge=1", str(merged), str(BUILD / "seeds" / target), str(stored),
                           str(BUILD / "corpus" / target)),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment(), preexec_fn=room, check=True)
    given = {each.read_bytes() for each in (BUILD / "seeds" / target).iterdir()}
    size = sum(each.stat().st_size for each in stored.iterdir())
    for each in sorted(merged.iterdir(), key=lambda path: path.stat().st_size):
        data = each.read_bytes()
        if data in given or size + len(data) > MAX_STORED:
            continue
        (stored / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)
        size += len(data)
    return f"{target}: {len(list(stored.iterdir()))} inputs, {size:,} bytes", True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=int, default=20, help="how long each runs (20)")
    parser.add_argument("--merge", action="store_true")
    parser.add_argument("--same", action="store_true", help="the same inputs in the same order in each run")
    parser.add_argument("target", nargs="*", help="all that were built unless named")
    options = parser.parse_args()
    targets = options.target or sorted(path.name[5:] for path in BUILD.glob("fuzz_*") if os.access(path, os.X_OK))
    missing = [each for each in targets if not (BUILD / f"fuzz_{each}").is_file()]
    if missing or not targets:
        sys.exit(f"fuzz: not built: {', '.join(missing) or 'any target'}")
    passed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as two:
        work = (lambda each: merge(each)) if options.merge else (lambda each: run(each, options.seconds, options.same))
        for said, fine in two.map(work, targets):
            print(said, flush=True)
            passed += fine
    print(f"fuzz: {passed} passed, {len(targets) - passed} failed")
    return passed != len(targets)


if __name__ == "__main__":
    sys.exit(main())
