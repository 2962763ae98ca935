# SPDX-License-Identifier: MIT
"""Runs under a systemd that has nothing but the dashboard's unit (systemd.test): what one sees of it there, as
/result.json. Then that systemd ends."""
import json
import os
import signal
import subprocess
import time
import urllib.request

DATA = "/var/lib/warpwise"


def show(name):
    done = subprocess.run(["systemctl", "show", "-P", name, "warpwise-dashboard"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def ask(path, token=None, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:8080{path}", data=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.load(reply)
    except OSError as err:
        return str(err)


def control(verb):
    return subprocess.run(["systemctl", verb, "warpwise-dashboard"], capture_output=True, check=False).returncode


def wait_until(question):
    end = time.monotonic() + 60
    while not question() and time.monotonic() < end:
        time.sleep(0.1)


def look():
    seen = {"state": show("ActiveState"), "type": show("Type"), "exit": show("ExecMainStatus"), "health": ask("/healthz")}
    if seen["state"] != "active":
        return seen
    with open(f"/proc/{show('MainPID')}/status", encoding="ascii") as status:
        seen["process"] = dict(line.split(":\t") for line in status.read().splitlines() if ":\t" in line)
    token = subprocess.run(["warpwise-dashboard", "token", "create", "--data", DATA, "--role", "admin"], capture_output=True, text=True, check=False).stdout.strip()
    with open("/report.json", "rb") as report:
        seen["sent"] = ask("/api/v1/reports?project=app", token, report.read())
    owners = {os.stat(f"{DATA}/{name}").st_uid for name in os.listdir(DATA)}
    seen["owned"] = owners == {int(seen["process"]["Uid"].split()[0])}
    seen["reload"] = control("reload")
    os.kill(int(show("MainPID")), signal.SIGKILL)
    wait_until(lambda: show("NRestarts") == "1" and show("ActiveState") == "active")
    seen["listed"] = ask("/api/v1/reports?project=app", token)
    seen["stop"] = control("stop"), show("ActiveState"), show("Result")
    return seen


result = look()
with open("/result.json", "w", encoding="ascii") as out:
    json.dump(result, out)
subprocess.run(["systemctl", "poweroff", "--force", "--force"], check=False)
