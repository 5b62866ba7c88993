#!/usr/bin/python3
"""Tests every link of every page of a folder that is served as GitHub Pages does, below the path of an address.

usage: publish.py FOLDER BASE_URL [START]
START is a folder below BASE_URL, such as v/2026-11/: no link of its pages may lead out of it, and their canonical links
lead to the original pages of BASE_URL.
"""
import functools
import http.server
import pathlib
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser

folder, base, start = pathlib.Path(sys.argv[1]), sys.argv[2], (sys.argv[3:] or [""])[0]
path = urllib.parse.urlsplit(base).path
problems = []


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves the folder at `path`, and its 404.html for unknown addresses."""

    def translate_path(self, address):
        address = urllib.parse.unquote(urllib.parse.urlsplit(address).path)
        if not address.startswith(path):
            return str(folder / "no" / "such" / "file")
        return str(folder / address[len(path):]) + ("/" if address.endswith("/") else "")

    def send_error(self, code, message=None, explain=None):
        body = (folder / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.canonical = [], None

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "link" and attributes.get("rel") == "canonical":
            self.canonical = attributes["href"]
        elif tag not in ("iframe", "meta"):
            self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=str(folder)))
threading.Thread(target=server.serve_forever, daemon=True).start()
here = f"http://127.0.0.1:{server.server_port}"


def get(address):
    """Returns the status and the bytes of a path of the host."""
    try:
        with urllib.request.urlopen(here + address, timeout=20) as answer:
            return answer.status, answer.read(), answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers.get_content_type()


def links_of(body):
    parser = Links()
    parser.feed(body.decode())
    return parser


def expect(is_so, what):
    if not is_so:
        problems.append(what)


# Every page that can be reached, and its links to this host.
queue, seen, pages = [path + start], set(), 0
while queue and len(seen) < 20000:
    address = queue.pop()
    if address in seen:
        continue
    seen.add(address)
    status, body, kind = get(address)
    expect(status == 200, f"{address}: {status}")
    if status != 200 or kind != "text/html":
        continue
    pages += 1
    found = links_of(body)
    own = address[len(path + start):].removesuffix("index.html")
    if found.canonical:  # pages that search engines must not list do not have one
        expect(found.canonical == base + own, f"{address}: the canonical link is {found.canonical}")
    for link in found.links:
        target = urllib.parse.urlsplit(urllib.parse.urljoin(base.rstrip("/") + "/" + address[len(path):], link))
        if f"{target.scheme}://{target.netloc}" != base[: -len(path)]:
            continue
        if not target.path.startswith(path + start):
            problems.append(f"{address}: {link} leads out of {path + start}")
        else:
            queue.append(target.path)
expect(pages > 5, f"only {pages} pages were found")

if not start:
    sitemap = get(path + "sitemap.xml")[1].decode()
    places = [place.split("</loc>")[0] for place in sitemap.split("<loc>")[1:]]
    expect(len(places) > 5, f"the sitemap names {len(places)} pages")
    for place in places:
        expect(place.startswith(base) and get(path + place[len(base):])[0] == 200, f"the sitemap names {place}")
    status, body, _ = get(path + "no/such/folder/page.html")
    missing = [link for link in links_of(body).links if "://" not in link or link.startswith(base)]
    expect(status == 404 and missing, "no 404.html is served, or it has no links")
    for link in missing:
        target = urllib.parse.urljoin(base + "no/such/folder/page.html", link)
        expect(target.startswith(base) and get(path + target[len(base):])[0] == 200, f"404.html leads to {link}")

server.shutdown()
for problem in problems[:20]:
    print("  " + problem)
sys.exit(1 if problems else 0)
