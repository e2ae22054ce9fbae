import type { Facts } from '../../shared/doctorProtocol.js';

/** A library as pip knows it. */
export interface Installation {
  readonly distribution: string;
  /** The version; null where it is not installed. */
  readonly installed: string | null;
  /** The published version as pip writes it: `==1.3.1`. Of the benchmark's libraries alone. */
  readonly pin: string | null;
}

/** Whether a version is what a specifier asks for; of specifiers, the published pins have `==` and `<`. */
export function fits(version: string, specifier: string): boolean {
  const [, operator, wanted = ''] = /^(==|<)(.+)$/.exec(specifier) ?? [];
  switch (operator) {
    case '==':
      return withoutZeros(version) === withoutZeros(wanted);
    case '<':
      return Number.parseInt(version, 10) < Number.parseInt(wanted, 10);
    default:
      return true;
  }
}

/** 4.15 and 4.15.0 are one version, and a local part (`1.2+cpu`) makes no other. */
function withoutZeros(version: string): string {
  return version.replace(/\+.*$/, '').replace(/(?:\.0)+$/, '');
}

/** What to install: the published version, where the interpreter is of the series that it is for. */
export function requirementOf({ distribution, pin }: Installation, { interpreter }: Facts): string {
  const isPublishedPython = interpreter.version.startsWith('3.10.');
  return pin === null || !isPublishedPython ? distribution : `${distribution}${pin}`;
}
