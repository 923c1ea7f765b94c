"""An authority of this run, and the certificates that it signed."""
import os, shutil, subprocess

from sockets import own_address, server_context

KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
# The names in each certificate.
NAMES = {
    "good": "IP:127.0.0.1,IP:::1,DNS:platform.test",
    "own": "IP:127.0.0.1",
    "other": "DNS:other.test",
    "expired": "IP:127.0.0.1",
}


class Authority:
    def __init__(self, folder):
        self.folder, self.certificate = folder, folder + "/ca.pem"
        self.openssl("req", "-x509", *KEY, "-keyout", self.key("ca"), "-out", self.certificate, "-days", "2", "-subj",
                     "/CN=authority of a test")
        own = own_address()
        for name, alternative in NAMES.items():
            if name == "good" and own:
                alternative += ",IP:" + own
            subject = ["-subj", "/CN=test", "-addext", "subjectAltName=" + alternative, *KEY, "-keyout", self.key(name)]
            if name == "own":
                self.openssl("req", "-x509", "-days", "2", *subject, "-out", self.chain(name))
                continue
            self.openssl("req", *subject, "-out", folder + "/request")
            self.openssl("x509", "-req", "-in", folder + "/request", "-copy_extensions", "copy", "-CA", self.certificate,
                         "-CAkey", self.key("ca"), "-CAcreateserial", "-days", "-1" if name == "expired" else "2",
                         "-out", self.chain(name))
        # haproxy reads both from one file.
        with open(folder + "/both.pem", "w", encoding="ascii") as both:
            for part in (self.chain("good"), self.key("good")):
                with open(part, encoding="ascii") as file:
                    both.write(file.read())

    def openssl(self, *arguments):
        result = subprocess.run(["openssl", *arguments], capture_output=True, text=True)
        if result.returncode:
            raise SystemExit(f"error: openssl {arguments[0]}: {result.stderr}")
        return result.stdout

    def chain(self, name):
        return f"{self.folder}/{name}.pem"

    def key(self, name):
        return f"{self.folder}/{name}.key"

    def hashed_folder(self):
        """Returns a folder in which OpenSSL finds the authority by its hash."""
        folder = self.folder + "/hashed"
        os.makedirs(folder)
        name = self.openssl("x509", "-hash", "-noout", "-in", self.certificate).strip()
        shutil.copy(self.certificate, f"{folder}/{name}.0")
        return folder

    def context(self, name="good", version=None):
        return server_context(self.chain(name), self.key(name), version)

    @property
    def trusted(self):
        """The environment in which the authority is trusted."""
        return {"SSL_CERT_FILE": self.certificate}
