import type { Facts } from '../../shared/doctorProtocol.js';
import type { DatasetNeeds } from './datasetNeeds.js';
import { systemPackageRemedy, type Remedy, type SystemPackage } from './remedies.js';
import type { ReportItem } from './item.js';

/** The packages of tools that are called otherwise than their package, and of the most usual ones. */
const PACKAGES: Readonly<Record<string, SystemPackage>> = {
  R: { apt: 'r-base', brew: 'r', choco: 'r.project' },
  Rscript: { apt: 'r-base', brew: 'r', choco: 'r.project' },
  dot: { apt: 'graphviz', brew: 'graphviz', choco: 'graphviz' },
  'fc-list': { apt: 'fontconfig', brew: 'fontconfig' },
  ffmpeg: { apt: 'ffmpeg', brew: 'ffmpeg', choco: 'ffmpeg' },
  'g++': { apt: 'g++', brew: 'gcc', choco: 'mingw' },
  gcc: { apt: 'gcc', brew: 'gcc', choco: 'mingw' },
  git: { apt: 'git', brew: 'git', choco: 'git' },
  java: { apt: 'default-jre', brew: 'openjdk', choco: 'openjdk' },
  node: { apt: 'nodejs', brew: 'node', choco: 'nodejs' },
  pdftoppm: { apt: 'poppler-utils', brew: 'poppler', choco: 'poppler' },
  pgrep: { apt: 'procps' },
  ping: { apt: 'iputils-ping' },
  ps: { apt: 'procps' },
  python: { apt: 'python-is-python3', brew: 'python', choco: 'python' },
  split: { apt: 'coreutils', brew: 'coreutils' },
  tesseract: { apt: 'tesseract-ocr', brew: 'tesseract', choco: 'tesseract' },
  unzip: { apt: 'unzip', brew: 'unzip', choco: 'unzip' },
  wkhtmltopdf: { apt: 'wkhtmltopdf', choco: 'wkhtmltopdf' },
  zip: { apt: 'zip', brew: 'zip', choco: 'zip' },
};

/** An item for every program that tasks or their libraries start. */
export function toolItems(needs: DatasetNeeds, facts: Facts): ReportItem[] {
  return [...needs.tools].map(([name, { optional, tasks }]) => {
    const path = facts.tools.find((tool) => tool.name === name)?.path;
    if (path != null) return { kind: 'tool', name, severity: 'ok', text: path, tasks: [...tasks] };
    return {
      kind: 'tool',
      name,
      severity: optional ? 'note' : 'problem',
      text: optional
        ? 'is not on the PATH; the library that asks for it goes on without it'
        : 'is not on the PATH',
      tasks: [...tasks],
      remedy: remedyOf(name, facts),
    };
  });
}

function remedyOf(name: string, facts: Facts): Remedy {
  const of = PACKAGES[name];
  return of
    ? systemPackageRemedy(facts, name, of)
    : { text: `Install ${name} so that it is on the PATH.` };
}
