import type { CurationEvent, EventOf, RecordedGate } from './events.js';
import { historyOf } from './history.js';
import { fenced, table } from '../markdown.js';
import { preEvaluationReport } from './preEvaluation.js';
import { CHECKLIST } from './reviews.js';

/** What a record says of an event, as Markdown: for a reader first, and at the end as it stands there. */
export function eventReport(taskId: string, event: CurationEvent): string {
  if (event.type === 'pre-evaluated') return preEvaluationReport(taskId, event);
  const [entry] = historyOf([event]);
  const lines = [
    `# ${entry?.title ?? event.type}`,
    '',
    `${taskId} · ${entry?.who ?? event.actor.name} · ${event.time}`,
    ...(event.reason === undefined ? [] : ['', `> ${event.reason.replaceAll('\n', '\n> ')}`]),
    ...particulars(event),
    ...['', '## On record', '', ...fenced(JSON.stringify(event, null, 2), 'json')],
  ];
  return `${lines.join('\n')}\n`;
}

function particulars(event: CurationEvent): readonly string[] {
  switch (event.type) {
    case 'reviewed':
    case 'cross-checked':
      return checklistTable(event.checklist);
    case 'checked':
      return gatesTable(event.gates);
    case 'proposed':
      return ['', ...fenced(event.diff, 'diff'), ...conversationSections(event)];
    default:
      return [];
  }
}

function checklistTable(answers: EventOf<'reviewed'>['checklist']): readonly string[] {
  const rows = CHECKLIST.flatMap(({ id, question }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [[question, ANSWERS[answer]]];
  });
  return rows.length === 0 ? [] : ['', ...table(['question', 'answer'], rows)];
}

const ANSWERS = { yes: 'yes', no: 'no', unsure: 'not sure' } as const;

function gatesTable(gates: readonly RecordedGate[]): readonly string[] {
  const rows = gates.map(({ gate, outcome, message }) => [gate, outcome, message]);
  return ['', ...table(['gate', 'outcome', 'message'], rows)];
}

function conversationSections({ conversation }: EventOf<'proposed'>): readonly string[] {
  return conversation.flatMap(({ role, content }) => [
    ...['', `## ${SPEAKERS[role]}`, '', ...fenced(content, 'text')],
  ]);
}

const SPEAKERS = {
  system: 'Told beforehand',
  user: 'Asked',
  assistant: 'Answered',
} as const;
