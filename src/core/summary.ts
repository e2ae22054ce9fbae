import type { Task } from './task.js';

const MAX_LENGTH = 80;

/**
 * What a task does in at most `maxLength` characters of plain text, for labels: its description's
 * first sentence, cut at a word where it is longer.
 */
export function summary({ docStruct }: Pick<Task, 'docStruct'>, maxLength = MAX_LENGTH): string {
  const description = docStruct.description.join(' ').replace(/\s+/g, ' ').trim();
  if (description === '') {
    return 'No description';
  }
  const sentence = firstSentence(description);
  return sentence.length <= maxLength ? sentence : cutAtWord(sentence, maxLength);
}

/** Up to the first full stop before a capital, which no `e.g.` and no decimal point has behind it. */
function firstSentence(text: string): string {
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?= [A-Z`'"[(]|$)/.exec(text);
  return end ? text.slice(0, end.index) : text;
}

function cutAtWord(text: string, maxLength: number): string {
  const room = text.slice(0, maxLength);
  const wordEnd = room.lastIndexOf(' ');
  let cut = wordEnd > 0 ? room.slice(0, wordEnd) : room.slice(0, -1);
  if (cut.split('`').length % 2 === 0) {
    cut = cut.slice(0, cut.lastIndexOf('`')); // Half of a code span reads worse than none.
  }
  return `${cut.replace(/[\s,;:(]+$/, '')}…`;
}
