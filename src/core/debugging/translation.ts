import * as v from 'valibot';
import {
  GotoTargetsAnswerSchema,
  PlacedSchema,
  SetBreakpointsAnswerSchema,
  SourceArgumentsSchema,
  type Breakpoint,
  type DebugMessage,
} from './messages.js';

/** A line of a document that shows a part of a program. */
export interface Place {
  /** As the editor's messages name the document: its path, or its URI where it is no file. */
  readonly document: string;
  /** For people. */
  readonly name: string;
  /** 1-based, as all lines here. */
  readonly line: number;
}

/** Where the lines of a program are shown. */
export interface ProgramPlaces {
  /** Whether a document shows some of the program. */
  shows(document: string): boolean;
  /** The program line that a document's line shows; `undefined` for one that shows none. */
  programLine(document: string, line: number): number | undefined;
  place(programLine: number): Place;
}

/** A line number of no line. */
const NOWHERE = 0;

/** What the answer to a request is to be brought into line with. */
interface Asked {
  readonly document: string;
  /** For `setBreakpoints`: the document's breakpoints, and where each is in the list that was sent. */
  readonly breakpoints: readonly { readonly wanted: Breakpoint; readonly sentAs?: number }[];
}

/**
 * Stands between an editor, which shows a program as one or several documents, and a debug adapter,
 * which knows it as one file.
 */
export class DebugTranslation {
  /** The breakpoints of each document: the adapter takes those of its one file all at once. */
  readonly #breakpoints = new Map<string, readonly Breakpoint[]>();
  readonly #asked = new Map<number, Asked>();

  /** @param file the program's, as the adapter names it */
  constructor(
    private readonly file: string,
    private readonly places: ProgramPlaces,
  ) {}

  /** A message of the editor's in the adapter's terms. */
  toAdapter(message: DebugMessage): DebugMessage {
    const parsed = v.safeParse(SourceArgumentsSchema, message.arguments);
    if (!parsed.success || !this.places.shows(parsed.output.source.path)) return message;
    const document = parsed.output.source.path;
    const { line, breakpoints, ...others } = parsed.output;
    const translated = { ...others, source: { path: this.file } };
    if (message.command === 'setBreakpoints') {
      const all = this.#setBreakpoints(message.seq, document, breakpoints ?? []);
      return { ...message, arguments: { ...translated, breakpoints: all } };
    }
    this.#asked.set(message.seq, { document, breakpoints: [] });
    if (line === undefined) return { ...message, arguments: translated };
    const programLine = this.places.programLine(document, line) ?? NOWHERE;
    return { ...message, arguments: { ...translated, line: programLine } };
  }

  /** A message of the adapter's in the editor's terms. */
  toEditor(message: DebugMessage): DebugMessage {
    const asked = this.#asked.get(message.request_seq ?? NaN);
    if (message.type !== 'response' || !asked) {
      return { ...message, body: this.#placed(message.body) };
    }
    this.#asked.delete(message.request_seq ?? NaN);
    return { ...message, body: this.#answer(message, asked) };
  }

  #setBreakpoints(request: number, document: string, wanted: readonly Breakpoint[]): Breakpoint[] {
    this.#breakpoints.set(document, wanted);
    const sent: Breakpoint[] = [];
    for (const [each, breakpoints] of this.#breakpoints) {
      const asked = breakpoints.map((breakpoint) => {
        const line = this.places.programLine(each, breakpoint.line);
        if (line === undefined) return { wanted: breakpoint };
        return { wanted: breakpoint, sentAs: sent.push({ ...breakpoint, line }) - 1 };
      });
      if (each === document) this.#asked.set(request, { document, breakpoints: asked });
    }
    return sent;
  }

  #answer({ command, body }: DebugMessage, { document, breakpoints }: Asked): unknown {
    if (command === 'setBreakpoints') {
      const answer = v.safeParse(SetBreakpointsAnswerSchema, body);
      if (!answer.success) return body;
      const answers = answer.output.breakpoints;
      return {
        breakpoints: breakpoints.map(({ wanted, sentAs }) =>
          sentAs === undefined
            ? { verified: false, line: wanted.line, message: 'No line of the program.' }
            : {
                ...answers[sentAs],
                source: undefined,
                line: this.#lineIn(document, answers[sentAs]?.line) ?? wanted.line,
              },
        ),
      };
    }
    const answer = v.safeParse(GotoTargetsAnswerSchema, body);
    if (!answer.success) return this.#placed(body);
    const targets = answer.output.targets.map((target) => ({
      ...target,
      line: this.#lineIn(document, target.line) ?? target.line,
    }));
    return { ...answer.output, targets };
  }

  /** A copy of a message's body in which whatever is at a line of the program is where it is shown. */
  #placed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#placed(each));
    if (typeof value !== 'object' || value === null) return value;
    const placed = v.safeParse(PlacedSchema, value);
    if (placed.success && this.#isProgram(placed.output.source.path)) {
      const { document, name, line } = this.places.place(placed.output.line);
      return { ...value, source: { name, path: document }, line };
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#placed(each)]),
    );
  }

  #lineIn(document: string, programLine: number | undefined): number | undefined {
    if (programLine === undefined) return undefined;
    const place = this.places.place(programLine);
    return place.document === document ? place.line : undefined;
  }

  /** Windows' paths come back in another case, and no two files of ours differ in case alone. */
  #isProgram(path: string): boolean {
    return path.toLowerCase() === this.file.toLowerCase();
  }
}
