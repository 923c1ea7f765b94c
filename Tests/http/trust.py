"""Certificates: which are refused, and by which settings they are trusted."""
from concurrent.futures import ThreadPoolExecutor

from bridges import DELIVERED, RETRY, Bridge
from sockets import Platform


def cases(authority):
    """Returns titles, the certificate of the server, the environment and options of the bridge, the store in use, and the outcome."""
    ca, own, hashed, missing = authority.certificate, authority.chain("own"), authority.hashed_folder(), authority.folder + "/missing"
    return [
        ("no setting", "good", {}, (), "", RETRY),
        ("no setting, self-signed", "own", {}, (), "", RETRY),
        ("SSL_CERT_FILE", "good", {"SSL_CERT_FILE": ca}, (), ca, DELIVERED),
        ("SSL_CERT_FILE, self-signed", "own", {"SSL_CERT_FILE": own}, (), own, DELIVERED),
        ("SSL_CERT_FILE of another one", "own", {"SSL_CERT_FILE": ca}, (), ca, RETRY),
        ("SSL_CERT_DIR", "good", {"SSL_CERT_DIR": hashed}, (), hashed, DELIVERED),
        ("CURL_CA_BUNDLE", "good", {"CURL_CA_BUNDLE": ca}, (), ca, DELIVERED),
        ("--ca-file", "good", {}, ("--ca-file", ca), ca, DELIVERED),
        ("--ca-file before SSL_CERT_FILE", "good", {"SSL_CERT_FILE": own}, ("--ca-file", ca), ca, DELIVERED),
        ("ALTCRAFT_BRIDGE_CA_FILE", "good", {"ALTCRAFT_BRIDGE_CA_FILE": ca}, (), ca, DELIVERED),
        ("caFile of --config", "good", {}, ("--config", f'{{"caFile": "{ca}"}}'), ca, DELIVERED),
        ("a missing --ca-file", "good", {}, ("--ca-file", missing), missing, RETRY),
        ("SSL_CERT_FILE, another host", "other", {"SSL_CERT_FILE": ca}, (), ca, RETRY),
        ("--ca-file, another host", "other", {}, ("--ca-file", ca), ca, RETRY),
        ("SSL_CERT_FILE, expired", "expired", {"SSL_CERT_FILE": ca}, (), ca, RETRY),
        ("--ca-file, expired", "expired", {}, ("--ca-file", ca), ca, RETRY),
    ]


def fault(folder, authority, name, environment, options, store, wanted):
    platform = Platform(authority.context(name))
    bridge = Bridge(folder, platform.url, *options, environment=environment, seconds=10)
    outcome, said = bridge.attempt("trusted"), bridge.doctor()
    bridge.end()
    if outcome.kind != wanted or ("trusted" in platform.answered) != (wanted == DELIVERED):
        return f"{outcome} instead of {wanted}, the platform has answered {platform.answered}"
    return None if store in said else f"doctor does not name {store}: {said}"


def run(folder, authority, results, options):
    faults = []
    with ThreadPoolExecutor(4) as workers:
        for title, *case in cases(authority):
            faults.append((f"trust: {title}", workers.submit(fault, f"{folder}/{len(faults)}", authority, *case)))
    results.check_all("trust", faults)
