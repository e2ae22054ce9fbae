import collections
import ipaddress


def task_func(lines, top=3, include_private=True):
    """
    Sum up the traffic of an access log by client network. The first field of a line (fields are
    separated by whitespace) is the client's IP address and the last one the number of bytes sent,
    or '-' for none. An IPv4 address belongs to its /24 network and an IPv6 address to its /64,
    except that an IPv4-mapped one, such as ::ffff:192.0.2.7, is treated as the IPv4 address in it.
    Listed are the networks with the most bytes; equal ones are ordered by requests, most first,
    and then by the text of the network.

    Note:
    - Blank lines are ignored. A line that has fewer than two fields, or whose first or last field
      is not as described (bytes are one or more of the digits 0 to 9), counts as malformed.
    - If include_private is false, clients for which the is_private of the address (after unmapping)
      is true are not counted anywhere; a malformed line still is.

    Parameters:
    - lines (iterable): The lines of the log (str).
    - top (int): The greatest number of networks to list. Default is 3.
    - include_private (bool): Whether private addresses are counted. Default is True.

    Returns:
    - tuple: The list of the networks, each a tuple of its text, e.g. '192.0.2.0/24', the number of
      its requests and the sum of its bytes; and the number of malformed lines (int).

    Raises:
    - ValueError: If top is less than 1.

    Requirements:
    - collections
    - ipaddress

    Example:
    >>> log = ["8.8.8.8 GET / 200 500", "8.8.8.9 GET /a 304 -", "2606:4700::1 GET / 200 700", "?"]
    >>> task_func(log)
    ([('2606:4700::/64', 1, 700), ('8.8.8.0/24', 2, 500)], 1)
    """
    if top < 1:
        raise ValueError("top must be at least 1")

    requests_of = collections.Counter()
    bytes_of = collections.Counter()
    malformed = 0
    for line in lines:
        fields = line.split()
        if not fields:
            continue
        size = "0" if fields[-1] == "-" else fields[-1]
        try:
            address = ipaddress.ip_address(fields[0])
        except ValueError:
            address = None
        # A single field is refused, too: it cannot be both an address and a number.
        if address is None or not (size.isascii() and size.isdigit()):
            malformed += 1
            continue
        if address.version == 6 and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        if address.is_private and not include_private:
            continue
        prefix = 24 if address.version == 4 else 64
        network = str(ipaddress.ip_network((address, prefix), strict=False))
        requests_of[network] += 1
        bytes_of[network] += int(size)

    ranking = sorted(requests_of, key=lambda text: (-bytes_of[text], -requests_of[text], text))
    return [(text, requests_of[text], bytes_of[text]) for text in ranking[:top]], malformed


import unittest


class TestCases(unittest.TestCase):
    def test_ipv4_networks(self):
        # Clients of one /24 are added up, and the order is by bytes.
        log = [
            '8.8.8.8 - "GET /" 200 100',
            '1.1.1.1 - "GET /big" 200 5000',
            '8.8.8.250 - "GET /" 200 150',
            '8.8.9.8 - "GET /" 200 10',
        ]
        self.assertEqual(
            task_func(log),
            ([("1.1.1.0/24", 1, 5000), ("8.8.8.0/24", 2, 250), ("8.8.9.0/24", 1, 10)], 0),
        )

    def test_ipv6_networks(self):
        # The first four groups make the network, however the address is written.
        log = [
            "2606:4700:0:1::1 x 10",
            "2606:4700:0:1:FFFF::2 x 20",
            "2606:4700:0:2::1 x 5",
        ]
        self.assertEqual(
            task_func(log),
            ([("2606:4700:0:1::/64", 2, 30), ("2606:4700:0:2::/64", 1, 5)], 0),
        )

    def test_mapped_addresses_are_ipv4(self):
        # Both notations of one client end up in the same network.
        log = ["::ffff:8.8.8.8 x 1", "8.8.8.7 x 2", "::8.8.8.8 x 9"]
        self.assertEqual(task_func(log), ([("::/64", 1, 9), ("8.8.8.0/24", 2, 3)], 0))

    def test_dash_is_zero_bytes(self):
        # The request still counts.
        self.assertEqual(task_func(["8.8.8.8 x -"]), ([("8.8.8.0/24", 1, 0)], 0))

    def test_order_of_equal_networks(self):
        # By requests first, then by the text and not by the number.
        log = ["9.9.9.9 x 6", "10.0.0.1 x 6", "8.8.8.8 x 2", "8.8.8.8 x 4"]
        self.assertEqual(
            task_func(log),
            ([("8.8.8.0/24", 2, 6), ("10.0.0.0/24", 1, 6), ("9.9.9.0/24", 1, 6)], 0),
        )

    def test_top(self):
        # Three networks by default, fewer or more if asked for.
        log = [f"8.8.{number}.1 x {number}" for number in range(1, 6)]
        self.assertEqual(
            [text for text, _, _ in task_func(log)[0]], ["8.8.5.0/24", "8.8.4.0/24", "8.8.3.0/24"]
        )
        self.assertEqual(task_func(log, top=1), ([("8.8.5.0/24", 1, 5)], 0))
        self.assertEqual(len(task_func(log, top=99)[0]), 5)

    def test_private_addresses(self):
        # They are counted by default and can be left out, mapped ones too.
        log = ["10.1.2.3 x 5", "::ffff:192.168.0.9 x 7", "fd00::1 x 6", "8.8.8.8 x 1", "bad"]
        self.assertEqual(
            task_func(log),
            ([("192.168.0.0/24", 1, 7), ("fd00::/64", 1, 6), ("10.1.2.0/24", 1, 5)], 1),
        )
        self.assertEqual(task_func(log, include_private=False), ([("8.8.8.0/24", 1, 1)], 1))

    def test_malformed_lines(self):
        # Bad addresses, bad sizes and single fields; blank lines are not counted.
        log = [
            "host.example GET 5",
            "8.8.8.300 GET 5",
            "8.8.8.0/24 GET 5",
            "8.8.8.8 GET -5",
            "8.8.8.8 GET 1.5",
            "8.8.8.8 GET ²",
            "8.8.8.8 GET ٣",
            "8.8.8.8",
            "",
            "  \n",
            "\t8.8.8.8 GET 5\n",
        ]
        self.assertEqual(task_func(iter(log)), ([("8.8.8.0/24", 1, 5)], 8))

    def test_empty_log(self):
        # Nothing to list.
        self.assertEqual(task_func([]), ([], 0))

    def test_invalid_top(self):
        # At least one network must be asked for.
        for top in (0, -1):
            with self.subTest(top=top), self.assertRaises(ValueError):
                task_func([], top=top)
