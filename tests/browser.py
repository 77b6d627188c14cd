"""A real browser for the tests of pages: Debian's chromium, spoken to by its DevTools protocol.

There is no network in it: every name resolves to nothing, and what a page asks for is written down.
"""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import websocket

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-port=0",
]
PATIENCE = 60.0
"""Seconds that an answer of the browser may take; a page takes tenths of one."""


def _address(profile, process):
    """Wait for the address that chromium writes into its profile when it is ready."""
    written = Path(profile) / "DevToolsActivePort"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        lines = written.read_text().split() if written.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        if process.poll() is not None:
            raise RuntimeError(f"chromium stopped at once with status {process.returncode}")
        time.sleep(0.05)
    raise RuntimeError(f"chromium gave no address in {PATIENCE:.0f} s")


class Connection:
    """Calls to the browser and, between them, the events it reports."""

    def __init__(self, address):
        self.socket = websocket.create_connection(
            address, timeout=PATIENCE, suppress_origin=True, enable_multithread=False
        )
        self.number = 0
        self.events = []

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while (answer := self._next()).get("id") != self.number:
            pass
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait_for(self, method, session):
        """Wait for an event, which may have come already."""
        while not any(e["method"] == method and e["sessionId"] == session for e in self.events):
            self._next()

    def _next(self):
        message = json.loads(self.socket.recv())
        if "method" in message:
            self.events.append(message | {"sessionId": message.get("sessionId")})
        return message


class Tab:
    """One page in the browser."""

    def __init__(self, connection):
        self.connection = connection
        target = connection.call("Target.createTarget", url="about:blank")["targetId"]
        attached = connection.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        return self.connection.call(method, self.session, **params)

    def open(self, path):
        """Load a file; what earlier pages reported is forgotten."""
        self.connection.events.clear()
        self.call("Page.navigate", url=Path(path).resolve().as_uri())
        self.connection.wait_for("Page.loadEventFired", self.session)

    def size(self, width, height=900):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def media(self, kind="", scheme="light"):
        """Show the page as on a screen or as in print, in the light or in the dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=kind, features=features)

    def ask(self, expression):
        """Return what an expression of JavaScript gives, a promise's outcome included."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def press(self, key):
        code = {"Enter": 13, "Tab": 9, " ": 32}[key]
        about = {"key": key, "windowsVirtualKeyCode": code, "text": {"Enter": "\r"}.get(key, "")}
        self.call("Input.dispatchKeyEvent", type="keyDown", **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def picture(self, whole=True):
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(shot["data"])

    def pdf(self):
        return base64.b64decode(
            self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]
        )

    def requests(self):
        """Return all addresses that the page asked for, but for files and data in itself."""
        asked = [
            event["params"]["request"]["url"]
            for event in self.connection.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        return [url for url in asked if not re.match("file:|data:|blob:", url)]

    def complaints(self):
        """Return all that the console shows; a page of ours has nothing to say there."""
        told = []
        for event in self.connection.events:
            params = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                told.append(params["exceptionDetails"].get("exception", {}).get("description"))
            elif event["method"] == "Log.entryAdded":
                told.append(params["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                told.append(str([each.get("value") for each in params["args"]]))
        return told


@contextmanager
def browser():
    """Give a connection to a browser of its own, with an empty profile, closed at the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            connection = Connection(_address(profile, process))
            try:
                yield connection
            finally:
                with suppress(Exception):
                    connection.call("Browser.close")
                connection.socket.close()
        finally:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()
