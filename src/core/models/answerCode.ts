import { UserError } from '../errors.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n([^]*?)^ {0,3}\1[ \t]*$/gm;
const MOST_QUOTED = 200;

/**
 * The Python file in a model's answer: the longest fenced block of Python, or of no named language;
 * an answer that is nothing but code counts too.
 * @throws {UserError} quoting the answer where there is none
 */
export function answeredCode(answer: string): string {
  const text = `${answer.replaceAll('\r\n', '\n')}\n`;
  const blocks = [...text.matchAll(FENCE)]
    .filter(([, , language = '']) => /^(?:python|python3|py|)$/i.test(language))
    .map(([, , , code = '']) => code);
  const longest = blocks.toSorted((a, b) => b.length - a.length)[0];
  const code = longest ?? (LOOKS_LIKE_CODE.test(text) ? text : undefined);
  if (code !== undefined && code.trim() !== '') {
    return `${code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n`;
  }
  const quoted = answer.trim().slice(0, MOST_QUOTED);
  throw new UserError(
    `The model gave no code but: “${quoted}${answer.trim().length > MOST_QUOTED ? '…' : ''}”`,
  );
}

/** It begins as a module does and has a function. */
const LOOKS_LIKE_CODE = /^\s*(?:import |from \w[\w.]* import |def |class |@|#)[^]*^\s*def \w+\(/m;
