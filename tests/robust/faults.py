#!/usr/bin/python3
"""Tests that no data is lost if the system fails: every system call on a site's files fails in turn, or is the last
one.

Each command runs once under strace, which lists its calls; then once for each call that names a file of the site, with that
call failing (error=), and once with the process killed at the call (signal=KILL). After a failure the command exits with
status 3 and reports the file and the system's message, unless the call was not needed. Each file then has its old or
its new bytes, no temporary file remains (after a kill: after the next run), and the next run has the same result as
without the fault.
usage: tests/robust/faults.py [--all] [SCENE…]    --all tests every call of every command; otherwise commands
                                           other than `fix --permalinks` test one in STRIDE
"""
import collections
import concurrent.futures
import errno
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, checked, end, skip  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
PATIENCE = 120  # seconds
STRIDE = 23  # test every 23rd call of commands that are not tested in full: a prime, so that loops don't hide any
WORKERS = max(1, min(4, len(os.sched_getaffinity(0))))
# The system calls on files, by strace's names.
OPEN, READ, LOOK = ["open", "openat", "openat2", "creat"], ["read", "pread64", "getdents64"], ["stat", "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat"]
WRITE = ["write", "pwrite64", "writev", "close", "fsync", "fdatasync", "ftruncate", "fchmod", "rename", "renameat", "renameat2",
         "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "linkat", "flock"]
CHANGES = ["write", "pwrite64", "writev", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "exit_group"]
CALLS = ",".join(["?" + call for call in OPEN + READ + LOOK + WRITE])
ERRORS = {"creates": ["ENOSPC", "EACCES", "EIO", "EROFS", "EMFILE"], "open": ["EIO", "EACCES", "EMFILE"], "read": ["EIO"],
          "look": ["EIO", "EACCES"], "write": ["ENOSPC", "EIO", "EDQUOT"], "close": ["EIO", "ENOSPC"], "fsync": ["EIO", "ENOSPC"],
          "rename": ["EIO", "ENOSPC", "EACCES"], "mkdir": ["ENOSPC", "EACCES", "EIO"], "unlink": ["EIO", "EACCES"],
          "rmdir": ["EIO", "EACCES"], "flock": ["ENOLCK", "EIO"]}
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1773532800", "LC_ALL": "C"}
MEMORY, MANIFEST, SAID = ".sourcebook", "site/.sourcebook-manifest", "said.txt"

lock = threading.Lock()
counts = {}


def can_trace():
    """Returns whether ptrace is allowed."""
    return bool(shutil.which("strace")) and subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=openat", "-e", "inject=unlink:error=EIO", "true"], capture_output=True).returncode == 0


# ---- the site

PAGE = "---\ntitle: %s\n---\n%s\n"
FILES = {
    "content/index.md": PAGE % ("Rivers", "The Danube is [2,850 km](fig:rivers/danube/length) long.\n\n## All\n\n```table all-rivers\n"
                                "data: rivers\ncaption: Rivers\n```"),
    "content/lessons/index.md": PAGE % ("Lessons", "All."),
    "content/lessons/floods.md": PAGE % ("Floods", "## When\n\nIn spring."),
    "content/old/index.md": PAGE % ("Old", "What was."),
    "data/site.json": '{"title": "Rivers", "features": {"images": false, "cards": false}}\n',
    "data/datapackage.json": '{"resources": [{"name": "rivers", "path": "rivers.csv", "title": "Rivers", "source": "atlas", "locator": "p. 12", '
                             '"as_of": "2026-01", "schema": {"primaryKey": ["id"], "fields": [{"name": "id", "type": "string"}, '
                             '{"name": "length", "title": "Length", "type": "number", "unit": "km"}]}}]}\n',
    "data/rivers.csv": "id,length\ndanube,2850\nrhine,1230\n",
    "data/sources/all.json": '[{"id": "atlas", "type": "book", "title": "An atlas of rivers", "publisher": "Example Press"}]\n',
    "data/permalinks.txt": "index.html #all\n",
    "data/imports/table.yaml": "resource: rivers\nas_of: 2026-02\ncolumns:\n  River: id\n  Length: length\n",
}
EDITED = {  # a changed page, a new one and a removed one
    "content/index.md": FILES["content/index.md"].replace("long", "long, they say"),
    "content/new/index.md": PAGE % ("New", "What will be."), "content/old/index.md": None,
}
CHART = {
    "data/site.json": '{"title": "Rivers", "features": {"cards": false}}\n',
    "content/lessons/floods.md": FILES["content/lessons/floods.md"] + "\n```chart lengths\ndata: rivers\ncaption: Lengths\ntitle: The Danube is longer\nmark: bar\n"
                                 "encoding:\n  y: {field: id, type: nominal}\n  x: {field: length, type: quantitative}\n```\n",
}


def put(root, files):
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink(missing_ok=True)
            if file.parent.is_dir() and not any(file.parent.iterdir()):
                file.parent.rmdir()
        else:
            file.unlink(missing_ok=True)  # other copies of the site share its bytes
            file.write_text(text)


class Scene:
    """A command and the site before it. `by_file`: it writes file by file, and the next run completes them; others change all
    files or none."""

    def __init__(self, name, command, before=(), edits=None, build=False, by_file=False, full=False, other=None, files=None):
        self.name, self.command, self.edits, self.is_build, self.is_full = name, command, edits or {}, build, full
        self.files = files or FILES
        self.is_by_file = build or by_file
        self.steps, self.other = before, other or {}


SCENES = [
    Scene("first build", ["build"], build=True),
    Scene("build after an edit", ["build"], [["build"]], EDITED, build=True),
    Scene("build with pictures", ["build"], [["build"]], CHART, build=True),
    Scene("fix --permalinks", ["fix", "--permalinks"], full=True),
    Scene("fix", ["fix"], edits={"content/index.md": FILES["content/index.md"].replace("2,850", "2,800"),
                                 "content/lessons/floods.md": FILES["content/lessons/floods.md"] + "It is [1,200 km](fig:rivers/rhine/length).\n"}, by_file=True),
    Scene("import", ["import", "table", "../rivers.tsv", "--source", "atlas"], other={"rivers.tsv": "River\tLength\ndanube\t2860\nrhine\t1240\nelbe\t1112\n"}),
    Scene("diff --save", ["diff", "../before", "--save"], edits={"data/rivers.csv": "id,length\ndanube,2850\nrhine,1240\n"},
          other={"before/" + path: text for path, text in FILES.items()}),
]


# ---- runs


def is_temporary(path):
    return any(part.endswith(".tmp") for part in path.split("/"))


def tree(folder):
    """Returns paths and bytes of the site, without the build cache except temporary files in it."""
    found = {}
    for at, folders, files in os.walk(folder):
        for name in files:
            path = os.path.join(at, name)
            short = os.path.relpath(path, folder)
            if not short.startswith(MEMORY + "/") or name.endswith(".tmp"):
                with open(path, "rb") as opened:
                    found[short] = opened.read()
    return found


class Run:
    def __init__(self, base, command, strace=(), limits=None, jobs=1):
        self.status = None
        trace = base / "trace"
        whole = [PROGRAM, *[str(base / part[3:]) if part.startswith("../") else part for part in command], "--root", str(base / "root"), "--jobs", str(jobs)]
        if strace:
            # Without -f: the processes that draw would count, and fail, their own calls.
            whole = ["strace", "-qq", "-y", "-s", "0", "-o", str(trace), *strace, *whole]
        with open(base / SAID, "wb") as said:
            try:
                done = subprocess.run(whole, stdout=said, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd="/", timeout=PATIENCE, env=ENVIRONMENT, preexec_fn=limits)
                self.status, self.said = done.returncode, done.stderr.decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                self.said = "hangs"
        self.calls = ["1 " + line for line in trace.read_text(errors="replace").splitlines()] if strace else []


def copy(fresh, base):
    shutil.copytree(fresh, base, copy_function=os.link)


def name_of_call(line):
    return re.sub(r"^\d+ +(\w+)\(.*", r"\1", line)


def error_for(line, n):
    call = name_of_call(line)
    kind = "creates" if "O_CREAT" in line else "open" if call in OPEN else "read" if call in READ else "look" if call in LOOK else call
    kind = {"pwrite64": "write", "writev": "write", "fdatasync": "fsync", "renameat": "rename", "renameat2": "rename", "mkdirat": "mkdir", "unlinkat": "unlink"}.get(kind, kind)
    errors = ERRORS.get(kind, ["EIO"])
    return errors[n % len(errors)]


class Trial:
    """A scene's site before and after its command. kills.py uses it too."""

    def __init__(self, scene, work):
        self.scene, self.work = scene, work
        self.fresh = work / "fresh"
        root = self.fresh / "root"
        put(root, scene.files)
        for step in scene.steps:
            first = Run(self.fresh, step)
            assert first.status == 0, first.said
        self.before_edit = tree(root)
        put(root, scene.edits)
        put(self.fresh, scene.other)
        (self.fresh / SAID).unlink(missing_ok=True)
        self.before = tree(root)

    def see(self, undisturbed):
        """The result of a run without faults in that folder."""
        self.after, self.output = tree(undisturbed / "root"), (undisturbed / SAID).read_bytes()
        assert self.after != self.before, self.scene.name

    def differing(self, one, other):
        return sorted(path for path in set(one) | set(other) if one.get(path) != other.get(path))

    def judge(self, name, now, killed):
        """Checks that each file has its old or its new bytes."""
        wrong = [path for path in set(now) | set(self.before) | set(self.after)
                 if now.get(path) not in (self.before.get(path), self.after.get(path)) and path != MANIFEST
                 and not (killed and is_temporary(path))]
        check(not wrong, lambda: f"{name}: neither old nor new: {wrong[:4]}")
        if not self.scene.is_by_file and not killed:
            check(now in (self.before, self.after), lambda: f"{name}: done by half: {self.differing(now, self.before)[:4]}")

    def drop(self, base):
        shutil.rmtree(base)


class Faults(Trial):
    """Tests all faults of one scene."""

    def __init__(self, scene, work):
        super().__init__(scene, work)
        base = work / "undisturbed"
        copy(self.fresh, base)
        run = Run(base, scene.command, ["-e", "trace=" + CALLS])
        assert run.status == 0, run.said
        self.see(base)
        self.calls, seen = [], collections.Counter()
        for line in run.calls:
            call = name_of_call(line)
            seen[call] += 1  # as strace counts
            if str(base) in line:
                self.calls.append((call, seen[call], line))
        self.repaired = {}  # file trees after the next run: each tree is tried once

    def name(self, what, line):
        line = re.sub(r"/\S*/fault-[-\w]+/|/\S*/undisturbed/", "", re.sub(r"^\d+ +", "", line))
        return f"{self.scene.name}: {what}: {line[:150]}"

    def fail(self, call, n, line):
        error = error_for(line, n)
        base = self.work / f"fault-{call}-{n}-error"
        copy(self.fresh, base)
        run = Run(base, self.scene.command, ["-e", "trace=" + call, "-e", f"inject={call}:error={error}:when={n}"])
        injected = [each for each in run.calls if "INJECTED" in each]
        line = injected[0] if injected else line
        name = self.name(error, line)
        check(len(injected) == 1 and str(base) in line, lambda: f"{name}: was not made to fail, or another call")
        if not check(run.status in (0, 3), lambda: f"{name}: ends with {run.status}: {run.said[-500:]}"):
            return self.drop(base)
        now = tree(base / "root")
        if run.status == 0:
            differ = self.differing(now, self.after)
            check(not differ, lambda: f"{name}: was passed over, and there differ {differ[:4]}")
            # Files that were only read are not reported; output that is cut short must be an error.
            check((base / SAID).stat().st_size >= len(self.output) - 12, lambda: f"{name}: its report is cut short")
        else:
            check(os.strerror(getattr(errno, error)) in run.said, lambda: f"{name}: does not say the error: {run.said[-400:]}")
            path = re.search(r'"([^"]+)"', line) or re.search(r"<(/[^>]+)>", line)
            file = os.path.basename(path.group(1).rstrip("/")) if path else ""
            known = file in run.said or ".tmp" in file or file in ("root", base.name, SAID) or "mkdir" in line  # for a folder, the file that was to be created in it
            check(known and re.search(r"can't be|can't go", run.said), lambda: f"{name}: does not say the file: {run.said[-400:]}")
            self.judge(name, now, killed=line.find("unlink") >= 0 and ".tmp" in line)
        self.follow(name, base, now)
        self.drop(base)

    def kill(self, call, n, line):
        name = self.name("KILL", line)
        base = self.work / f"fault-{call}-{n}-kill"
        copy(self.fresh, base)
        run = Run(base, self.scene.command, ["-e", "trace=" + call, "-e", f"inject={call}:signal=KILL:when={n}"])
        check(run.status in (-9, 137), lambda: f"{name}: survived with {run.status}: {run.said[-300:]}")
        now = tree(base / "root")
        self.judge(name, now, killed=True)
        self.follow(name, base, now, killed=True)
        self.drop(base)

    def follow(self, name, base, now, killed=False):
        """Runs the command again, without a fault."""
        state = frozenset((path, hash(data)) for path, data in now.items()), killed
        with lock:
            if state in self.repaired:
                return
            self.repaired[state] = True
        if self.scene.is_build and self.scene.edits and self.scene.steps:
            back = base.with_name(base.name + "-back")
            shutil.copytree(base, back)
            put(back / "root", {path: self.scene.files.get(path) for path in self.scene.edits})
            run = Run(back, self.scene.command)
            differ = self.differing(tree(back / "root"), self.before_edit)
            check(run.status == 0 and not differ, lambda: f"{name}: with the edit taken back a build ends with {run.status}, and there differ {differ[:4]}")
            self.drop(back)
        if not self.scene.is_build and {path: data for path, data in now.items() if not is_temporary(path)} == self.after:
            return
        run = Run(base, self.scene.command)
        differ = self.differing(tree(base / "root"), self.after)
        half = not self.scene.is_by_file and now != self.before
        if half and any(not is_temporary(path) for path in self.differing(now, self.before)):
            # The run was killed between two files, which version control shows.
            return check(run.status in (0, 1, 2), lambda: f"{name}: another run ends with {run.status}: {run.said[-300:]}")
        check(run.status == 0 and not differ, lambda: f"{name}: another run ends with {run.status}, and there differ {differ[:4]}: {run.said[-300:]}")

    def run(self, everything, pool):
        stride = 1 if everything or self.scene.is_full else STRIDE
        taken = self.calls[::stride]
        # A kill at a call that changes nothing has the same result as one at the next call that does.
        tasks = [pool.submit(self.fail, *call) for call in taken]
        tasks += [pool.submit(self.kill, *call) for call in self.calls if call[0] in CHANGES or "O_CREAT" in call[2]][::1 if everything else STRIDE]
        for task in tasks:
            task.result()
        check(tree(self.fresh / "root") == self.before, f"{self.scene.name}: files were written in place")
        counts[self.scene.name] = (len(taken), len(self.calls))


def watching(work):
    """Tests that `serve` reports folders that can't be watched, and stops or serves."""
    place = Place(work, "watch")
    for call, error, n in [("inotify_init1", "EMFILE", 1), ("inotify_init1", "ENOMEM", 1)] + [("inotify_add_watch", error, n) for n in range(1, 10) for error in ("ENOSPC", "EACCES", "ENOMEM")]:
        name = f"serve: {call} {n}: {error}"
        trace = place.base / "trace"
        served = subprocess.Popen(["strace", "-f", "--seccomp-bpf", "-qq", "-o", str(trace), "-e", "trace=" + call, "-e", f"inject={call}:error={error}:when={n}",
                                   PROGRAM, "serve", "0", "--root", str(place.root), "--jobs", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/", env=ENVIRONMENT)
        for line in served.stdout:
            if b" pages; " in line:
                children = pathlib.Path(f"/proc/{served.pid}/task/{served.pid}/children").read_text().split()
                os.kill(int(children[0]), signal.SIGTERM)
                break
        try:
            said = served.communicate(timeout=PATIENCE)[1].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            served.kill()
            said = "hangs"
        if "INJECTED" not in trace.read_text():
            break
        check(served.returncode in (0, 3, 130, -2) and "can't be watched" in said, lambda: f"{name}: ends with {served.returncode}: {said[-300:]}")
        counts[name] = (1, 1)
    place.is_as_before()


# ---- without strace


class Place:
    """A separate site, built once and then edited."""

    def __init__(self, work, name, edits=EDITED):
        self.name, self.base = name, work / re.sub(r"[^a-z0-9]+", "-", name)
        self.root = self.base / "root"
        put(self.root, FILES)
        first = Run(self.base, ["build"])
        assert first.status == 0, first.said
        put(self.root, edits)
        self.before = tree(self.root)

    def expect(self, status, *words, command=("build",), limits=None, jobs=1):
        run = Run(self.base, command, limits=limits, jobs=jobs)
        check(run.status == status and all(word in run.said for word in words), lambda: f"{self.name}: ends with {run.status}: {run.said[-400:]}")
        return run

    def is_as_before(self):
        now = tree(self.root)
        check(now == self.before, lambda: f"{self.name}: changed {[path for path in set(now) | set(self.before) if now.get(path) != self.before.get(path)][:5]}")

    def repairs(self, after):
        run = Run(self.base, ["build"])
        now = tree(self.root)
        differ = [path for path in set(now) | set(after) if now.get(path) != after.get(path)]
        check(run.status == 0 and not differ, lambda: f"{self.name}: another build ends with {run.status}, and there differ {differ[:5]}: {run.said[-300:]}")


def as_nobody():
    """Runs as a user other than root, who may read and write everything."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def give_to_nobody(base):
    if os.geteuid() == 0:
        for at, folders, files in os.walk(base):
            for name in [".", *folders, *files]:
                os.lchown(os.path.join(at, name), 65534, 65534)


def surroundings(work):
    os.chmod(work.parent, 0o755)
    whole = Place(work, "whole")
    whole.expect(0)
    after = tree(whole.root)
    fresh = Place(work, "output is a file")
    shutil.rmtree(fresh.root / "site")
    (fresh.root / "site").write_text("mine")
    fresh.before = tree(fresh.root)
    fresh.expect(3, "can't be", "Not a directory")
    fresh.is_as_before()
    for out in ("content", "content/x", "data", ".", ".."):
        place = Place(work, f"output is {out}")
        place.expect(2, "output folder", command=("build", "--out", out))
        place.is_as_before()
    place = Place(work, "an output folder that nobody may write")
    give_to_nobody(place.base)
    for at, folders, _ in os.walk(place.root / "site"):
        os.chmod(at, 0o555)
    place.expect(3, "can't be", "Permission denied", limits=as_nobody)
    place.is_as_before()
    for closed in ("content/lessons/floods.md", "data/rivers.csv", "data/sources", "content"):
        place = Place(work, f"no permission for {closed}")
        give_to_nobody(place.base)
        mode = (place.root / closed).stat().st_mode
        os.chmod(place.root / closed, 0)
        place.expect(3, closed + " can't be read: Permission denied", limits=as_nobody)
        os.chmod(place.root / closed, mode)
        place.is_as_before()
    for size in (0, 1, 600, 3000, 9000, 12000):
        place = Place(work, f"files of {size} bytes")
        run = Run(place.base, ["build"], limits=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        is_reported = run.status == 3 and "can't be written: File too large" in run.said
        check(is_reported or (run.status == 0 and tree(place.root) == after), lambda: f"{place.name}: ends with {run.status}: {run.said[-400:]}")
        place.repairs(after)


def memory(work, everything):
    """Tests commands with little memory. If the program cannot be loaded, the system exits with 127."""
    whole = Place(work, "whole")
    whole.expect(0)
    after = tree(whole.root)
    ends = {}
    for mebibytes in range(20, 300, 4 if everything else 28):
        place = Place(work, f"{mebibytes} MiB")
        run = Run(place.base, ["build"], limits=lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20)), jobs=2)
        ends[mebibytes] = run.status
        check(run.status in (0, 3, 127), lambda: f"{place.name}: ends with {run.status}: {run.said[-300:]}")
        check(run.status == 0 or run.said, lambda: f"{place.name}: says nothing")
        if run.status == 0:
            check(tree(place.root) == after, lambda: f"{place.name}: gives something else")
        place.repairs(after)
    for scene in [scene for scene in SCENES if not scene.is_build]:
        place = None
        for mebibytes in [*range(20, 300, 8 if everything else 40), 1024]:  # threads reserve more than they use
            if place is None or tree(place.root) != place.before:
                place = Place(work, f"{scene.name} {mebibytes}", scene.edits)
                put(place.base, scene.other)
            run = Run(place.base, scene.command, limits=lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20)))
            check(run.status in (0, 3, 127), lambda: f"{scene.name} in {mebibytes} MiB: ends with {run.status}: {run.said[-300:]}")
            check(run.status == 0 or run.said, lambda: f"{scene.name} in {mebibytes} MiB: says nothing")
            is_changed = tree(place.root) != place.before
            check(is_changed == (run.status == 0) or scene.is_by_file, lambda: f"{scene.name} in {mebibytes} MiB: ends with {run.status}, {'done by half' if is_changed else 'and nothing is done'}")
        check(run.status == 0, lambda: f"{scene.name}: can't be done in {mebibytes} MiB")
    return ends


def full_disk(work):
    """Mounts a small tmpfs, if that is allowed."""
    whole = Place(work, "whole")
    whole.expect(0)
    after = tree(whole.root)
    for kibibytes in (40, 120, 200, 300):
        place = Place(work, f"{kibibytes} KiB")
        site = place.root / "site"
        shutil.rmtree(site)
        site.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "none", str(site)], capture_output=True).returncode != 0:
            return False
        try:
            place.expect(3, "can't be written: No space left on device")
            now = tree(site)
            cut = [path for path, data in now.items() if data != after.get("site/" + path) and path != ".sourcebook-manifest"]
            check(not cut, lambda: f"{place.name}: {cut[:4]} cut or left")
            subprocess.run(["mount", "-o", "remount,size=100m", str(site)], check=True)
            place.repairs(after)
        finally:
            subprocess.run(["umount", "-l", str(site)], check=True)
    return True


def mount(folder, options):
    """Replaces a folder by a tmpfs with its files; false if mounting is not allowed."""
    files = tree(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], capture_output=True).returncode != 0:
        return False
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return True


def bad_disks(work):
    """Tests each command on a full disk, then on a read-only one, and finally on a good one, where it succeeds."""
    for scene in SCENES:
        place = Place(work, scene.name, scene.edits or EDITED)
        put(place.base, scene.other)
        folder = place.root / ("site" if scene.is_build else "content" if scene.name == "fix" else "data")
        if not mount(folder, "size=1m"):
            return False
        try:
            with open(folder / ".filler", "wb", buffering=0) as filler:
                try:
                    while filler.write(bytes(4096)):
                        pass
                except OSError as error:
                    assert error.errno == errno.ENOSPC
            place.before = tree(place.root)
            place.expect(3, "can't be written: No space left on device", command=scene.command)
            place.is_as_before()
            (folder / ".filler").unlink()
            place.before = tree(place.root)
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
            place.expect(3, "can't be written: Read-only file system", command=scene.command)
            place.is_as_before()
            subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
            place.expect(0, command=scene.command)
            check(tree(place.root) != place.before, f"{place.name}: nothing is written when all is well")
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    return True


def at_once(work):
    """Tests two builds of one site: the second prints that it waits, and builds when the first has ended or was
    killed."""
    whole = Place(work, "whole")
    whole.expect(0)
    after = tree(whole.root)

    def build(place):
        return subprocess.Popen([PROGRAM, "build", "--root", str(place.root)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/", env=ENVIRONMENT)

    def hold(name):
        """Returns a site, and a build of it that is stopped in the middle."""
        for n in range(20):
            place = Place(work, f"{name} {n}")
            first = build(place)
            while first.poll() is None:
                if re.search(rf" FLOCK +ADVISORY +WRITE {first.pid} ", pathlib.Path("/proc/locks").read_text()):
                    first.send_signal(signal.SIGSTOP)
                    os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                    if first.poll() is None:
                        return place, first
            first.communicate()  # the first build ended before it was stopped
        raise AssertionError("no build is seen to hold its output folder")

    for ends in ("goes on", "is killed"):
        place, first = hold(f"the first {ends}")
        now = tree(place.root)
        second = build(place)
        said = second.stderr.readline().decode()
        check(said == "waiting for another build of site\n", lambda: f"{place.name}: the second says {said!r}")
        check(tree(place.root) == now, lambda: f"{place.name}: the second has written")
        first.send_signal(signal.SIGKILL if ends == "is killed" else signal.SIGCONT)
        first.communicate(timeout=PATIENCE)
        check(first.returncode == (-9 if ends == "is killed" else 0), lambda: f"{place.name}: it ends with {first.returncode}")
        said = second.communicate(timeout=PATIENCE)
        check(second.returncode == 0 and tree(place.root) == after, lambda: f"{place.name}: the second ends with {second.returncode}: {said}")


def main():
    everything = "--all" in sys.argv[1:]
    wanted = [name for name in sys.argv[1:] if not name.startswith("-")]
    traced = can_trace()
    if not traced:
        skip(f"{len(SCENES)} commands with failing calls, and watching: no strace")
    with tempfile.TemporaryDirectory(prefix="faults-") as folder, concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for scene in SCENES if traced else []:
            if wanted and scene.name not in wanted:
                continue
            begin = time.monotonic()
            work = pathlib.Path(folder) / re.sub(r"[^a-z]+", "-", scene.name)
            work.mkdir()
            Faults(scene, work).run(everything, pool)
            taken, of = counts[scene.name]
            print(f"{scene.name}: {taken} of {of} calls failed and were the last, {time.monotonic() - begin:.1f} s", flush=True)
        for name, part in (("watching", watching), ("surroundings", surroundings), ("memory", lambda at: memory(at, everything)), ("full disk", full_disk), ("bad disks", bad_disks), ("at once", at_once)):
            if (wanted and name not in wanted) or (part is watching and not traced):
                continue
            begin, before = time.monotonic(), checked()
            work = pathlib.Path(folder) / name.replace(" ", "-")
            work.mkdir()
            result = part(work)
            if result is False:
                skip(f"{name}: no tmpfs can be mounted")
            print(f"{name}: {checked() - before} checks, {time.monotonic() - begin:.1f} s{f': {result}' if isinstance(result, dict) else ''}", flush=True)
    return end("faults")


if __name__ == "__main__":
    sys.exit(main())
