import ast
import collections
import heapq


def task_func(source):
    """
    List the top-level functions of a Python module so that each one comes after all the top-level
    functions it calls. A function, plain or async, calls another one if its definition, decorators
    and default values included, contains at any depth a call of that function's bare name, such as
    load(path); attribute calls such as self.load(path) do not count, nor do calls of itself or of
    names that are no top-level function. Wherever several functions could come next, the smallest
    name in alphabetical order does.

    Note:
    - Only functions that are statements of the module itself are listed, not methods, nested
      functions, or functions inside an if block.
    - If a name is defined more than once, it is listed once, with the calls of all its definitions.

    Parameters:
    - source (str): The source code of the module.

    Returns:
    - list: The names of the functions, in order.

    Raises:
    - SyntaxError: If the source is not valid Python.
    - ValueError: If the calls form a cycle. The message is 'cannot order: ' followed by all the
      names that could not be placed, sorted and joined by ', '; beside the functions in the cycle
      these are the ones that directly or indirectly call them.

    Requirements:
    - ast
    - collections
    - heapq

    Example:
    >>> task_func("def main(): show(load())\\ndef show(x): print(x)\\ndef load(): return 1")
    ['load', 'show', 'main']
    """
    bodies = collections.defaultdict(list)
    for statement in ast.parse(source).body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            bodies[statement.name].append(statement)

    callers = collections.defaultdict(set)
    waiting = {}
    for name, definitions in bodies.items():
        called = {
            node.func.id
            for definition in definitions
            for node in ast.walk(definition)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        needed = (called & bodies.keys()) - {name}
        waiting[name] = len(needed)
        for other in needed:
            callers[other].add(name)

    ready = [name for name, count in waiting.items() if count == 0]
    heapq.heapify(ready)
    order = []
    while ready:
        name = heapq.heappop(ready)
        order.append(name)
        for caller in callers[name]:
            waiting[caller] -= 1
            if waiting[caller] == 0:
                heapq.heappush(ready, caller)

    if len(order) < len(waiting):
        raise ValueError("cannot order: " + ", ".join(sorted(set(waiting) - set(order))))
    return order


import textwrap
import unittest


class TestCases(unittest.TestCase):
    def order(self, source):
        return task_func(textwrap.dedent(source))

    def test_callees_come_first(self):
        # A chain in reverse of the order in the file.
        source = """
            def a():
                return b()
            def b():
                return c() + 1
            def c():
                return 1
        """
        self.assertEqual(self.order(source), ["c", "b", "a"])

    def test_smallest_name_first(self):
        # 'beta' becomes ready only after 'zeta', and then goes before 'yota'.
        source = """
            def zeta(): pass
            def beta(): zeta()
            def yota(): zeta()
            def mu(): pass
        """
        self.assertEqual(self.order(source), ["mu", "zeta", "beta", "yota"])

    def test_several_callees(self):
        # A function waits for all of them, however often it calls each.
        source = """
            def all_of_it():
                return x() + x() + y(z())
            def x(): return z()
            def y(value): return value
            def z(): return 0
        """
        self.assertEqual(self.order(source), ["y", "z", "x", "all_of_it"])

    def test_calls_at_any_depth(self):
        # In nested functions, comprehensions, default values and decorators, async ones too.
        source = """
            def a():
                def inner():
                    return [d() for _ in range(3)]
                return inner
            async def b(value=d()): pass
            @d()
            def c(): pass
            async def d(): return await e()
            async def e(): pass
        """
        self.assertEqual(self.order(source), ["e", "d", "a", "b", "c"])

    def test_what_is_no_call(self):
        # Attribute calls, plain mentions, recursion and unknown names make no order.
        source = """
            import os
            def a(self):
                self.b()
                os.path.join("x")
                callback = b
                return a(callback) if callback else print(len("x"))
            def b(): pass
        """
        self.assertEqual(self.order(source), ["a", "b"])

    def test_only_statements_of_the_module(self):
        # Methods, conditional functions and other statements are not listed.
        source = """
            VALUE = 1
            class Box:
                def method(self): pass
            if VALUE:
                def hidden(): pass
            def shown():
                method()
                hidden()
        """
        self.assertEqual(self.order(source), ["shown"])
        self.assertEqual(task_func(""), [])

    def test_repeated_definition(self):
        # The calls of both definitions of 'a' count.
        source = """
            def a(): c()
            def a(): b()
            def b(): pass
            def c(): pass
        """
        self.assertEqual(self.order(source), ["b", "c", "a"])

    def test_cycle(self):
        # The cycle and its caller cannot be placed; 'free' could.
        source = """
            def ping(): pong()
            def pong(): ping(); free()
            def main(): ping()
            def free(): pass
        """
        with self.assertRaises(ValueError) as caught:
            self.order(source)
        self.assertEqual(str(caught.exception), "cannot order: main, ping, pong")

    def test_invalid_source(self):
        # A syntax error is passed on.
        with self.assertRaises(SyntaxError):
            task_func("def a(:")
