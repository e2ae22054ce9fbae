import type { Reference } from './calls.js';

/** Data that a library downloads, by the library's own name for it. */
export interface DataPackage {
  readonly library: 'nltk' | 'sklearn' | 'seaborn' | 'keras';
  readonly name: string;
}

/** The NLTK functions and classes that read data without naming it. */
const NLTK_USES: Readonly<Record<string, readonly string[]>> = {
  WordNetLemmatizer: ['wordnet'],
  SentimentIntensityAnalyzer: ['vader_lexicon'],
  ne_chunk: ['maxent_ne_chunker', 'words'],
  pos_tag: ['averaged_perceptron_tagger'],
  sent_tokenize: ['punkt'],
  word_tokenize: ['punkt'],
};

/** What lies below `nltk.corpus` without being a corpus. */
const NO_CORPUS = new Set(['reader', 'util']);

/** The data that a reference needs; empty for most. */
export function dataOf({ path, texts }: Reference): DataPackage[] {
  const parts = path.split('.');
  const last = parts.at(-1) ?? '';
  switch (parts[0]) {
    case 'nltk':
      return nltkData(parts, texts).map((name) => ({ library: 'nltk', name }));
    case 'sklearn': {
      const name = /^fetch_(.+)$/.exec(last)?.[1];
      return name === undefined || parts[1] !== 'datasets' ? [] : [{ library: 'sklearn', name }];
    }
    case 'seaborn':
      return last === 'load_dataset' ? texts.map((name) => ({ library: 'seaborn', name })) : [];
    case 'keras':
    case 'tensorflow':
      return parts.at(-3) === 'datasets' && last === 'load_data'
        ? [{ library: 'keras', name: parts.at(-2) ?? '' }]
        : [];
    default:
      return [];
  }
}

function nltkData(parts: readonly string[], texts: readonly string[]): readonly string[] {
  if (parts.at(-1) === 'download') return texts;
  const corpus = parts[1] === 'corpus' ? parts[2] : undefined;
  if (corpus !== undefined && /^[a-z]/.test(corpus) && !NO_CORPUS.has(corpus)) return [corpus];
  return parts.flatMap((part) => NLTK_USES[part] ?? []);
}

/**
 * Data as the installed version asks for it: from 3.8.2 on, NLTK reads some in another form, under
 * another name, so that no pickle is loaded.
 */
export function dataForVersion(data: DataPackage, version: string | undefined): DataPackage {
  const renamed = data.library === 'nltk' ? NLTK_RENAMED.get(data.name) : undefined;
  if (renamed === undefined || version === undefined) return data;
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const isNew = major > 3 || (major === 3 && (minor > 8 || (minor === 8 && patch >= 2)));
  return isNew ? { ...data, name: renamed } : data;
}

const NLTK_RENAMED: ReadonlyMap<string, string> = new Map([
  ['averaged_perceptron_tagger', 'averaged_perceptron_tagger_eng'],
  ['maxent_ne_chunker', 'maxent_ne_chunker_tab'],
  ['punkt', 'punkt_tab'],
]);
