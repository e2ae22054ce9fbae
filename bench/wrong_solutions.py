"""Derives wrong solutions from the canonical ones of a dataset.

    python wrong_solutions.py TASKS.jsonl COUNT > SAMPLES.jsonl

Goes round the tasks and the kinds of mistakes, so that the same dataset always gives the
same samples: task_id, solution, kind. A mistake that cannot be made in a task gives its
turn to the next one. Needs Python 3.9 or later.
"""

import ast
import copy
import itertools
import json
import sys


class NotHereError(Exception):
    """This mistake cannot be made in this solution."""


def body(*lines):
    """Puts other statements in the place of the function's."""

    def spoil(tree, function):
        function.body = ast.parse("\n".join(lines)).body

    return spoil


def before(*lines):
    """Puts statements before the function's."""

    def spoil(tree, function):
        function.body = ast.parse("\n".join(lines)).body + function.body

    return spoil


def after(*lines):
    """Puts statements behind the module's."""

    def spoil(tree, function):
        tree.body += ast.parse("\n".join(lines)).body

    return spoil


def missing_import(tree, function):
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    if not imports:
        raise NotHereError
    tree.body.remove(imports[-1])


def unknown_import(tree, function):
    tree.body.insert(0, ast.parse("import a_module_that_nobody_has").body[0])


def other_name(tree, function):
    function.name += "_2"


def swapped_parameters(tree, function):
    if len(function.args.args) < 2:
        raise NotHereError
    function.args.args[:2] = function.args.args[1::-1]


def argument_returned(tree, function):
    if not function.args.args:
        raise NotHereError
    function.body = ast.parse(f"return {function.args.args[0].arg}").body


def swapped_result(tree, function):
    for node in returns(function):
        if isinstance(node.value, ast.Tuple) and len(node.value.elts) > 1:
            node.value.elts.reverse()
            return
    raise NotHereError


def result_in_list(tree, function):
    for node in returns(function):
        node.value = ast.List([node.value], ast.Load())


def no_return(tree, function):
    for node in returns(function):
        node.value = None


def returns(function):
    found = [node for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
    if not found:
        raise NotHereError
    return found


def operator(tree, function):
    others = {
        ast.Add: ast.Sub,
        ast.Sub: ast.Add,
        ast.Mult: ast.Add,
        ast.Div: ast.Mult,
        ast.Lt: ast.GtE,
        ast.Gt: ast.LtE,
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
        ast.And: ast.Or,
        ast.Or: ast.And,
    }
    for node in ast.walk(function):
        if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in others:
            node.op = others[type(node.op)]()
            return
        if isinstance(node, ast.Compare) and type(node.ops[0]) in others:
            node.ops[0] = others[type(node.ops[0])]()
            return
    raise NotHereError


def number(tree, function):
    change_constant(function, lambda value: type(value) in (int, float), lambda value: value + 1)


def text(tree, function):
    change_constant(function, lambda value: type(value) is str, lambda value: value + "_")


def change_constant(function, wanted, change):
    documented = ast.get_docstring(function) is not None
    for statement in function.body[1 if documented else 0 :]:
        for node in ast.walk(statement):
            in_format = isinstance(node, ast.JoinedStr)
            if isinstance(node, ast.Constant) and wanted(node.value) and not in_format:
                node.value = change(node.value)
                return
    raise NotHereError


KINDS = {
    "constant": body("return 42"),
    "nothing": body("pass"),
    "empty text": body("return ''"),
    "wrong type": body("return object"),
    "exception": body("raise ValueError('wrong')"),
    "exception without words": body("raise RuntimeError"),
    "assertion": body("assert False, 'never'"),
    "keyboard interrupt": body("raise KeyboardInterrupt"),
    "sys.exit": body("import sys", "sys.exit(0)"),
    "exit code": body("raise SystemExit(3)"),
    "exit()": body("exit()"),
    "os._exit": body("import os", "os._exit(0)"),
    "killed": body("import os", "os.kill(os.getpid(), 9)"),
    "recursion": body("def f(): return f()", "return f()"),
    "much output": before("import sys", "print('x' * 1_000_000)", "print('y', file=sys.stderr)"),
    "output and nothing else": body("print('result')"),
    "endless": body("while True: pass"),
    "syntax": None,
    "indentation": None,
    "null byte": None,
    "nothing at all": None,
    "exception at import": after("raise ValueError('at import')"),
    "exit at import": after("import sys", "sys.exit(0)"),
    "missing import": missing_import,
    "unknown import": unknown_import,
    "unknown import inside": before("import a_module_that_nobody_has"),
    "unknown name": before("a_name_that_nobody_has"),
    "other name": other_name,
    "swapped parameters": swapped_parameters,
    "argument returned": argument_returned,
    "swapped result": swapped_result,
    "result in a list": result_in_list,
    "no return": no_return,
    "operator": operator,
    "number": number,
    "text": text,
    "correct": lambda tree, function: None,
}
# Each costs its whole time limit, twice.
RARE = {"endless": 5}


def spoiled(row, kind):
    code = row["complete_prompt"] + row["canonical_solution"]
    if kind == "syntax":
        return code + "\n)"
    if kind == "indentation":
        return code + "\n   return 1\n"
    if kind == "null byte":
        return code + "\n'\0'\n"
    if kind == "nothing at all":
        return ""
    tree = ast.parse(code)
    named = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == row["entry_point"]
    ]
    if not named:
        raise NotHereError
    KINDS[kind](tree, named[-1])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def derive(rows, count):
    """Yield a sample for each of ``count`` tasks, evenly spread, the kinds taking turns."""
    kinds, waiting, made = itertools.cycle(KINDS), [], dict.fromkeys(KINDS, 0)
    for index in range(count):
        row = rows[index * len(rows) // count]
        for kind in itertools.chain(list(waiting), itertools.islice(kinds, 2 * len(KINDS))):
            if made[kind] >= RARE.get(kind, count):
                continue
            try:
                solution = spoiled(copy.deepcopy(row), kind)
            except NotHereError:
                if kind not in waiting:
                    waiting.append(kind)
                continue
            if kind in waiting:
                waiting.remove(kind)
            made[kind] += 1
            yield {"task_id": row["task_id"], "solution": solution, "kind": kind}
            break


def main(path, count):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for sample in derive(rows, int(count)):
        print(json.dumps(sample))


if __name__ == "__main__":
    main(*sys.argv[1:])
