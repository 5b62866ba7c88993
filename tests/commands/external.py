#!/usr/bin/env python3
"""Tests `sourcebook check --external` with local servers that fail in every way.

The servers are one thread with an event loop. Names below .localhost are this machine by RFC 6761; each is a separate host to
the program. The servers record every request, to test pauses.
usage: tests/commands/external.py
"""
import asyncio
import datetime
import email.utils
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
PAUSE = 0.05
START = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


# ---- certificates


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def make_certificates(folder):
    """Makes certificates of an authority: valid, expired, for another name; and a self-signed one."""
    authority, key = folder / "authority.pem", folder / "key.pem"
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(key))
    openssl("req", "-x509", "-new", "-key", str(key), "-subj", "/CN=Authority", "-days", "2", "-out", str(authority))
    (folder / "index").write_text("")
    (folder / "serial").write_text("01\n")
    (folder / "ca.conf").write_text(
        f"[ca]\ndefault_ca = d\n[d]\ndatabase = {folder}/index\nserial = {folder}/serial\nnew_certs_dir = {folder}\n"
        "default_md = sha256\npolicy = p\ncopy_extensions = copy\nunique_subject = no\n[p]\ncommonName = supplied\n")
    now = datetime.datetime.now(datetime.timezone.utc)
    for name, names, end in (("good", "DNS:*.localhost,DNS:good.tls.localhost", 1),
                             ("expired", "DNS:expired.tls.localhost", -1), ("wrong", "DNS:somebody.example", 1)):
        openssl("req", "-new", "-key", str(key), "-subj", f"/CN={name}", "-addext", f"subjectAltName={names}",
                "-out", str(folder / "request"))
        openssl("ca", "-batch", "-config", str(folder / "ca.conf"), "-cert", str(authority), "-keyfile", str(key),
                "-in", str(folder / "request"), "-out", str(folder / f"{name}.pem"), "-notext",
                "-startdate", (now - datetime.timedelta(days=3)).strftime("%Y%m%d%H%M%SZ"),
                "-enddate", (now + datetime.timedelta(days=end)).strftime("%Y%m%d%H%M%SZ"))
    openssl("req", "-x509", "-new", "-key", str(key), "-subj", "/CN=own",
            "-addext", "subjectAltName=DNS:own.tls.localhost", "-days", "2", "-out", str(folder / "own.pem"))
    return authority


# ---- servers


class Request:
    def __init__(self, host, method, target, is_first):
        self.host, self.method, self.target, self.is_first = host, method, target, is_first  # first of its connection
        self.begin, self.end, self.sent = time.monotonic(), None, 0


class Servers:
    """Has one plain port and one port per certificate on 127.0.0.1; host and path determine the response."""

    def __init__(self, certificates):
        self.requests, self.connections, self.ports, self.times = [], 0, {}, {}
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()

        async def start():
            contexts = {"plain": None}
            for name in ("good", "expired", "wrong", "own"):
                contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                contexts[name].load_cert_chain(certificates / f"{name}.pem", certificates / "key.pem")
            for name, context in contexts.items():
                server = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context)
                self.ports[name] = server.sockets[0].getsockname()[1]
            ready.set()

        def run():
            asyncio.set_event_loop(self.loop)
            self.loop.create_task(start())
            self.loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        assert ready.wait(10)

    async def serve(self, reader, writer):
        self.connections += 1
        is_first = True
        try:
            while await self.one(reader, writer, is_first):
                is_first = False
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass
        finally:
            writer.close()

    async def one(self, reader, writer, is_first):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, target, _ = head.split("\r\n")[0].split(" ")
        target = target.replace("%5B", "[").replace("%5D", "]")
        host = next(line[5:].strip() for line in head.split("\r\n") if line.lower().startswith("host:"))
        host = host.rsplit(":", 1)[0]
        request = Request(host, method, target, is_first)
        self.requests.append(request)
        try:
            return await self.answer(request, writer)
        finally:
            request.end = time.monotonic()

    async def send(self, request, writer, data):
        request.sent += len(data)
        writer.write(data)
        await writer.drain()

    async def reply(self, request, writer, status, headers=(), body=b"ok"):
        lines = [f"HTTP/1.1 {status} Something", f"Content-Length: {len(body)}", *headers]
        await self.send(request, writer, ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") +
                        (b"" if request.method == "HEAD" or status == 204 else body))
        return True

    async def answer(self, request, writer):
        path = request.target.split("?")[0]
        times = self.times[path] = self.times.get(path, 0) + 1
        if path.startswith("/status/"):
            return await self.reply(request, writer, int(path.split("/")[2]))
        if path.startswith("/redirect/"):  # /redirect/301/TARGET
            _, _, status, target = request.target.split("/", 3)
            return await self.reply(request, writer, int(status), ["Location: " + target.replace("~", "/")])
        if path.startswith("/chain/"):
            return await self.reply(request, writer, 302, [f"Location: {int(path[7:]) + 1}"])
        if path in ("/loop", "/loop2"):
            return await self.reply(request, writer, 302, ["Location: " + ("/loop2" if path == "/loop" else "/loop")])
        if path == "/to-itself":
            return await self.reply(request, writer, 301, ["Location: /to-itself"])
        if path.startswith("/get-only"):
            return await self.reply(request, writer, 200 if request.method == "GET" else 405)
        if path in ("/drip", "/huge", "/endless", "/cut") and request.method == "HEAD":
            return await self.reply(request, writer, 405)
        if path == "/later":  # 429 once
            return await self.reply(request, writer, 200 if times > 1 else 429, ["Retry-After: 1"])
        if path == "/later-date":
            date = email.utils.formatdate(time.time() + 1.5, usegmt=True)
            return await self.reply(request, writer, 200 if times > 1 else 503, [f"Retry-After: {date}"])
        if path == "/much-later":
            return await self.reply(request, writer, 429, ["Retry-After: 3600"])
        if path == "/always-later":
            return await self.reply(request, writer, 429, ["Retry-After: 1"])
        if path == "/slow":
            await asyncio.sleep(5)
            return False
        if path == "/drip":
            await self.send(request, writer, START + b"Content-Length: 1000\r\n\r\n")
            for _ in range(100):
                await asyncio.sleep(0.05)
                await self.send(request, writer, b".")
            return False
        if path in ("/huge", "/endless"):
            length = b"Content-Length: 10000000000\r\n" if path == "/huge" else b""
            await self.send(request, writer, START + length + b"\r\n")
            while request.sent < 200_000_000:
                await self.send(request, writer, b"<p>" * 10000)
            return False
        if path == "/closed":
            return False
        if path == "/cut":
            await self.send(request, writer, START + b"Content-Length: 1000\r\n\r\nabc")
            return False
        if path == "/garbage":
            await self.send(request, writer, b"\x00\x01\x02 this is not HTTP\r\n\r\n")
            return False
        if path == "/headers":
            await self.send(request, writer, b"HTTP/1.1 200 OK\r\n")
            while request.sent < 200_000_000:
                await self.send(request, writer, b"X-Filler: " + b"a" * 1000 + b"\r\n")
            return False
        if path == "/header":
            await self.send(request, writer, b"HTTP/1.1 200 OK\r\nX-Filler: ")
            while request.sent < 200_000_000:
                await self.send(request, writer, b"a" * 10000)
            return False
        if path == "/informed":
            await self.send(request, writer, b"HTTP/1.1 103 Early Hints\r\nLocation: /status/404\r\n\r\n")
            return await self.reply(request, writer, 200)
        return await self.reply(request, writer, 404)

    def asked(self, target, host=None):
        return [r for r in self.requests if r.target == target and (host is None or r.host == host)]


# ---- the program


class Run:
    def __init__(self, root, *options, today="2026-03-01", environment=None):
        command = [PROGRAM, "check", "--root", str(root), "--format", "json", "--today", today, *options]
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=60,
                              env=dict(os.environ, NO_COLOR="1", **(environment or {})))
        self.seconds = time.monotonic() - begin
        self.status = done.returncode
        self.said = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        self.unchecked = [json.loads(line) for line in done.stdout.splitlines() if '"unchecked"' in line]
        self.raw = done.stdout + done.stderr

    def at(self, line):
        """Returns (code, message) of the diagnostics of a line of the page."""
        said = [(each["code"], each["message"] + " " + (each.get("help") or ""))
                for each in self.said if each.get("line") == line]
        return said + [("unchecked", each["unchecked"] + " " + each["why"])
                       for each in self.unchecked if each.get("line") == line]


def make_site(folder, links):
    (folder / "content").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "data/site.json").write_text('{"title": "Links"}')
    lines = ["---", "title: Links", "---"] + [f"- [a link]({link})" for link in links]
    (folder / "content/index.md").write_text("\n".join(lines) + "\n")
    return folder


FIRST_LINE = 4


def cases(ports):
    """(link, code or "" for fine, part of the message)"""
    plain = ports["plain"]

    def at(host, path, port=plain, scheme="http"):
        return f"{scheme}://{host}.localhost:{port}/{path}"

    return [
        (at("fine", "status/200"), "", ""),
        (at("fine", "status/204"), "", ""),
        (at("fine", "status/200?a=b&c=%22d%22"), "", ""),
        (at("fine", "%7Euser/%E4%BD%A0"), "dead-link", "/~user/%E4%BD%A0 answers 404"),
        (at("fine", "informed"), "", ""),
        (at("b%C3%BCcher", "status/200"), "", ""),
        (at("bücher", "status/410"), "dead-link", "xn--bcher-kva.localhost"),
        (at("moved", "redirect/301/~status~200"), "link-moved", f"write http://moved.localhost:{plain}/status/200"),
        (at("moved", "redirect/308/~status~200?x"), "link-moved", "/status/200?x"),
        (at("moved", "redirect/302/~status~200?y"), "", ""),
        (at("moved", "redirect/301/~status~404"), "dead-link", "(after a redirect to "),
        (at("moved", f"redirect/302/http:~~elsewhere.localhost:{plain}~status~200"), "", ""),
        (at("chain", "chain/0"), "link-unreachable", "more than 10 times"),
        (at("chain", "loop"), "link-unreachable", "in a loop"),
        (at("chain", "to-itself"), "link-unreachable", "in a loop"),
        (at("private", "redirect/302/http:~~10.0.0.1~"), "link-private", "is at 10.0.0.1, which is not on the public internet (after a redirect to"),
        (at("private", "redirect/302/http:~~169.254.169.254~latest"), "link-private", "169.254.169.254"),
        (at("private", f"redirect/302/http:~~[::1]:{plain}~"), "link-private", "is at ::1,"),
        (at("private", f"redirect/302/http:~~[::ffff:127.0.0.2]:{plain}~"), "link-private", "is at 127.0.0.2,"),
        (at("private", f"redirect/302/http:~~0.0.0.0:{plain}~"), "link-private", "is at 0.0.0.0,"),
        (at("private", f"redirect/302/http:~~2130706434:{plain}~"), "link-private", "is at 127.0.0.2,"),
        (f"http://0x7f.2:{plain}/", "link-private", "is at 127.0.0.2,"),
        (at("scheme", "redirect/302/file:~~~etc~passwd"), "dead-link", "begins with file:"),
        (at("scheme", "redirect/302/gopher:~~localhost~"), "dead-link", "begins with gopher:"),
        (at("scheme", "redirect/302/http:~~me:hidden@fine.localhost~"), "unchecked", "contains a user name or password"),
        (at("gone", "status/404"), "dead-link", "answers 404"),
        (at("gone", "status/410"), "dead-link", "answers 410"),
        (at("gone", "status/403"), "unchecked", "answers 403"),
        (at("gone", "status/401"), "unchecked", "answers 401"),
        (at("gone", "get-only"), "", ""),
        (at("later", "later"), "", ""),
        (at("later-date", "later-date"), "", ""),
        (at("busy", "always-later"), "unchecked", "again after a wait"),
        (at("busy", "status/200"), "", ""),
        (at("closed", "much-later"), "unchecked", "asks to wait for 3600 s"),
        (at("closed", "status/200"), "unchecked", "another page of its host"),
        (at("down", "status/500"), "link-unreachable", "answers 500"),
        (at("down", "status/503"), "link-unreachable", "answers 503"),
        (at("slow", "slow"), "link-unreachable", "timed out"),
        (at("drip", "drip"), "link-unreachable", "timed out"),
        (at("huge", "huge"), "", ""),
        (at("endless", "endless"), "", ""),
        (at("hang-up", "closed"), "link-unreachable", "can't be reached"),
        (at("hang-up", "cut"), "link-unreachable", "can't be reached"),
        (at("garbage", "garbage"), "link-unreachable", "can't be reached"),
        (at("headers", "headers"), "link-unreachable", "can't be reached"),
        (at("header", "header"), "link-unreachable", "can't be reached"),
        (f"http://refused.localhost:{free_port()}/", "link-unreachable", "can't be reached"),
        ("http://nowhere.invalid/", "link-unreachable", "Could not resolve host"),
        (at("good.tls", "status/200", ports["good"], "https"), "", ""),
        (at("expired.tls", "status/200", ports["expired"], "https"), "link-certificate", "expired"),
        (at("wrong.tls", "status/200", ports["wrong"], "https"), "link-certificate", "wrong.tls.localhost"),
        (at("own.tls", "status/200", ports["own"], "https"), "link-certificate", "self-signed"),
        (at("plain.tls", "status/200", plain, "https"), "link-unreachable", "can't be reached"),
        ("http://me:secret@fine.localhost/", "link-with-password", "contains a user name or password"),
        ("http://fine%20host/", "malformed-link", "is not a web address: "),
        ("http://fine..localhost/", "malformed-link", "its host has an empty part"),
        ("mailto:someone@example.org", "", ""),
    ]


def free_port():
    import socket
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


# Responses that the program abandons before the server notices.
UNFINISHED = ("/huge", "/endless", "/header", "/headers", "/slow", "/drip")


def is_sent_again(before, after):
    """libcurl repeats a request that failed on a reused connection, on a new one."""
    return after.target == before.target and before.sent == 0 and not before.is_first and after.is_first


def check_manners(servers):
    by_host = {}
    for request in servers.requests:
        by_host.setdefault(request.host, []).append(request)
    for host, requests in by_host.items():
        for before, after in zip(requests, requests[1:]):
            if before.end is None or before.target in UNFINISHED or is_sent_again(before, after):
                continue
            between = after.begin - before.end
            check(between >= PAUSE - 0.01, f"{host}: {after.target} {between:.3f} s after {before.target}")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "certificates").mkdir()
        authority = make_certificates(work / "certificates")
        servers = Servers(work / "certificates")
        listed = cases(servers.ports)
        site = make_site(work / "site", [link for link, _, _ in listed])
        options = ["--external", "--pause", str(PAUSE), "--timeout", "2", "--patience", "3",
                   "--certificates", str(authority), "--allow-private", "127.0.0.1"]
        proxy = f"http://127.0.0.1:{servers.ports['plain']}/"

        # Every kind of response, with a proxy in the environment that must not be used.
        run = Run(site, *options, environment={"http_proxy": proxy, "all_proxy": proxy})
        check(run.status == 1, f"ended with {run.status}: {run.raw[-2000:]}")
        for number, (link, code, part) in enumerate(listed):
            said = run.at(FIRST_LINE + number)
            if code:
                check(len(said) == 1 and said[0][0] == code and part in said[0][1],
                      f"{link}: {code} with \"{part}\" expected, not {said}")
            else:
                check(not said, f"{link}: nothing expected, not {said}")
        check(":secret" not in "".join(each["message"] for each in run.said), "a message contains a password")
        check(all(r.target.startswith("/") for r in servers.requests), "a proxy was asked")
        check_manners(servers)
        check(run.seconds < 10, f"took {run.seconds:.1f} s: hosts are not asked side by side")
        for target in ("/huge", "/endless", "/headers", "/header"):
            for request in servers.asked(target):
                check(request.sent < 9_000_000, f"{target}: {request.sent} bytes were sent")
        check([r.method for r in servers.asked("/status/204")] == ["HEAD"], "HEAD is not enough for 204")
        check([r.method for r in servers.asked("/get-only")] == ["HEAD", "GET"], "405 on HEAD is not followed by GET")
        later = servers.asked("/later")
        check(len(later) == 2 and later[1].begin - later[0].end >= 0.95, "Retry-After was not waited for")
        date = servers.asked("/later-date")
        check(len(date) == 2 and date[1].begin - date[0].end >= 0.4, "a Retry-After with a date was not waited for")
        check(len(servers.asked("/always-later")) == 2, "429 twice is not the end")
        check(not servers.asked("/status/200", "closed.localhost"), "a host was requested although it asked for a long wait")

        print(f"all kinds: {run.seconds:.1f} s, {len(servers.requests)} requests")

        # The next run requests all links again, and stores nothing.
        fine = f"http://fine.localhost:{servers.ports['plain']}/status/"
        good = make_site(work / "good", [fine + "200", fine + "204"])
        for _ in range(2):
            servers.requests.clear()
            run = Run(good, "--external", "--pause", "0", "--timeout", "2", "--allow-private", "127.0.0.0/8")
            check(run.status == 0, f"a good site ended with {run.status}: {run.raw}")
            check(len(servers.requests) == 2, "two links are not two requests")

        # Without --allow-private no address of this machine is requested, whatever its name.
        before = servers.connections
        run = Run(good, "--external", "--pause", "0")
        check([each["code"] for each in run.said] == ["link-private"] * 2, f"private addresses: {run.said}")
        check(run.status == 0 and servers.connections == before, "a private address was connected to")
        check(not (good / ".sourcebook").exists(), "a check stores a file")
        check(Run(good, "--external", "--pause", "0", "--strict").status == 1, "--strict does not count links")

        # Diagnostics state the place of an address, in any file.
        dead = f"http://refused.localhost:{free_port()}/"
        every = make_site(work / "every", [dead + "text"])
        (every / "content/index.md").write_text(
            "---\ntitle: Home\n---\nSee [@book] and www.nowhere.invalid.\n\n```table things\ndata: things\n"
            "caption: Things\ncolumns: [{name: id, link: home}]\n```\n")
        (every / "data/site.json").write_text(
            '{"title": "Every",\n "repository": "http://git.localhost/a/b",\n'
            ' "footer": {"links": [{"title": "Imprint", "href": "%sfooter"}]}}' % dead)
        (every / "data/datapackage.json").write_text(json.dumps({"name": "every", "resources": [{
            "name": "things", "path": "things.csv", "title": "Things", "schema": {"primaryKey": ["id"], "fields": [
                {"name": "id", "type": "string", "title": "Id"},
                {"name": "home", "type": "string", "title": "Home"}]}}]}))
        (every / "data/things.csv").write_text(f"id,home\na,{dead}row\n")
        (every / "data/sources").mkdir()
        (every / "data/sources/all.json").write_text(json.dumps(
            [{"id": "book", "type": "webpage", "title": "Book", "publisher": "P", "URL": f"{dead}source"}]))
        (every / "data/redirects.csv").write_text(f"from,to,since,why\nold.html,{dead}redirect,2026-05-01,\n")
        run = Run(every, "--external", "--pause", "0", "--allow-private", "127.0.0.1")
        places = {(each["file"], each.get("line")) for each in run.said if each["code"] == "link-unreachable"}
        expected = {("content/index.md", 4), ("data/site.json", 3), ("data/things.csv", 2),
                    ("data/sources/all.json", 1), ("data/redirects.csv", 2)}
        check(places == expected, f"places of links: {places ^ expected}\n{run.raw}")

        # The command line, and machines without network libraries.
        check(Run(good, "--external", "--allow-private", "everything").status == 2, "a range that is none")
        check(Run(good, "--pause", "1").status != 0, "an option of --external without it")
        nothing = work / "nothing.pem"
        nothing.write_text("no certificate")
        secure = make_site(work / "secure", [f"https://good.tls.localhost:{servers.ports['good']}/status/200"])
        run = Run(secure, "--external", "--pause", "0", "--timeout", "2", "--allow-private", "127.0.0.0/8", "--certificates", str(nothing))
        check(run.status == 3 and [each["code"] for each in run.said] == ["no-network"],
              f"no certificates: {run.status} {run.said}")
        linked = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout
        check("libcurl" not in linked, "every start loads libcurl")

    return end("external")


sys.exit(main())
