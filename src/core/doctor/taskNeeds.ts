import type { SyntaxNode } from '@lezer/common';
import { allImports } from '../imports.js';
import { parsePython } from '../pythonTree.js';
import { isStandardLibrary } from '../standardLibrary.js';
import type { Task } from '../task.js';
import { referencesIn } from './calls.js';
import { dataOf, type DataPackage } from './dataPackages.js';
import { isMocked, isPartlyMocked, mocksIn } from './mocks.js';
import { toolOf, toolOfLibrary } from './systemTools.js';

/** What one task needs of an interpreter and its system. */
export interface TaskNeeds {
  /** Top-level modules to what is imported or read of each: `os.path:join`. The standard library is included. */
  readonly libraries: ReadonlyMap<string, readonly string[]>;
  readonly data: readonly DataPackage[];
  readonly tools: readonly NeededTool[];
}

export interface NeededTool {
  readonly tool: string;
  /** Without it the task does its work all the same. */
  readonly optional: boolean;
}

/**
 * What a task's code and tests import, and what data and tools they name. What its tests replace by
 * a mock is not needed, nor is what is imported with an answer to its absence.
 */
export function needsOfTask(task: Task): TaskNeeds {
  let needs = remembered.get(task);
  if (!needs) {
    needs = readNeeds(task);
    remembered.set(task, needs);
  }
  return needs;
}

/** Reading takes two parses. */
const remembered = new WeakMap<Task, TaskNeeds>();

function readNeeds({ completePrompt, canonicalSolution, test }: Task): TaskNeeds {
  const libraries = new Map<string, Set<string>>();
  const data = new Map<string, DataPackage>();
  const tools = new Map<string, NeededTool>();
  const addTool = (tool: string, optional: boolean): void => {
    if (tools.get(tool)?.optional !== false) tools.set(tool, { tool, optional });
  };
  const mocks = mocksIn(test);
  for (const text of [completePrompt + canonicalSolution, test]) {
    const tree = parsePython(text);
    const imports = allImports(tree, text)
      .filter(({ node }) => !hasFallback(node, text))
      .map(({ name }) => name);
    for (const name of imports) {
      const targets = libraries.get(name.library) ?? new Set();
      if (name.target !== name.library) targets.add(name.target);
      libraries.set(name.library, targets);
      const tool = toolOfLibrary(name.library);
      if (tool && !isPartlyMocked(mocks, name.library)) addTool(tool.tool, tool.optional ?? false);
    }
    for (const reference of referencesIn(tree, text, imports)) {
      if (isMocked(mocks, reference.path)) continue;
      // Of Python's own modules, what a system lacks stands behind a test for that system.
      if (!isStandardLibrary(reference.library) && reference.target.includes(':')) {
        libraries.get(reference.library)?.add(reference.target);
      }
      for (const each of dataOf(reference)) data.set(`${each.library}/${each.name}`, each);
      const tool = toolOf(reference);
      // Functions of subprocess call one another: a mock of one is meant for what starts there.
      if (tool !== undefined && !isPartlyMocked(mocks, 'subprocess')) addTool(tool, false);
    }
  }
  return {
    libraries: new Map([...libraries].map(([library, targets]) => [library, [...targets]])),
    data: [...data.values()],
    tools: [...tools.values()],
  };
}

/** Whether an import stands in a `try` that goes on without it. */
function hasFallback(statement: SyntaxNode, text: string): boolean {
  for (let node = statement.parent; node; node = node.parent) {
    if (node.name === 'TryStatement' && CATCHES_IMPORT.test(text.slice(node.from, node.to))) {
      return true;
    }
  }
  return false;
}

const CATCHES_IMPORT = /\bexcept\b[^:]*\b(?:ImportError|ModuleNotFoundError)\b/;
