"""What the scripts of this folder have found, counted from any thread, and told in the words that ./dev reads."""
import threading

MOST_SHOWN = 60

failures = []
passed = 0
skipped = 0
_lock = threading.Lock()


def check(fact, what):
    """Counts a fact; of one that does not hold, `what` says which it is, or gives the words when it is called."""
    global passed
    with _lock:
        if fact:
            passed += 1
        else:
            failures.append(what() if callable(what) else what)
    return fact


def skip(what):
    """Counts what this machine cannot test, and prints why."""
    global skipped
    skipped += 1
    print("skipped:", what)


def checked():
    return passed + len(failures)


def end(name, shown=str):
    """Tells what failed, as `shown` has it, and how much there was of both; gives the status to end with."""
    for failure in failures[:MOST_SHOWN]:
        print("FAILED", shown(failure))
    print(f"{name}: {passed} passed, {len(failures)} failed, {skipped} skipped")
    return 1 if failures else 0
