/** The modules of Python's standard library, of any version from 3.8 to 3.13. */
const MODULES: ReadonlySet<string> = new Set(
  `
    __future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
    binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs
    codeop collections colorsys compileall concurrent configparser contextlib contextvars copy
    copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils
    doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp
    fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext
    glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib
    inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox
    mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis
    nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib
    pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile
    pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline
    reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal
    site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
    sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys
    sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit
    tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types
    typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg
    winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
  `
    .trim()
    .split(/\s+/),
);

/** The last minor version of Python 3 that has a module, for those that were removed. */
const LAST_MINOR: Readonly<Record<number, string>> = {
  8: 'dummy_threading',
  9: 'formatter parser symbol',
  10: 'binhex',
  11: 'asynchat asyncore distutils imp smtpd',
  12: `
    aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes
    sndhdr spwd sunau telnetlib uu xdrlib
  `,
};

const REMOVED: ReadonlyMap<string, string> = new Map(
  Object.entries(LAST_MINOR).flatMap(([minor, modules]) =>
    modules
      .trim()
      .split(/\s+/)
      .map((module): [string, string] => [module, `3.${minor}`]),
  ),
);

/** Whether a top-level module comes with Python, in the versions that have it. */
export function isStandardLibrary(module: string): boolean {
  return MODULES.has(module);
}

/** The last Python with a module that was removed from the standard library: `3.12` for `cgi`. */
export function lastPythonWith(module: string): string | undefined {
  return REMOVED.get(module);
}
