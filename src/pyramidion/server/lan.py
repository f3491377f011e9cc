"""The local network: how others there reach this machine."""

import ipaddress
import socket

EVERYWHERE = "0.0.0.0"
ELSEWHERE = ("192.0.2.1", 9)  # an address of the documentation's: nobody has it, and nothing is sent there


def lan_address() -> str:
    """This machine's address on the local network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)  # which only asks the system by which way it would send
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def lan_names() -> tuple[str, ...]:
    """The names by which the local network may know this machine."""
    name = socket.gethostname().split(".")[0]
    return (name, f"{name}.local") if name else ()


def reachable_at(host: str) -> str:
    """The address by which other machines reach a server that listens on this host; empty if they can't."""
    if host in ("localhost", "") or (_is_address(host) and ipaddress.ip_address(host).is_loopback):
        return ""
    return lan_address() if _is_address(host) and ipaddress.ip_address(host).is_unspecified else host


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
