import * as vscode from 'vscode';
import { branchSummary, lineSummary } from '../../core/verdict.js';
import type { Branch, CoverageReport } from '../../shared/engineProtocol.js';
import type { ProgramSource } from './programSource.js';

/** A task's coverage with the details that VS Code asks for when the document is shown. */
class TaskFileCoverage extends vscode.FileCoverage {
  constructor(
    uri: vscode.Uri,
    report: CoverageReport,
    readonly details: readonly vscode.StatementCoverage[],
  ) {
    const lines = lineSummary(report);
    const branches = branchSummary(report);
    super(
      uri,
      new vscode.TestCoverageCount(lines.covered, lines.total),
      branches.total > 0
        ? new vscode.TestCoverageCount(branches.covered, branches.total)
        : undefined,
    );
  }
}

/** Line and branch coverage of the solution, at the places of its document. */
export function taskCoverage(report: CoverageReport, source: ProgramSource): vscode.FileCoverage {
  const branches = [
    ...report.executed_branches.map((branch) => ({ branch, taken: true })),
    ...report.missing_branches.map((branch) => ({ branch, taken: false })),
  ];
  const statement = (line: number, executed: boolean): vscode.StatementCoverage => {
    const { range } = source.locate(line);
    return new vscode.StatementCoverage(
      executed,
      range,
      branches
        .filter(({ branch: [from] }) => from === line)
        .sort((a, b) => a.branch[1] - b.branch[1])
        .map(
          ({ branch, taken }) =>
            // An empty range: VS Code marks a missed branch inline only there.
            new vscode.BranchCoverage(taken, range.start, destination(branch, source)),
        ),
    );
  };
  return new TaskFileCoverage(source.solutionUri, report, [
    ...report.executed_lines.map((line) => statement(line, true)),
    ...report.missing_lines.map((line) => statement(line, false)),
  ]);
}

/** The details of a coverage made by `taskCoverage`; VS Code asks for them by the run's object. */
export function coverageDetails(coverage: vscode.FileCoverage): vscode.FileCoverageDetail[] {
  return coverage instanceof TaskFileCoverage ? [...coverage.details] : [];
}

/** Where a branch goes, in words: `to line 10: return x`. */
export function destination([, to]: Branch, source: ProgramSource): string {
  if (to < 0) return 'to the end of the function';
  const text = source.textOf(to);
  const line = source.locate(to).range.start.line + 1;
  return `to line ${String(line)}: ${text}`;
}
