import type { Task } from './task.js';

/** The benchmark's domains, the largest first. */
export const DOMAINS = [
  'Computation',
  'General',
  'Visualization',
  'System',
  'Time',
  'Network',
  'Cryptography',
] as const;
export type Domain = (typeof DOMAINS)[number];

/** The libraries of each domain, by their import names. */
const LIBRARIES: Readonly<Record<Domain, string>> = {
  Computation: `
    cmath cv2 gensim geopandas IPython keras Levenshtein librosa math nltk numpy obspy pandas
    pytesseract scipy shapely skimage sklearn soundfile statistics statsmodels sympy
    tensorflow textblob torch wordninja
  `,
  General: `
    argparse array ast bisect builtins collections copy decimal difflib enum faker fnmatch
    functools heapq importlib inspect itertools multidict natsort operator pkgutil pprint
    prettytable queue random re regex string texttable textwrap types typing unicodedata uuid
    warnings
  `,
  Visualization: `
    folium matplotlib mpl_toolkits PIL seaborn turtle wordcloud
  `,
  System: `
    aspose configparser csv ctypes docx docxtpl errno filecmp getpass glob gzip imp io json
    locale logging multiprocessing openpyxl os pathlib pickle platform psutil select shlex
    shutil signal sqlalchemy sqlite3 struct subprocess sys tarfile threading xlrd xlwt yaml
    zipfile zlib
  `,
  Time: `
    calendar datetime dateutil holidays pytz time
  `,
  Network: `
    bs4 cgi chardet django email flask flask_login flask_mail flask_restful flask_wtf ftplib
    geopy html http ipaddress lxml mechanize mimetypes pyquery python_http_client requests
    selenium sendgrid smtplib socket ssl urllib werkzeug wikipedia wtforms xml xmltodict
  `,
  Cryptography: `
    base64 binascii blake3 codecs Crypto cryptography hashlib hmac rsa secrets
  `,
};

const DOMAIN_OF: ReadonlyMap<string, Domain> = new Map(
  DOMAINS.flatMap((domain) =>
    LIBRARIES[domain]
      .trim()
      .split(/\s+/)
      .map((lib): [string, Domain] => [lib, domain]),
  ),
);

/** A library's domain; undefined for one that the benchmark does not know. */
export function domainOf(lib: string): Domain | undefined {
  return DOMAIN_OF.get(lib);
}

/** The domains of a task's libraries, each once, in the order of {@link DOMAINS}. */
export function domainsOf({ libs }: Pick<Task, 'libs'>): readonly Domain[] {
  const found = new Set(libs.map(domainOf));
  return DOMAINS.filter((domain) => found.has(domain));
}
