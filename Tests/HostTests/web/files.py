"""The user's files over WebDAV, and requests to them as bytes."""
import base64
import http.client
import os
import subprocess
import xml.etree.ElementTree as ElementTree

from surface import COMMAND, Server

FOLDERS = ["grids", "patches", "samples", "scenes", "scenes-data", "takes"]


def password(home, name="device"):
    """A new password."""
    environment = dict(os.environ, XDG_CONFIG_HOME=str(home), LC_ALL="C")
    return subprocess.run([str(COMMAND), "password", "add", name], env=environment, check=True,
                          capture_output=True, text=True).stdout.strip()


def credentials(word, user="tactus"):
    return "Basic " + base64.b64encode(f"{user}:{word}".encode()).decode()


class FileServer(Server):
    """`tactus surface --files`, for use with `with`: the folder `data` is served."""

    def __init__(self, home, *options, **rest):
        self.home, self.data = home, home / "data" / "tactus"
        self.password = password(home)
        super().__init__(home, "--files", *options, XDG_DATA_HOME=str(home / "data"), **rest)
        self.files = self.origin + "/files/"

    def client(self, word=None):
        return Client(self, word or self.password)

    def refused(self):
        """What was refused of files, by reason."""
        return {name.removeprefix("files_"): count for name, count in self.counts().items()
                if name.startswith("files_") and count}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def xml(self):
        return ElementTree.fromstring(self.body)

    def texts(self, name):
        """The texts of all elements of WebDAV with a name."""
        return [each.text or "" for each in self.xml().iter("{DAV:}" + name)]


class Client:
    """Requests of one client. A path may be any text: it is sent as it is."""

    def __init__(self, server, word):
        self.server, self.authorization = server, credentials(word)
        self.line = None

    def __call__(self, method, path, body=None, **headers):
        path = path if path.startswith("/") else "/files/" + path
        fields = {"host": self.server.host, "authorization": self.authorization}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        for attempt in range(2):
            self.line = self.line or http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            try:
                self.line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
                if body is not None and "transfer-encoding" not in fields:
                    fields["content-length"] = str(len(body))
                for name, value in fields.items():
                    if value is not None:
                        self.line.putheader(name, value)
                self.line.endheaders(body if "transfer-encoding" not in fields else None)
                if "transfer-encoding" in fields:
                    for piece in body:
                        self.line.send(b"%x\r\n%s\r\n" % (len(piece), piece))
                    self.line.send(b"0\r\n\r\n")
                answer = self.line.getresponse()
                return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()},
                              answer.read())
            except (http.client.RemoteDisconnected, BrokenPipeError):
                # The server closes a connection after a hundred requests, or after 10 s without one.
                self.line = None
                if attempt:
                    raise

    def lock(self, path, scope="exclusive", depth="0", **headers):
        """Locks; the token, or None if it is refused, and the answer."""
        body = (f'<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:{scope}/></D:lockscope><D:locktype><D:write/>'
                "</D:locktype><D:owner>a test</D:owner></D:lockinfo>").encode()
        answer = self("LOCK", path, body, depth=depth, **headers)
        return answer.headers.get("lock-token", "").strip("<>") or None, answer

    def names(self, path=""):
        """The paths that a folder lists, without itself, from `/files/` on."""
        answer = self("PROPFIND", path, depth="1")
        assert answer.status == 207, (answer.status, answer.body)
        return [each.removeprefix("/files/") for each in answer.texts("href")[1:]]
