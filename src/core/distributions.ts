/**
 * Import names whose distribution on PyPI is called otherwise.
 * Only those that differ: a module not listed is installed under its own name.
 * Those of the benchmark were compared with what its published environment has installed.
 */
const DISTRIBUTIONS: ReadonlyMap<string, string> = new Map([
  ['Crypto', 'pycryptodome'],
  ['IPython', 'ipython'],
  ['MySQLdb', 'mysqlclient'],
  ['OpenSSL', 'pyOpenSSL'],
  ['PIL', 'Pillow'],
  ['aspose', 'aspose-words'],
  ['attr', 'attrs'],
  ['bs4', 'beautifulsoup4'],
  ['cv2', 'opencv-python-headless'],
  ['dateutil', 'python-dateutil'],
  ['django', 'Django'],
  ['dns', 'dnspython'],
  ['docx', 'python-docx'],
  ['dotenv', 'python-dotenv'],
  ['faker', 'Faker'],
  ['ffmpeg', 'ffmpeg-python'],
  ['fitz', 'PyMuPDF'],
  ['flask', 'Flask'],
  ['flask_login', 'Flask-Login'],
  ['flask_mail', 'Flask-Mail'],
  ['flask_restful', 'Flask-RESTful'],
  ['flask_wtf', 'Flask-WTF'],
  ['git', 'GitPython'],
  ['jwt', 'PyJWT'],
  ['magic', 'python-magic'],
  ['mpl_toolkits', 'matplotlib'],
  ['pkg_resources', 'setuptools'],
  ['pptx', 'python-pptx'],
  ['psycopg2', 'psycopg2-binary'],
  ['pylab', 'matplotlib'],
  ['python_http_client', 'python-http-client'],
  ['pythoncom', 'pywin32'],
  ['requests_mock', 'requests-mock'],
  ['serial', 'pyserial'],
  ['skimage', 'scikit-image'],
  ['sklearn', 'scikit-learn'],
  ['slugify', 'python-slugify'],
  ['socks', 'PySocks'],
  ['sqlalchemy', 'SQLAlchemy'],
  ['tabula', 'tabula-py'],
  ['usb', 'pyusb'],
  ['websocket', 'websocket-client'],
  ['werkzeug', 'Werkzeug'],
  ['win32api', 'pywin32'],
  ['wtforms', 'WTForms'],
  ['yaml', 'PyYAML'],
  ['zmq', 'pyzmq'],
]);

/** The name under which `pip install` finds a top-level module. */
export function distributionOf(module: string): string {
  return DISTRIBUTIONS.get(module) ?? module;
}

/** A distribution's name as PyPI compares names: `Flask_Mail`, `flask-mail` and `Flask.Mail` are one. */
export function distributionKey(distribution: string): string {
  return distribution.replace(/[-_.]+/g, '-').toLowerCase();
}
