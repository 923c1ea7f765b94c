"""Certificates: which are refused, and by which settings they are trusted."""
import subprocess
from concurrent.futures import ThreadPoolExecutor

from bridges import DELIVERED, PROGRAM, RETRY, Bridge
from sockets import Platform


def cases(authority):
    """Returns a title, the certificate of the server, the environment and options of the bridge, and the outcome."""
    ca, own = authority.certificate, authority.chain("own")
    folder = authority.hashed_folder()
    yield "no setting", "good", {}, (), RETRY
    yield "no setting, self-signed", "own", {}, (), RETRY
    yield "SSL_CERT_FILE", "good", {"SSL_CERT_FILE": ca}, (), DELIVERED
    yield "SSL_CERT_FILE, self-signed", "own", {"SSL_CERT_FILE": own}, (), DELIVERED
    yield "SSL_CERT_FILE of another one", "own", {"SSL_CERT_FILE": ca}, (), RETRY
    yield "SSL_CERT_DIR", "good", {"SSL_CERT_DIR": folder}, (), DELIVERED
    yield "CURL_CA_BUNDLE", "good", {"CURL_CA_BUNDLE": ca}, (), DELIVERED
    yield "--ca-file", "good", {}, ("--ca-file", ca), DELIVERED
    yield "--ca-file before SSL_CERT_FILE", "good", {"SSL_CERT_FILE": own}, ("--ca-file", ca), DELIVERED
    yield "ALTCRAFT_BRIDGE_CA_FILE", "good", {"ALTCRAFT_BRIDGE_CA_FILE": ca}, (), DELIVERED
    yield "a missing --ca-file", "good", {}, ("--ca-file", ca + ".missing"), RETRY
    for name in ("other", "expired"):
        yield f"SSL_CERT_FILE, {name}", name, {"SSL_CERT_FILE": ca}, (), RETRY
        yield f"--ca-file, {name}", name, {}, ("--ca-file", ca), RETRY


def fault(folder, authority, name, environment, options, wanted):
    platform = Platform(authority.context(name))
    bridge = Bridge(folder, platform.url, *options, environment=environment, seconds=10)
    try:
        outcome = bridge.attempt("trusted")
        if outcome.kind != wanted or ("trusted" in platform.seen) != (wanted == DELIVERED):
            return f"{outcome} instead of {wanted}, the platform has seen {platform.seen}"
        named = [*environment.values(), *options][-1:] if not (options and environment) else [options[1]]
        # A doctor finds the platform's address in the data directory, and tries it.
        doctor = subprocess.run(
            [*bridge.environment, PROGRAM, "doctor", "--data-dir", folder + "/data", *options], capture_output=True, text=True,
            timeout=30)
        if named and named[0] not in doctor.stdout:
            return f"doctor does not name {named[0]}: {doctor.stdout} {doctor.stderr}"
        return None
    finally:
        bridge.end()
        platform.end()


def run(folder, authority, results, options):
    faults = []
    with ThreadPoolExecutor(4) as workers:
        for title, name, environment, words, wanted in cases(authority):
            place = f"{folder}/{len(faults)}"
            faults.append((f"trust: {title}", workers.submit(fault, place, authority, name, environment, words, wanted)))
    results.check_all("trust", faults)
