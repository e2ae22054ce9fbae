import urllib.parse

import bs4


def task_func(html, page_url):
    """
    Sort the links of an HTML page by where they lead. The href of each <a> element, in the order of
    the page, is resolved against the page's URL, or against the href of the first <base> element
    that has one, itself resolved against the page's URL; then its fragment (from '#' on) is
    removed. A link is internal if it leads by http or https to the host name of the page's URL, and
    external if it leads to another host; the scheme and the port make no difference, nor does the
    case of the host name. Links to anything else, such as mailto or a URL without a host, only
    count as other.

    Note:
    - Whitespace around an href is ignored.
    - Left out altogether are <a> elements without an href, with one that is empty or begins with
      '#', or whose rel contains the word nofollow in any case.
    - A URL is listed once, where it first occurs; the others are counted once for each element.

    Parameters:
    - html (str): The HTML source of the page.
    - page_url (str): The absolute http or https URL of the page.

    Returns:
    - dict: 'internal', the list of URLs (str) in the order of the page; 'external', a dict from
      each host name in lower case, in alphabetical order, to the list of its URLs in the order of
      the page; and 'other' (int).

    Raises:
    - ValueError: If page_url is not an absolute http or https URL.

    Requirements:
    - bs4
    - urllib

    Example:
    >>> page = '<a href="b#top">B</a> <a href="//cdn.example/x">X</a> <a href="mailto:a@b">M</a>'
    >>> report = task_func(page, "https://site.example/a")
    >>> report["internal"], report["external"]
    (['https://site.example/b'], {'cdn.example': ['https://cdn.example/x']})
    >>> report["other"]
    1
    """
    own = urllib.parse.urlsplit(page_url)
    if own.scheme not in ("http", "https") or not own.hostname:
        raise ValueError(f"not an absolute http or https URL: {page_url}")

    soup = bs4.BeautifulSoup(html, "html.parser")
    base = soup.find("base", href=True)
    base_url = urllib.parse.urljoin(page_url, base["href"].strip()) if base else page_url

    internal = []
    external = {}
    other = 0
    for anchor in soup.find_all("a", href=True):
        href = anchor["href"].strip()
        rel = [word.lower() for word in anchor.get("rel", [])]
        if not href or href.startswith("#") or "nofollow" in rel:
            continue
        url = urllib.parse.urldefrag(urllib.parse.urljoin(base_url, href)).url
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            other += 1
            continue
        if parts.hostname == own.hostname:
            urls = internal
        else:
            urls = external.setdefault(parts.hostname, [])
        if url not in urls:
            urls.append(url)
    return {
        "internal": internal,
        "external": {host: external[host] for host in sorted(external)},
        "other": other,
    }


import unittest


class TestCases(unittest.TestCase):
    URL = "https://shop.example/help/index.html"

    def report(self, *anchors, page_url=URL):
        return task_func("<html><body>" + "\n".join(anchors) + "</body></html>", page_url)

    def test_internal_links_are_resolved(self):
        # Relative to the directory, to the root, up the tree, a query, and absolute.
        result = self.report(
            '<a href="faq.html">1</a>',
            '<p><a href="/about">2</a></p>',
            '<a href="../cart/">3</a>',
            '<a href="?lang=de">4</a>',
            '<a href="https://shop.example/">5</a>',
        )
        self.assertEqual(
            result,
            {
                "internal": [
                    "https://shop.example/help/faq.html",
                    "https://shop.example/about",
                    "https://shop.example/cart/",
                    "https://shop.example/help/index.html?lang=de",
                    "https://shop.example/",
                ],
                "external": {},
                "other": 0,
            },
        )

    def test_external_links_are_grouped_by_host(self):
        # Hosts in alphabetical order, their URLs in the order of the page.
        result = self.report(
            '<a href="https://www.b.example/2">1</a>',
            '<a href="//a.example/x">2</a>',
            '<a href="http://www.b.example/1">3</a>',
        )
        self.assertEqual(list(result["external"]), ["a.example", "www.b.example"])
        self.assertEqual(result["external"]["a.example"], ["https://a.example/x"])
        self.assertEqual(
            result["external"]["www.b.example"],
            ["https://www.b.example/2", "http://www.b.example/1"],
        )
        self.assertEqual(result["internal"], [])

    def test_scheme_port_and_case_of_the_host(self):
        # These lead to the page's own host; a subdomain does not.
        result = self.report(
            '<a href="http://shop.example/a">1</a>',
            '<a href="https://shop.example:8443/b">2</a>',
            '<a href="https://SHOP.example/c">3</a>',
            '<a href="https://www.Shop.example/d">4</a>',
        )
        self.assertEqual(
            result["internal"],
            [
                "http://shop.example/a",
                "https://shop.example:8443/b",
                "https://SHOP.example/c",
            ],
        )
        self.assertEqual(result["external"], {"www.shop.example": ["https://www.Shop.example/d"]})

    def test_fragments_and_repetitions(self):
        # Two sections of one page are one URL, at home and abroad.
        result = self.report(
            '<a href="faq.html#one">1</a>',
            '<a href="faq.html">2</a>',
            '<a href="https://a.example/#x">3</a>',
            '<a href=" https://a.example/#y ">4</a>',
        )
        self.assertEqual(result["internal"], ["https://shop.example/help/faq.html"])
        self.assertEqual(result["external"], {"a.example": ["https://a.example/"]})

    def test_what_is_left_out(self):
        # No href, a blank one, a bare fragment, and nofollow among the words of rel.
        result = self.report(
            "<a name='x'>1</a>",
            '<a href="">2</a>',
            '<a href="  ">3</a>',
            '<a href=" #top">4</a>',
            '<a href="/ad" rel="sponsored NoFollow">5</a>',
            '<link href="/style.css" rel="stylesheet">',
            '<a href="/kept" rel="noopener">6</a>',
        )
        self.assertEqual(
            result, {"internal": ["https://shop.example/kept"], "external": {}, "other": 0}
        )

    def test_other_schemes_are_counted(self):
        # Every element counts, also repeated ones.
        result = self.report(
            '<a href="mailto:a@shop.example">1</a>',
            '<a href="mailto:a@shop.example">2</a>',
            '<a href="tel:+4930123">3</a>',
            '<a href="ftp://shop.example/file">4</a>',
            '<a href="http:///path">5</a>',
        )
        self.assertEqual(result, {"internal": [], "external": {}, "other": 5})

    def test_base_element(self):
        # The first base with an href counts; what is internal still depends on the page's URL.
        result = self.report(
            "<base target='_blank'><base href='//cdn.example/v2/'><base href='/no/'>",
            '<a href="doc">1</a>',
            '<a href="https://shop.example/x">2</a>',
        )
        self.assertEqual(result["external"], {"cdn.example": ["https://cdn.example/v2/doc"]})
        self.assertEqual(result["internal"], ["https://shop.example/x"])
        result = self.report("<base href=' /docs/ '>", '<a href="a">1</a>')
        self.assertEqual(result["internal"], ["https://shop.example/docs/a"])

    def test_page_by_http(self):
        # A page without encryption is as good.
        result = self.report('<a href="b">1</a>', page_url="http://shop.example:8080/a")
        self.assertEqual(result["internal"], ["http://shop.example:8080/b"])

    def test_page_without_links(self):
        # An empty text is a page, too.
        self.assertEqual(task_func("", self.URL), {"internal": [], "external": {}, "other": 0})

    def test_invalid_page_url(self):
        # A relative one, another scheme, and one without a host.
        for page_url in ("/help/", "shop.example/a", "ftp://shop.example/", "https:///a"):
            with self.subTest(page_url=page_url), self.assertRaises(ValueError):
                self.report('<a href="x">1</a>', page_url=page_url)
