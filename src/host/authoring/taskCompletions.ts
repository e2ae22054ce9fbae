import * as vscode from 'vscode';
import { isTaskFile, PYTHON_FILES } from './taskFiles.js';

/** A section of a docstring as it is typed: `heading` alone counts as its trigger. */
const SECTIONS = [
  ['Note:', 'Note:\n- ${1:what a reader must know}'],
  ['Parameters:', 'Parameters:\n- ${1:name} (${2:type}): ${3:what it means}'],
  ['Returns:', 'Returns:\n${1:type}: ${2:what comes back}'],
  ['Raises:', 'Raises:\n- ${1:ValueError}: If ${2:condition}.'],
  ['Requirements:', 'Requirements:\n- ${1:library}'],
  ['Example:', 'Example:\n>>> ${1:task_func(…)}\n${2:result}'],
] as const;

const TEST_CLASS = `import unittest


class TestCases(unittest.TestCase):
    def test_\${1:example}(self):
        self.assertEqual(task_func(\${2}), \${3})
`;
const TEST_METHOD = `def test_\${1:name}(self):
    self.assertEqual(task_func(\${2}), \${3})
`;

/** Offers the sections of the docstring, the class of test cases, and a test method. */
export function registerTaskCompletions(isInProject: (path: string) => boolean): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(PYTHON_FILES, {
    provideCompletionItems(document, position) {
      if (!isTaskFile(document, isInProject)) return [];
      const before = document.lineAt(position).text.slice(0, position.character);
      if (!/^\s*\w*$/.test(before)) return [];
      const place = placeOf(document.getText(new vscode.Range(0, 0, position.line, 0)));
      const range =
        document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position);
      return itemsFor(place, before).map(([label, text, detail]) => {
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
        item.insertText = new vscode.SnippetString(text);
        item.detail = detail;
        item.range = range;
        return item;
      });
    },
  });
}

type Place = 'docstring' | 'tests' | 'module';

/** Where the text before a line ends; a docstring is open where its quotes are. */
function placeOf(before: string): Place {
  const isOpen = (before.match(/"""|'''/g)?.length ?? 0) % 2 === 1;
  if (isOpen) return 'docstring';
  return /^class\s+TestCases\b/m.test(before) ? 'tests' : 'module';
}

function itemsFor(place: Place, before: string): [label: string, text: string, detail: string][] {
  if (place === 'docstring') {
    return SECTIONS.map(([heading, text]) => [heading, text, 'Section of the prompt']);
  }
  if (place === 'tests') return [['def test_', TEST_METHOD, 'Test case']];
  // The class stands at the margin; indented lines are the function's.
  return /^\s/.test(before) ? [] : [['class TestCases', TEST_CLASS, 'Class of test cases']];
}
