/**
 * Import names whose distribution on PyPI is called otherwise.
 * Only those that differ: a module not listed is installed under its own name.
 */
const DISTRIBUTIONS: ReadonlyMap<string, string> = new Map([
  ['Crypto', 'pycryptodome'],
  ['IPython', 'ipython'],
  ['PIL', 'Pillow'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python-headless'],
  ['dateutil', 'python-dateutil'],
  ['dns', 'dnspython'],
  ['docx', 'python-docx'],
  ['faker', 'Faker'],
  ['flask_login', 'Flask-Login'],
  ['flask_mail', 'Flask-Mail'],
  ['flask_restful', 'Flask-RESTful'],
  ['flask_wtf', 'Flask-WTF'],
  ['mpl_toolkits', 'matplotlib'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['wtforms', 'WTForms'],
  ['yaml', 'PyYAML'],
]);

/** The name under which `pip install` finds a top-level module. */
export function distributionOf(module: string): string {
  return DISTRIBUTIONS.get(module) ?? module;
}

/** A distribution's name as PyPI compares names: `Flask_Mail`, `flask-mail` and `Flask.Mail` are one. */
export function distributionKey(distribution: string): string {
  return distribution.replace(/[-_.]+/g, '-').toLowerCase();
}
