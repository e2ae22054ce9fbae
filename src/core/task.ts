/** A benchmark task: the published row's fields, under their TypeScript names. */
export interface Task {
  /** For example `BigCodeBench/17`; unique in its dataset. */
  readonly taskId: string;
  /** Imports, signature and docstring; ends with the docstring's line and one newline. */
  readonly completePrompt: string;
  readonly instructPrompt: string;
  /** The function's body after the docstring. */
  readonly canonicalSolution: string;
  /** The text before the docstring without blank lines; ends with one newline. */
  readonly codePrompt: string;
  /** The test harness: imports and `class TestCases(unittest.TestCase)`. */
  readonly test: string;
  /** The function's name; `task_func` in the released data. */
  readonly entryPoint: string;
  readonly docStruct: DocStruct;
  /** Top-level names of the imported modules that the code uses. Order has no meaning. */
  readonly libs: readonly string[];
}

/** A docstring taken apart; each entry is one stripped line. */
export interface DocStruct {
  readonly description: readonly string[];
  readonly notes: readonly string[];
  readonly params: readonly string[];
  readonly returns: readonly string[];
  readonly reqs: readonly string[];
  readonly raises: readonly string[];
  readonly examples: readonly string[];
}
