import os

import yaml


def task_func(paths, prefix="APP"):
    """
    Load a configuration from layers of YAML files and from environment variables. The files are
    merged in the given order, later ones over earlier ones: mappings are merged key by key at
    every level, and any other value, a list too, replaces what was there. Then the environment
    variables named PREFIX__KEY or PREFIX__KEY__SUBKEY, to any depth, are merged in the same way, in
    the order of their names; the parts of the name after the prefix, in lower case, are the keys,
    and the text of the variable is parsed as YAML.

    Note:
    - A null value removes the key from the result, in whichever layer and at whichever level.
    - Files that do not exist are skipped, and an empty file counts as an empty mapping.
    - The prefix is compared exactly as given, and only plain data is loaded (safe loading).

    Parameters:
    - paths (list): The paths (str) of the YAML files, from the weakest to the strongest.
    - prefix (str): The first part of the variables' names. Default is 'APP'.

    Returns:
    - dict: The merged configuration.

    Raises:
    - ValueError: If the top level of a file is not a mapping. The message contains the path.
    - yaml.YAMLError: If a file or a variable is not valid YAML.

    Requirements:
    - os
    - yaml

    Example:
    >>> os.environ["DEMO__SERVER__PORT"] = "8080"
    >>> os.environ["DEMO__DEBUG"] = "true"
    >>> task_func([], prefix="DEMO")
    {'debug': True, 'server': {'port': 8080}}
    >>> del os.environ["DEMO__SERVER__PORT"], os.environ["DEMO__DEBUG"]
    """

    def merge(base, layer):
        for key, value in layer.items():
            if value is None:
                base.pop(key, None)
            elif isinstance(value, dict):
                inner = base.get(key)
                base[key] = merge(inner if isinstance(inner, dict) else {}, value)
            else:
                base[key] = value
        return base

    config = {}
    for path in paths:
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            layer = yaml.safe_load(file)
        if layer is None:
            continue
        if not isinstance(layer, dict):
            raise ValueError(f"{path} does not hold a mapping")
        merge(config, layer)

    for name in sorted(os.environ):
        start, *keys = name.split("__")
        if start != prefix or not keys:
            continue
        layer = yaml.safe_load(os.environ[name])
        for key in reversed(keys):
            layer = {key.lower(): layer}
        merge(config, layer)
    return config


import os
import tempfile
import unittest
from unittest.mock import patch

import yaml


class TestCases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        environment = patch.dict(os.environ, clear=True)
        environment.start()
        self.addCleanup(environment.stop)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_later_files_win(self):
        # Mappings are merged at every level, other keys stay.
        base = self.write("base.yaml", "name: shop\ndb: {host: local, pool: {min: 1, max: 5}}\n")
        site = self.write("site.yaml", "db: {host: db.example, pool: {max: 20}}\n")
        self.assertEqual(
            task_func([base, site]),
            {"name": "shop", "db": {"host": "db.example", "pool": {"min": 1, "max": 20}}},
        )
        self.assertEqual(task_func([site, base])["db"]["pool"], {"min": 1, "max": 5})

    def test_lists_and_scalars_are_replaced(self):
        # A list is not extended; scalars and mappings replace each other.
        first = self.write("1.yaml", "hosts: [a, b]\nlog: debug\ncache: {size: 3}\n")
        second = self.write("2.yaml", "hosts: [c]\nlog: {level: info}\ncache: off\n")
        self.assertEqual(
            task_func([first, second]),
            {"hosts": ["c"], "log": {"level": "info"}, "cache": False},
        )

    def test_null_removes_keys(self):
        # In an overriding file, in a base file, and within a mapping that is new.
        first = self.write("1.yaml", "a: 1\nb: {c: 2, d: 3}\ne: null\n")
        second = self.write("2.yaml", "a: null\nb: {c: null}\nf: {g: null, h: 4}\n")
        self.assertEqual(task_func([first, second]), {"b": {"d": 3}, "f": {"h": 4}})

    def test_environment_wins_over_files(self):
        # Values are parsed as YAML; new levels are created on the way.
        path = self.write("base.yaml", "db: {host: local, port: 5432}\nplain: 1\n")
        os.environ["APP__DB__PORT"] = "6000"
        os.environ["APP__PLAIN__DEEP__KEY"] = "[1, two]"
        os.environ["APP__DB__SSL"] = "{mode: full}"
        self.assertEqual(
            task_func([path]),
            {
                "db": {"host": "local", "port": 6000, "ssl": {"mode": "full"}},
                "plain": {"deep": {"key": [1, "two"]}},
            },
        )

    def test_environment_can_remove_keys(self):
        # Both the word null and an empty text are null in YAML.
        path = self.write("base.yaml", "a: 1\nb: 2\nc: 3\n")
        os.environ["APP__A"] = "null"
        os.environ["APP__B"] = ""
        self.assertEqual(task_func([path]), {"c": 3})

    def test_variables_are_applied_in_order_of_name(self):
        # The longer name comes later and is merged into the shorter one's mapping.
        os.environ["APP__DB__HOST"] = "late"
        os.environ["APP__DB"] = "{host: early, port: 1}"
        self.assertEqual(task_func([]), {"db": {"host": "late", "port": 1}})

    def test_only_variables_with_the_prefix(self):
        # Similar names, the bare prefix and another prefix are ignored.
        for name in ("APPLE__A", "APP_B", "APP", "MY_APP__C"):
            os.environ[name] = "1"
        os.environ["WEB__PORT"] = "80"
        self.assertEqual(task_func([]), {})
        self.assertEqual(task_func([], prefix="WEB"), {"port": 80})

    def test_missing_and_empty_files(self):
        # Neither adds anything.
        empty = self.write("empty.yaml", "# nothing here\n")
        full = self.write("full.yaml", "a: ü\n")
        missing = os.path.join(self.folder, "missing.yaml")
        self.assertEqual(task_func([missing, full, empty]), {"a": "ü"})
        self.assertEqual(task_func([]), {})

    def test_top_level_must_be_a_mapping(self):
        # A list is refused, and so is a scalar; the message tells which file it is.
        for text in ("- a\n- b\n", "just text\n", "0\n"):
            path = self.write("list.yaml", text)
            with self.subTest(text=text), self.assertRaises(ValueError) as caught:
                task_func([path])
            self.assertIn(path, str(caught.exception))

    def test_invalid_yaml(self):
        # In a file, in a variable, and where a tag asks for an arbitrary object.
        for text in ("a: [1, 2", "a: !!python/object/apply:os.getcwd []"):
            path = self.write("bad.yaml", text)
            with self.subTest(text=text), self.assertRaises(yaml.YAMLError):
                task_func([path])
        os.environ["APP__A"] = "{"
        with self.assertRaises(yaml.YAMLError):
            task_func([])
