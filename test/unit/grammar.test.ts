import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const docstringScope = 'documentation.bigcodebench.injection';
const instructScope = 'text.bigcodebench.instruct';

const root = new URL('../../', import.meta.url);

const grammarFiles = new Map([
  ['source.python', 'test/fixtures/grammars/python.tmLanguage.json'],
  [docstringScope, 'syntaxes/docstring.injection.tmLanguage.json'],
  [instructScope, 'syntaxes/instruct.tmLanguage.json'],
]);

const registry = new textmate.Registry({
  onigLib: loadOniguruma(),
  loadGrammar: async (scopeName) => {
    const file = grammarFiles.get(scopeName);
    if (file === undefined) return null;
    return textmate.parseRawGrammar(await readFile(new URL(file, root), 'utf8'), file);
  },
  getInjections: (scopeName) => (scopeName === 'source.python' ? [docstringScope] : undefined),
});

async function loadOniguruma() {
  const wasm = new URL(import.meta.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(await readFile(wasm));
  return {
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  };
}

interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

async function tokenize(scopeName: string, text: string): Promise<Token[][]> {
  const grammar = await registry.loadGrammar(scopeName);
  assert.ok(grammar);
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scopes,
    }));
  });
}

/** The texts that carry a scope (or one below it), in order. */
function texts(lines: readonly Token[][], scope: string): string[] {
  return lines
    .flat()
    .filter(({ scopes }) => scopes.some((name) => name === scope || name.startsWith(`${scope}.`)))
    .map(({ text }) => text);
}

const docstring = (...lines: string[]) =>
  tokenize(
    'source.python',
    [
      'def task_func(x):',
      '    """',
      ...lines.map((line) => `    ${line}`),
      '    """',
      '    return 1',
    ].join('\n'),
  );

describe('the docstring grammar', () => {
  it('marks every heading that the benchmark knows, and no other', async () => {
    const lines = await docstring(
      'Count the rivers. Returns: is no heading here.',
      '',
      'Parameters:',
      'Returns:',
      'Requirements:',
      'Raises:',
      'Note: one line',
      'Notes:',
      'Example:',
      'Examples:',
      'Warning:',
    );
    assert.deepEqual(texts(lines, 'markup.heading'), [
      'Parameters',
      'Returns',
      'Requirements',
      'Raises',
      'Note',
      'Notes',
      'Example',
      'Examples',
    ]);
  });

  it('tells names from types in parameters, with and without a dash', async () => {
    const lines = await docstring(
      'Parameters:',
      '- rivers (list of str): Their names.',
      'bounds (Tuple[float, (int, int)], optional): Where to look.',
      '  goes on (in words) and stops.',
      '**kwargs: The rest.',
      'Default: None.',
    );
    assert.deepEqual(texts(lines, 'variable.parameter'), ['rivers', 'bounds', '**kwargs']);
    assert.deepEqual(texts(lines, 'support.type'), [
      'list of str',
      'Tuple[float, (int, int)], optional',
    ]);
  });

  it('marks what is returned by its type', async () => {
    const lines = await docstring(
      'Returns:',
      'dict[str, list[int]]: The lengths by river, with:',
      '- pandas.DataFrame: the table',
      '- total (float): the sum',
      'The sum is in kilometres.',
    );
    assert.deepEqual(texts(lines, 'support.type'), [
      'dict[str, list[int]]',
      'pandas.DataFrame',
      'float',
    ]);
    assert.deepEqual(texts(lines, 'variable.parameter'), ['total']);
  });

  it('marks libraries and exceptions', async () => {
    const lines = await docstring(
      'Requirements:',
      '- matplotlib.pyplot',
      '- scikit-learn (any version)',
      'pandas',
      'nothing but the above',
      'Raises:',
      'ValueError: If a length is negative, or a json.JSONDecodeError.',
    );
    assert.deepEqual(texts(lines, 'entity.name.namespace.library'), [
      'matplotlib.pyplot',
      'scikit-learn',
      'pandas',
    ]);
    assert.deepEqual(texts(lines, 'support.type.exception'), [
      'ValueError',
      'json.JSONDecodeError',
    ]);
  });

  it('ends a section where the row ends it: at a blank line', async () => {
    const lines = await docstring(
      'Parameters:',
      'length (int): Known.',
      '',
      'width (int): Description, as far as the benchmark reads it.',
      '',
      'Requirements:',
      '- re',
      '   ',
      '- os',
    );
    assert.deepEqual(texts(lines, 'variable.parameter'), ['length']);
    assert.deepEqual(texts(lines, 'entity.name.namespace.library'), ['re']);
  });

  it('embeds the code of examples, and marks expected output', async () => {
    const lines = await docstring(
      'Example:',
      ">>> task_func('Elbe')",
      '1094',
      '>>> for river in ():',
      '...     task_func(river)',
      '...',
      '',
      'Prose again, 12 words.',
    );
    assert.deepEqual(texts(lines, 'keyword.control.prompt'), ['>>>', '>>>', '...', '...']);
    assert.deepEqual(texts(lines, 'comment.block.output'), ['1094']);
    assert.equal(
      texts(lines, 'meta.embedded').join('|'),
      "task_func|(|'Elbe'|)|for| river |in| |(|)|:|    task_func|(|river|)",
    );
  });

  it('keeps code that is open at the end of its line from running on', async () => {
    const lines = await docstring('>>> task_func(', '...     1)', '(', 'Returns:', 'int: 1');
    assert.deepEqual(texts(lines, 'comment.block.output'), ['(']);
    assert.deepEqual(texts(lines, 'support.type'), ['int']);
    assert.deepEqual(texts(lines.slice(-1), 'string'), []);
  });

  const closings = [
    ['after a parameter', '    Parameters:\n    x (int): One."""'],
    ['after a library', '    Requirements:\n    - re"""'],
    ['after output', '    >>> 1\n    1"""'],
    ['after code', '    >>> task_func(1)"""'],
    ['after code with the other triple quotes', "    >>> task_func('''a''', 1)\"\"\""],
  ] as const;
  for (const [where, text] of closings) {
    it(`lets the docstring end ${where}`, async () => {
      const lines = await tokenize('source.python', `    """\n${text}\n    return 1`);
      assert.deepEqual(texts(lines, 'punctuation.definition.string.end'), ['"""']);
      assert.deepEqual(texts(lines.slice(-1), 'string'), []);
      assert.deepEqual(texts(lines.slice(-1), 'keyword'), ['return']);
    });
  }

  it('works in raw docstrings, and leaves other text alone', async () => {
    const raw = await tokenize('source.python', 'r"""\nRaises:\nOSError: never\n"""');
    assert.deepEqual(texts(raw, 'support.type.exception'), ['OSError']);
    const code = await tokenize('source.python', 'Raises:\nOSError: never');
    assert.deepEqual(texts(code, 'markup.heading'), []);
  });
});

describe('the Instruct prompt grammar', () => {
  const prompt = [
    'Measure the rivers in `names`, Note that: is no heading here.',
    'Note that: `names` may be empty.',
    'The function should raise the exception for: ValueError: If a name is unknown.',
    'The function should output with:',
    '    list of float: The lengths.',
    '    total (float): Their sum.',
    'You should write self-contained code starting with:',
    '```',
    'import re',
    'def task_func(names, (',
    '```',
    'for nothing',
  ].join('\n');

  it('marks the fixed phrases', async () => {
    assert.deepEqual(texts(await tokenize(instructScope, prompt), 'markup.heading'), [
      'Note that',
      'The function should raise the exception for',
      'The function should output with',
      'You should write self-contained code starting with',
    ]);
  });

  it('marks code in backticks and the types of the output', async () => {
    const lines = await tokenize(instructScope, prompt);
    assert.equal(texts(lines, 'markup.inline.raw').join(''), '`names``names`');
    assert.deepEqual(texts(lines, 'support.type'), ['list of float', 'float']);
    assert.deepEqual(texts(lines, 'variable.parameter'), ['total']);
  });

  it('embeds the fenced code, which ends with the fence whatever is open in it', async () => {
    const lines = await tokenize(instructScope, prompt);
    assert.equal(
      texts(lines, 'meta.embedded.block.python').join(''),
      'import redef task_func(names, (',
    );
    assert.deepEqual(texts(lines, 'keyword'), ['import', 'def']);
    assert.deepEqual(texts(lines, 'punctuation.definition.fence'), ['```', '```']);
  });
});
