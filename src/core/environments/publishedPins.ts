import { distributionKey } from '../distributions.js';

/** The operating systems for which the published pins differ. */
export type System = 'linux' | 'macos' | 'windows';

/** One distribution of the benchmark's environment. */
export interface PublishedPin {
  /** As on PyPI. */
  readonly distribution: string;
  /** What to install, as pip writes it: `==0.19.3`, `<81`; empty for any version. */
  readonly specifier: string;
  /** Where it is not what the benchmark publishes: what it is instead of, and why. */
  readonly correction?: Correction;
}

export interface Correction {
  /** What the benchmark publishes; undefined where it does not name the distribution. */
  readonly published: string | undefined;
  readonly reason: string;
}

/** The benchmark's `requirements-eval.txt`, for Python 3.10; what it lists twice stands here once. */
const PUBLISHED: readonly (readonly [distribution: string, specifier: string])[] = [
  ['beautifulsoup4', '==4.8.2'],
  ['blake3', '==0.4.1'],
  ['chardet', '==5.2.0'],
  ['cryptography', '==38.0.0'],
  ['datetime', '==5.5'],
  ['Django', '==4.2.7'],
  ['dnspython', '==2.6.1'],
  ['docxtpl', '==0.11.5'],
  ['Faker', '==20.1.0'],
  ['flask_login', '==0.6.3'],
  ['flask_restful', '==0.3.10'],
  ['flask_wtf', '==1.2.1'],
  ['Flask-Mail', '==0.9.1'],
  ['flask', '==3.0.3'],
  ['folium', '==0.16.0'],
  ['gensim', '==4.3.2'],
  ['geopandas', '==0.13.2'],
  ['geopy', '==2.4.1'],
  ['holidays', '==0.29'],
  ['keras', '==2.11.0'],
  ['Levenshtein', '==0.25.0'],
  ['librosa', '==0.10.1'],
  ['lxml', '==4.9.3'],
  ['matplotlib', '==3.7.0'],
  ['mechanize', '==0.4.9'],
  ['natsort', '==7.1.1'],
  ['networkx', '==2.6.3'],
  ['nltk', '==3.8'],
  ['numba', '==0.55.0'],
  ['numpy', '==1.21.2'],
  ['opencv-python-headless', '==4.9.0.80'],
  ['openpyxl', '==3.1.2'],
  ['pandas', '==2.0.3'],
  ['Pillow', '==10.3.0'],
  ['prettytable', '==3.10.0'],
  ['psutil', '==5.9.5'],
  ['pycryptodome', '==3.14.1'],
  ['pyfakefs', '==5.4.1'],
  ['pyquery', '==1.4.3'],
  ['pytesseract', '==0.3.10'],
  ['pytest', '==8.2.0'],
  ['python_http_client', '==3.3.7'],
  ['python-dateutil', '==2.9.0'],
  ['python-docx', '==1.1.0'],
  ['python-Levenshtein-wheels', ''],
  ['pytz', '==2023.3.post1'],
  ['PyYAML', '==6.0.1'],
  ['requests_mock', '==1.11.0'],
  ['requests', '==2.31.0'],
  ['rsa', '==4.9'],
  ['scikit-image', '==0.18.0'],
  ['scikit-learn', '==1.3.1'],
  ['scipy', '==1.7.2'],
  ['seaborn', '==0.13.2'],
  ['selenium', '==4.15'],
  ['sendgrid', '==6.11.0'],
  ['shapely', '==2.0.4'],
  ['soundfile', '==0.12.1'],
  ['statsmodels', '==0.14.0'],
  ['sympy', '==1.12'],
  ['tensorflow', '==2.11.0'],
  ['textblob', '==0.18.0'],
  ['texttable', '==1.7.0'],
  ['Werkzeug', '==3.0.1'],
  ['wikipedia', '==1.4.0'],
  ['wordcloud', '==1.9.3'],
  ['wordninja', '==2.0.0'],
  ['WTForms', '==3.1.2'],
  ['xlrd', '==2.0.1'],
  ['xlwt', '==1.3.0'],
  ['xmltodict', '==0.13.0'],
];

interface Change extends Omit<Correction, 'published'> {
  readonly distribution: string;
  /** Undefined: it is left out. */
  readonly specifier: string | undefined;
  /** Only there; everywhere without it. */
  readonly system?: System;
}

/** What has to differ so that the environment can be made and every library is what it says. */
const CHANGES: readonly Change[] = [
  {
    distribution: 'scikit-image',
    specifier: '==0.19.3',
    reason: 'has wheels for Python 3.10, where 0.18.0 is compiled for more than five minutes',
  },
  {
    distribution: 'python-Levenshtein-wheels',
    specifier: undefined,
    reason:
      'needs a C compiler and overwrites the package of Levenshtein 0.25.0 with version 0.13.2',
  },
  {
    distribution: 'setuptools',
    specifier: '<81',
    reason: 'later versions are without pkg_resources, which task 227 needs through its libraries',
  },
  {
    distribution: 'coverage',
    specifier: '',
    reason: 'measures branch coverage',
  },
  {
    distribution: 'numpy',
    specifier: '==1.21.6',
    system: 'macos',
    reason: '1.21.2 has no wheel for Python 3.10 on macOS',
  },
  {
    distribution: 'numpy',
    specifier: '==1.22.4',
    system: 'windows',
    reason:
      '1.21.2 has no wheel for Python 3.10 on Windows, where statsmodels 0.14.0 asks for 1.22.3',
  },
  {
    distribution: 'numba',
    specifier: '==0.55.2',
    system: 'windows',
    reason: 'is the first that accepts NumPy 1.22',
  },
];

/** The benchmark's environment on a system: its published pins with our corrections, by name. */
export function publishedPins(system: System): readonly PublishedPin[] {
  const pins = new Map<string, PublishedPin>(
    PUBLISHED.map(([distribution, specifier]) => [
      distributionKey(distribution),
      { distribution, specifier },
    ]),
  );
  for (const change of CHANGES) {
    if (change.system !== undefined && change.system !== system) continue;
    const { distribution, specifier, reason } = change;
    const key = distributionKey(distribution);
    const published = pins.get(key)?.specifier;
    if (specifier === undefined) pins.delete(key);
    else pins.set(key, { distribution, specifier, correction: { published, reason } });
  }
  return [...pins.values()].sort((a, b) =>
    a.distribution.localeCompare(b.distribution, 'en', { sensitivity: 'base' }),
  );
}

/** What the environment leaves out of the published pins, and why. */
export function leftOut(): readonly { readonly distribution: string; readonly reason: string }[] {
  return CHANGES.filter(({ specifier }) => specifier === undefined);
}

/** Pins as the lines of a requirements file, each correction with its reason. */
export function requirementLines(pins: readonly PublishedPin[]): string[] {
  return pins.map(({ distribution, specifier, correction }) =>
    correction === undefined
      ? `${distribution}${specifier}`
      : `${distribution}${specifier}  # ${correctionText(correction)}`,
  );
}

/** A correction in words, to stand beside its pin. */
export function correctionText({ published, reason }: Correction): string {
  return published === undefined
    ? `added: ${reason}`
    : `instead of ${published || 'any'}: ${reason}`;
}
