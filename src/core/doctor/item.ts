import type { Remedy } from './remedies.js';
import type { Installation } from './versions.js';

/** The worst first. */
export const SEVERITIES = ['problem', 'note', 'ok'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What the doctor looks at, in the order of its report. */
export const KINDS = [
  'interpreter',
  'isolation',
  'limits',
  'library',
  'data',
  'tool',
  'disk',
] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that was looked at. */
export interface ReportItem {
  readonly kind: Kind;
  /** Short; unique among the items of a kind. */
  readonly name: string;
  /** A problem makes tasks fail; a note is worth knowing. */
  readonly severity: Severity;
  readonly text: string;
  /** The ids of the tasks that need it; empty where all do. */
  readonly tasks: readonly string[];
  readonly remedy?: Remedy | undefined;
  /** Of kind `library` alone. */
  readonly library?: LibraryDetails;
}

/** `other version`: than the published one. */
export type LibraryState =
  'ok' | 'other version' | 'missing' | 'import fails' | 'crashes' | 'hangs';

/** What a table says of a library beside what every item says. */
export interface LibraryDetails extends Installation {
  readonly state: LibraryState;
  /** Seconds to import what the tasks import of it. */
  readonly importSeconds: number | null;
  /** The file that is imported. */
  readonly origin: string | null;
}

export interface Report {
  /** Null where it could not be started. */
  readonly interpreter: { readonly version: string; readonly executable: string } | null;
  /** The worst first. */
  readonly items: readonly ReportItem[];
  /** Installs every library that is missing at once; undefined where none is. */
  readonly installMissing?: Remedy | undefined;
}

/** The items of a severity. */
export function itemsOf(report: Report, severity: Severity): readonly ReportItem[] {
  return report.items.filter((item) => item.severity === severity);
}
