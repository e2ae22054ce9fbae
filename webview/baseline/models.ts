import type { BaselineReport } from '../../src/shared/baseline.js';
import { h } from '../dom.js';
import { emptyState, frame, type Section } from '../section.js';
import { tableOf } from '../table.js';
import { post } from './host.js';
import { pValueText, rateText, SPLITS } from './words.js';

/** People and models on the same tasks. */
export function models(): Section<BaselineReport> {
  const body = h('div');
  const compare = h('vscode-button', { appearance: 'secondary' }, 'Compare with Models…');
  compare.addEventListener('click', () => {
    post({ type: 'compareWithModels' });
  });
  return {
    element: frame(
      'models',
      'People and Models',
      'People’s first attempts against each model’s first sample at the same tasks, by McNemar’s exact test: how likely so uneven a split of the tasks that only one side solves would be if both were equally good.',
      body,
      h('div', { class: 'actions' }, compare),
    ),
    update: ({ models: rows }) => {
      body.replaceChildren(
        rows.length === 0
          ? emptyState(
              'No model is compared with yet. Choose results files of the official evaluator or of bcb evaluate.',
            )
          : modelTable(rows),
      );
    },
  };
}

function modelTable(rows: BaselineReport['models']): HTMLElement {
  const number = true;
  return tableOf(
    'People and models',
    [
      { title: 'Model' },
      { title: 'Pairs', number },
      { title: 'People', number },
      { title: 'Model', number },
      { title: 'Only people', number },
      { title: 'Only model', number },
      { title: 'p', number },
    ],
    rows.map(({ model, split, pairs, people, modelRate, onlyPeople, onlyModel, pValue }) => [
      h('span', { class: 'model' }, split === null ? model : `${model} (${SPLITS[split]})`),
      String(pairs),
      rateText(people),
      rateText(modelRate),
      String(onlyPeople),
      String(onlyModel),
      pValueText(pValue),
    ]),
  );
}
