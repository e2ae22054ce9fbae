import type { DocStruct } from './task.js';

type Section = keyof DocStruct;

interface Heading {
  readonly text: string;
  readonly section: Section;
  /** The published data keeps a plural heading as the section's first entry. */
  readonly kept: boolean;
}

const HEADINGS: readonly Heading[] = [
  { text: 'Note:', section: 'notes', kept: false },
  { text: 'Notes:', section: 'notes', kept: true },
  { text: 'Parameters:', section: 'params', kept: false },
  { text: 'Returns:', section: 'returns', kept: false },
  { text: 'Requirements:', section: 'reqs', kept: false },
  { text: 'Raises:', section: 'raises', kept: false },
  { text: 'Example:', section: 'examples', kept: false },
  { text: 'Examples:', section: 'examples', kept: true },
];

/** Sections whose lines are prose or code, where a leading dash means something. */
const VERBATIM: ReadonlySet<Section> = new Set<Section>(['description', 'examples']);

/**
 * Takes a docstring apart as the published `doc_struct` does.
 *
 * A heading opens a section and what follows it on its line belongs to the section; a blank line
 * closes any section, and text outside one is description.
 *
 * @param source the text between the quotes as it is written in the file: escapes are not evaluated
 */
export function parseDocstring(source: string): DocStruct {
  const struct: Record<Section, string[]> = {
    description: [],
    notes: [],
    params: [],
    returns: [],
    reqs: [],
    raises: [],
    examples: [],
  };
  let section: Section = 'description';
  for (const untrimmed of source.split('\n')) {
    const line = untrimmed.trim();
    const heading = HEADINGS.find(({ text }) => line.startsWith(text));
    if (heading) {
      section = heading.section;
    } else if (line === '') {
      section = 'description';
    }
    const rest = heading && !heading.kept ? line.slice(heading.text.length) : line;
    const entry = VERBATIM.has(section) ? rest : stripDashes(rest);
    if (entry !== '') {
      struct[section].push(entry);
    }
  }
  return struct;
}

function stripDashes(line: string): string {
  return line.replace(/^[- ]+|[- ]+$/g, '');
}

/**
 * The text between a string literal's quotes.
 * @returns undefined for what cannot be a docstring, such as a bytes literal
 */
export function literalContent(literal: string): string | undefined {
  return /^[rRuU]?("""|'''|"|')(.*)\1$/s.exec(literal)?.[2];
}
