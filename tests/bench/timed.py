"""Runs a command and measures wall seconds, CPU seconds including its children, and peak memory in MB."""
import os, sys, time


def timed(command, cwd, root=None):
    """Runs a shell command in `cwd`, in the tree `root` if there is one. Exits if the command fails."""
    start = time.monotonic()
    pid = os.fork()
    if pid == 0:
        if root: os.chroot(root)
        os.chdir(cwd)
        null = os.open("/dev/null", os.O_WRONLY)
        os.dup2(null, 1)
        if root: os.dup2(null, 2)
        os.execvp("sh", ["sh", "-c", command])
    _, status, usage = os.wait4(pid, 0)
    if status: sys.exit(f"failed: {command}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
