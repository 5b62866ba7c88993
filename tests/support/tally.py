"""Counts the checks of test scripts, from any thread, and prints them in the form that ./dev reads."""
import threading

MAX_SHOWN = 60

failures = []
passed = 0
skipped = 0
_lock = threading.Lock()


def check(fact, what):
    """Counts a check. If it fails, `what`, a text or a function that returns one, describes it."""
    global passed
    with _lock:
        if fact:
            passed += 1
        else:
            failures.append(what() if callable(what) else what)
    return fact


def skip(what):
    """Counts a check that this machine cannot run, and prints why."""
    global skipped
    skipped += 1
    print("skipped:", what)


def checked():
    return passed + len(failures)


def end(name, shown=str):
    """Prints failures, formatted by `shown`, and the counts. Returns the exit status."""
    for failure in failures[:MAX_SHOWN]:
        print("FAILED", shown(failure))
    print(f"{name}: {passed} passed, {len(failures)} failed, {skipped} skipped")
    return 1 if failures else 0
