import type { Board } from '../../src/shared/board.js';
import { formatShare } from '../../src/shared/numbers.js';
import { h } from '../dom.js';
import { emptyState } from '../section.js';
import { tableOf, type Column } from '../table.js';

const NAME: Column = { title: '' };
const numbers = (...titles: readonly string[]): readonly Column[] =>
  titles.map((title) => ({ title, number: true }));

/** The project's figures; tables that would be empty say what would fill them. */
export function progress({
  medianTests,
  meanBranchPercent,
  annotators,
  models,
  agreement,
}: Board): HTMLElement[] {
  const number = (value: number | null, digits: number): string =>
    value === null ? '–' : value.toFixed(digits);
  return [
    h('h2', { class: 'part' }, 'Progress'),
    h(
      'div',
      { class: 'tables' },
      table(
        'Tasks',
        [NAME, ...numbers('')],
        [
          ['test cases a task (median)', number(medianTests, 1)],
          [
            'branch coverage (mean)',
            meanBranchPercent === null ? '–' : formatShare(meanBranchPercent, 100),
          ],
        ],
      ),
      table(
        'Annotators',
        [NAME, ...numbers('accepted', 'of those decided')],
        annotators.map(({ name, accepted, decided }) => [
          name,
          `${String(accepted)} of ${String(decided)}`,
          formatShare(accepted, decided),
        ]),
        'No task has been accepted or rejected yet.',
      ),
      table(
        'Models',
        [NAME, ...numbers('proposals', 'hunks accepted')],
        models.map(({ name, proposals, hunksAccepted, hunksRejected }) => [
          name,
          String(proposals),
          `${String(hunksAccepted)} of ${String(hunksAccepted + hunksRejected)}`,
        ]),
        'No model has proposed anything yet.',
      ),
      table(
        'Agreement of reviewers',
        [NAME, ...numbers('')],
        agreement.tasks === 0
          ? []
          : [
              ['tasks judged by two or more', String(agreement.tasks)],
              [
                'same verdict',
                agreement.percent === null ? '–' : formatShare(agreement.percent, 1),
              ],
              ['Cohen’s kappa', number(agreement.kappa, 2)],
              ['Krippendorff’s alpha', number(agreement.alpha, 2)],
            ],
        'No task has been reviewed by two people yet.',
      ),
    ),
  ];
}

function table(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  empty = '',
): HTMLElement {
  const body = rows.length === 0 ? emptyState(empty) : tableOf(title, columns, rows);
  return h('section', {}, h('h3', {}, title), body);
}
