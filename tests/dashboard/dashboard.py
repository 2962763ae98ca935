# SPDX-License-Identifier: MIT
"""warpwise-dashboard as a process, a client for it, and PostgreSQL in a temporary folder, for the tests in Python."""
import contextlib
import ctypes
import ctypes.util
import gzip
import http.client
import json
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "report"))
import tap  # noqa: E402

program = os.environ.get("TEST_DASHBOARD", os.path.join(os.getcwd(), "warpwise-dashboard"))
if not os.access(program, os.X_OK):
    print(f"1..0 # SKIP not built: {program}")
    sys.exit(0)
work = tempfile.mkdtemp(prefix="warpwise-dashboard-")
os.chmod(work, 0o755)


def command(*arguments, stdin="", check=True):
    """warpwise-dashboard with ARGUMENTS: its output."""
    done = subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False)
    if check and done.returncode:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done if not check else done.stdout.strip()


def report(trace="false-dependency-bad", start=0, **changes):
    """A real report, as JSON text; START shifts when it was recorded, CHANGES are of its first process."""
    done = tap.run("analyze", "--format", "json", os.path.join(tap.traces, trace + ".db"))
    made = json.loads(done.stdout)
    made["processes"][0]["start_unix_ns"] += start
    made["processes"][0].update(changes)
    return made


def text(made):
    return json.dumps(made).encode()


zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = zstd.ZSTD_decompress.restype = ctypes.c_size_t
zstd.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
zstd.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]


def pack_zstd(data):
    room = zstd.ZSTD_compressBound(len(data))
    out = ctypes.create_string_buffer(room)
    size = zstd.ZSTD_compress(out, room, data, len(data), 1)
    return out.raw[:size]


def unpack_zstd(data, room):
    out = ctypes.create_string_buffer(room)
    size = zstd.ZSTD_decompress(out, room, data, len(data))
    return out.raw[:size]


pack = {"zstd": pack_zstd, "gzip": gzip.compress, "identity": lambda data: data}


class Reply:
    def __init__(self, reply):
        self.status = reply.status
        self.headers = reply.headers
        self.body = reply.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """Status and the problem's code: what tests compare."""
        if self.headers.get("Content-Type") != "application/problem+json":
            return self.status
        return f"{self.status} {self.json['code']}"


class Server:
    """A server on a free port. PLACE are its options --data and --database."""

    def __init__(self, place, *options, tls=False, wrapper=(), **environment):
        self.place = place
        self.log = tempfile.NamedTemporaryFile(dir=work, suffix=".log", delete=False)
        self.process = subprocess.Popen([*wrapper, program, "serve", *place, "--listen", "127.0.0.1:0", *options],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **environment})
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server did not start: {self.messages()}")
        self.address = line.split()[-1]
        self.port = int(self.address.rsplit(":", 1)[1])
        self.tls = tls

    def messages(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as file:
            return file.read()

    def token(self, role, project=None):
        return command("token", "create", *self.place, "--role", role, *(["--project", project] if project else []))

    def connect(self, timeout=300):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, token=None, connection=None, **headers):
        """One request; header names with _ for -, a list for one that comes several times."""
        mine = connection or self.connect()
        head = http.client.HTTPMessage()
        for name, value in headers.items():
            for one in value if isinstance(value, list) else [value] if value is not None else []:
                head[name.replace("_", "-")] = one
        if token:
            head["Authorization"] = f"Bearer {token}"
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            if "Content-Type" not in head:
                head["Content-Type"] = "application/json"
        mine.request(method, path, body=body, headers=head)
        reply = Reply(mine.getresponse())
        if not connection:
            mine.close()
        return reply

    def upload(self, made, token, query="", coding="identity", **headers):
        body = made if isinstance(made, bytes) else text(made)
        return self.ask("POST", f"/api/v1/reports?{query}", body=pack[coding](body), token=token,
                        Content_Encoding=coding, **headers)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.stdout.close()
        status = self.process.wait(timeout=60)
        self.log.close()
        return status


class Postgres:
    """A server of its own in a temporary folder, reached by a socket there alone. It does not run as root."""

    def __init__(self):
        version = sorted(os.listdir("/usr/lib/postgresql"))[-1]
        self.binaries = f"/usr/lib/postgresql/{version}/bin"
        self.folder = tempfile.mkdtemp(dir=work)
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.as_user:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.make(os.path.join(os.path.dirname(program), "tests", "dashboard", f"postgres-{version}"))
        self.start()
        self.count = 0

    def make(self, kept):
        """Its data: what initdb makes, once for a build folder, where it is KEPT."""
        data = f"{self.folder}/data"
        if os.path.isdir(kept):
            subprocess.run(["cp", "-R", kept, data], check=True)
            if self.as_user:
                subprocess.run(["chown", "-R", "postgres", data], check=True)
            return
        self.run("initdb", "-D", data, "-A", "trust", "-U", "warpwise", "--no-sync", "-E", "UTF8", "--locale", "C.UTF-8")
        if os.path.isdir(os.path.dirname(kept)):
            mine = f"{kept}.{os.getpid()}"
            subprocess.run(["cp", "-R", data, mine], check=True)
            try:
                os.rename(mine, kept)
            except OSError:  # another test was first
                shutil.rmtree(mine)

    def run(self, name, *arguments):
        done = subprocess.run([*self.as_user, f"{self.binaries}/{name}", *arguments], capture_output=True, text=True,
                              cwd=self.folder, timeout=120, check=False)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o",
                 f"-c listen_addresses='' -c unix_socket_directories={self.folder}", "start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", mode, "stop")

    def sql(self, url, text):
        """Runs TEXT in the database URL: what it prints."""
        return self.run("psql", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text)

    def begin(self, url, text):
        """A transaction that ran TEXT, and goes on: psql, which takes the rest from its standard input."""
        other = subprocess.Popen([*self.as_user, f"{self.binaries}/psql", "-q", "-A", "-t", "-d", url], cwd=self.folder,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        other.stdin.write(f"BEGIN; {text}; SELECT 'it ran';\n")
        other.stdin.flush()
        other.stdout.readline()
        return other

    def database(self):
        """The URL of a new, empty database."""
        self.count += 1
        name = f"test{self.count}"
        self.run("createdb", "-h", self.folder, "-U", "warpwise", name)
        return f"postgresql://warpwise@/{name}?host={self.folder}"


postgres = None


def postgres_missing():
    """Why there is no PostgreSQL to test with; None: there is."""
    if not os.path.isdir("/usr/lib/postgresql") or not os.listdir("/usr/lib/postgresql"):
        return "PostgreSQL is not installed"
    if os.getuid() == 0 and not shutil.which("runuser"):
        return "no runuser, and PostgreSQL does not run as root"
    probe = command("serve", "--data", work, "--database", "postgresql://nobody@/none?host=/none", check=False)
    return "built without libpq" if "without libpq" in probe.stderr else None


def stores():
    """Each store that there is: its name and the options --data and --database of a new one. Skips the other."""
    global postgres
    yield "SQLite", ["--data", tempfile.mkdtemp(dir=work)]
    why = postgres_missing()
    if why:
        tap.skip("PostgreSQL", why)
        return
    postgres = postgres or Postgres()
    yield "PostgreSQL", ["--data", tempfile.mkdtemp(dir=work), "--database", postgres.database()]


def change(place, text):
    """What no client can do, such as letting time pass: SQL in the store of PLACE, the options of a server. Returns the
    number that it asks for, if any."""
    if "--database" in place:
        return int(postgres.sql(place[place.index("--database") + 1], text) or 0)
    with contextlib.closing(sqlite3.connect(os.path.join(place[1], "dashboard.db"), timeout=60)) as db, db:
        return (db.execute(text).fetchone() or [0])[0]


def wait_until(question, seconds=120):
    """Whether QUESTION() becomes true: as soon as it does."""
    end = time.monotonic() + seconds
    while not question():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def done():
    if postgres:
        postgres.stop("immediate")
    shutil.rmtree(work, ignore_errors=True)
    tap.done()
