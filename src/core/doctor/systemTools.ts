import type { Reference } from './calls.js';

/** A program of the system that a library starts. */
interface LibraryTool {
  readonly tool: string;
  /** The library does its work without it, if less well. */
  readonly optional?: true;
}

const LIBRARY_TOOLS: Readonly<Record<string, LibraryTool>> = {
  ffmpeg: { tool: 'ffmpeg' },
  graphviz: { tool: 'dot' },
  matplotlib: { tool: 'fc-list', optional: true },
  pdf2image: { tool: 'pdftoppm' },
  pdfkit: { tool: 'wkhtmltopdf' },
  pydot: { tool: 'dot' },
  pydub: { tool: 'ffmpeg' },
  pyspark: { tool: 'java' },
  pytesseract: { tool: 'tesseract' },
  rpy2: { tool: 'R' },
  tabula: { tool: 'java' },
};

/** The tool that a library starts, by the library's import name. */
export function toolOfLibrary(library: string): LibraryTool | undefined {
  return LIBRARY_TOOLS[library];
}

const STARTS_PROGRAM =
  /^(?:subprocess\.(?:run|call|Popen|check_call|check_output|getoutput)|os\.(?:system|popen)|shutil\.which)$/;

/** Words with which a command line begins without being a program. */
const SHELL_WORDS = new Set([
  'cd',
  'echo',
  'exit',
  'export',
  'false',
  'set',
  'test',
  'true',
  'type',
]);

/** The tool that a reference starts by its name; none where the name is computed. */
export function toolOf({ path, texts }: Reference): string | undefined {
  if (!STARTS_PROGRAM.test(path)) return undefined;
  const word = /^\s*(\S+)(?=\s|$)/.exec(texts[0] ?? '')?.[1];
  if (word === undefined || SHELL_WORDS.has(word)) return undefined;
  // A file that the task itself makes is no tool; /usr/bin/Rscript is one.
  return /^[\w+.-]+$|^\/(?:usr|bin|opt)\//.test(word) && !word.startsWith('.') ? word : undefined;
}
