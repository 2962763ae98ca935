# SPDX-License-Identifier: MIT
"""A dashboard that stores what it is sent, in memory, and misbehaves as it is told: for the tests of warpwise upload.

Server(script) answers its requests by the words of the script, one each, and behaves when there are none left:
  ok; a status as 503, with "503 RETRY-AFTER"; gone: the connection ends in the middle of the body; hang: no answer;
  html: a page of something else; "redirect URL"; early: 413 before the body was read.
"""
import hashlib
import http.server
import json
import re
import ssl
import subprocess
import threading
import urllib.parse


def decompress(data):
    return subprocess.run(["zstd", "-d", "-q", "-c"], input=data, capture_output=True, check=True).stdout


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def log_message(self, format, *arguments):
        pass

    def reply(self, status, document, **headers):
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def drop(self):
        self.close_connection = True
        self.connection.close()

    def misbehave(self, word):
        """Whether it did; the request is done then."""
        owner = self.server.owner
        if word == "ok":
            return False
        if word == "gone":
            self.rfile.read(int(self.headers.get("Content-Length", 0)) // 2)
            self.drop()
        elif word == "hang":
            owner.released.wait(60)
            self.drop()
        elif word == "early":
            self.close_connection = True
            self.reply(413, {"title": "too large", "detail": "at most 5 bytes"}, Connection="close")
        else:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if word == "html":
                self.reply(200, b"<html>Welcome to the hotel</html>")
            elif word.startswith("redirect "):
                self.reply(307, b"", Location=word.split()[1])
            else:
                status, _, after = word.partition(" ")
                self.reply(int(status), {"title": "as told", "detail": f"told to say {status}\x1b[31m"},
                           **({"Retry_After": after} if after else {}))
        return True

    def answer(self):
        owner = self.server.owner
        with owner.lock:
            word = owner.script.pop(0) if owner.script else "ok"
            owner.requests.append((self.command, self.path, dict(self.headers)))
        if self.misbehave(word):
            return
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length: # the client went away
            return
        if self.headers.get("Content-Encoding") == "zstd":
            body = decompress(body)
        path = urllib.parse.urlparse(self.path)
        query = urllib.parse.parse_qs(path.query)
        trace = re.fullmatch("/api/v1/traces/([0-9a-f]{64})", path.path)
        with owner.lock:
            if self.command == "POST" and path.path == "/api/v1/reports":
                self.take_report(body, query)
            elif trace:
                self.take_trace(trace.group(1), body)
            else:
                self.reply(404, {"title": "no such thing"})

    def take_report(self, body, query):
        owner = self.server.owner
        identity = hashlib.sha256(body).hexdigest()
        is_new = identity not in owner.reports
        owner.reports.setdefault(identity, (json.loads(body), query))
        self.reply(201 if is_new else 200, {"id": identity, "project": "p", "url": f"/runs/{identity}?project=p",
                                            "is_new": is_new})

    def take_trace(self, digest, body):
        traces = self.server.owner.traces
        have, size, _ = traces.get(digest, (b"", 0, False))
        if self.command == "GET":
            if digest not in traces:
                self.reply(404, {"title": "no such trace"})
                return
        else:
            first, last, size = map(int, re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)",
                                                      self.headers["Content-Range"]).groups())
            if first != len(have) or last - first + 1 != len(body):
                self.reply(409, {"title": "wrong offset", "offset": len(have)})
                return
            have += body
        whole = len(have) == size and hashlib.sha256(have).hexdigest() == digest
        traces[digest] = (have, size, whole)
        self.reply(201 if whole else 200, {"offset": len(have), "size": size, "is_complete": whole})

    do_GET = do_POST = do_PUT = answer


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass


class Server:
    """Runs while it is entered: with Server(["503"]) as server: ... server.url ..."""

    def __init__(self, script=(), certificate=None):
        self.script, self.requests, self.reports, self.traces = list(script), [], {}, {}
        self.lock, self.released = threading.RLock(), threading.Event()
        self.http = Quiet(("127.0.0.1", 0), Handler)
        self.http.owner = self
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        self.port = self.http.server_address[1]
        self.url = f"http{'s' if certificate else ''}://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *problem):
        self.released.set()
        self.http.shutdown()
        self.http.server_close()
