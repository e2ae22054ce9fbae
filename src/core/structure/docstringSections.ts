import type { SyntaxNode } from '@lezer/common';

/** A docstring where it stands. */
export interface Docstring {
  /** Offsets of the literal, quotes included. */
  readonly from: number;
  readonly to: number;
  /** The offset of the text between the quotes, and that text. */
  readonly start: number;
  readonly text: string;
  /** The blanks before its lines. */
  readonly indent: string;
}

/** A line that looks like a section's heading and is none. */
interface Misnamed {
  readonly from: number;
  readonly to: number;
  readonly heading: string;
  readonly expected: string;
}

export interface Sections {
  /** The headings that are there, in their singular where both are allowed. */
  readonly found: ReadonlySet<string>;
  readonly misnamed: readonly Misnamed[];
  /** Where the docstring's first line ends. */
  readonly at: number;
  /** Where the line of the closing quotes begins: a section can be added there. */
  readonly end: number;
}

const HEADINGS: ReadonlyMap<string, string> = new Map([
  ['Note:', 'Note:'],
  ['Notes:', 'Note:'],
  ['Parameters:', 'Parameters:'],
  ['Returns:', 'Returns:'],
  ['Requirements:', 'Requirements:'],
  ['Raises:', 'Raises:'],
  ['Example:', 'Example:'],
  ['Examples:', 'Example:'],
]);

/** What other docstring styles call the sections, in lower case. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['arg', 'Parameters:'],
  ['args', 'Parameters:'],
  ['argument', 'Parameters:'],
  ['arguments', 'Parameters:'],
  ['input', 'Parameters:'],
  ['inputs', 'Parameters:'],
  ['param', 'Parameters:'],
  ['params', 'Parameters:'],
  ['parameter', 'Parameters:'],
  ['parameters', 'Parameters:'],
  ['output', 'Returns:'],
  ['outputs', 'Returns:'],
  ['return', 'Returns:'],
  ['returns', 'Returns:'],
  ['return value', 'Returns:'],
  ['requirement', 'Requirements:'],
  ['requirements', 'Requirements:'],
  ['requires', 'Requirements:'],
  ['exception', 'Raises:'],
  ['exceptions', 'Raises:'],
  ['raise', 'Raises:'],
  ['raises', 'Raises:'],
  ['example', 'Example:'],
  ['examples', 'Example:'],
  ['example usage', 'Example:'],
  ['usage', 'Example:'],
  ['note', 'Note:'],
  ['notes', 'Note:'],
]);

/** The docstring that a function's first statement is; `undefined` for another statement. */
export function docstringOf(first: SyntaxNode | undefined, text: string): Docstring | undefined {
  const literal = first?.getChild('String');
  if (!literal) return undefined;
  const source = text.slice(literal.from, literal.to);
  const [opening, quotes] = /^[rRuU]?("""|'''|"|')/.exec(source) ?? [];
  if (opening === undefined || quotes === undefined) return undefined;
  return {
    from: literal.from,
    to: literal.to,
    start: literal.from + opening.length,
    text: source.slice(opening.length, source.length - quotes.length),
    indent: /[ \t]*$/.exec(text.slice(0, literal.from))?.[0] ?? '',
  };
}

/** Which sections a docstring has, and which lines were meant to open one. */
export function sectionsOf({ start, text }: Docstring): Sections {
  const found = new Set<string>();
  const misnamed: Misnamed[] = [];
  let offset = start;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const known = [...HEADINGS].find(([heading]) => trimmed.startsWith(heading));
    const meant = OTHER_NAMES.get(/^([a-z][a-z ]*?) ?:$/i.exec(trimmed)?.[1]?.toLowerCase() ?? '');
    if (known) {
      found.add(known[1]);
    } else if (meant !== undefined) {
      const from = offset + line.indexOf(trimmed);
      misnamed.push({ from, to: from + trimmed.length, heading: trimmed, expected: meant });
    }
    offset += line.length + 1;
  }
  const firstLine = text.trimStart().split('\n')[0] ?? '';
  const lastBreak = text.lastIndexOf('\n');
  return {
    found,
    misnamed,
    at: start + text.indexOf(firstLine) + firstLine.length,
    end: start + (lastBreak === -1 ? text.length : lastBreak + 1),
  };
}
