import type { Facts, LibraryFact } from '../../shared/doctorProtocol.js';
import { distributionOf } from '../distributions.js';
import { installRemedy, systemPackageRemedy, type Remedy, type SystemPackage } from './remedies.js';
import { fits, requirementOf, type Installation } from './versions.js';

/** What brings the shared libraries that Python's ones load. */
const SHARED_LIBRARIES: Readonly<Record<string, SystemPackage>> = {
  'libGL.so': { apt: 'libgl1' },
  'libglib-2.0.so': { apt: 'libglib2.0-0' },
  'libgthread-2.0.so': { apt: 'libglib2.0-0' },
  'libsndfile.so': { apt: 'libsndfile1', brew: 'libsndfile' },
  'libgomp.so': { apt: 'libgomp1' },
  'libmagic.so': { apt: 'libmagic1', brew: 'libmagic' },
  'libtk8.6.so': { apt: 'python3-tk', brew: 'python-tk' },
};

/** What systems keep apart from their Python. */
const PARTS_OF_PYTHON: Readonly<Record<string, SystemPackage>> = {
  _tkinter: { apt: 'python3-tk', brew: 'python-tk' },
  tkinter: { apt: 'python3-tk', brew: 'python-tk' },
};

/** Newer versions no longer bring what the module name stands for. */
const UP_TO: Readonly<Record<string, string>> = { pkg_resources: 'setuptools<81' };

/** What mends a library that is installed and does not import; none where nothing is known to. */
export function failedImportRemedy(
  fact: LibraryFact,
  installation: Installation,
  facts: Facts,
): Remedy | undefined {
  const message = fact.message === '' ? (fact.failures[0]?.message ?? '') : fact.message;
  const absent = /No module named '([\w.]+)'/.exec(message)?.[1]?.split('.')[0];
  const part = absent === undefined ? undefined : PARTS_OF_PYTHON[absent];
  if (absent !== undefined && part) return systemPackageRemedy(facts, 'Tk for Python', part);
  if (absent !== undefined && absent !== fact.name) {
    return installRemedy(facts, [UP_TO[absent] ?? distributionOf(absent)]);
  }
  const shared = /\b(lib[\w+-]+(?:\.\d+)*?\.so)/.exec(message)?.[1];
  if (shared !== undefined) {
    const needed = SHARED_LIBRARIES[shared];
    if (shared === 'libGL.so' && fact.name === 'cv2') {
      return installRemedy(facts, ['opencv-python-headless']);
    }
    return needed
      ? systemPackageRemedy(facts, shared, needed)
      : { text: `Install the system's package that brings ${shared}.` };
  }
  const { distribution, installed, pin } = installation;
  if (installed === null) return undefined;
  if (pin !== null && !fits(installed, pin)) {
    const wanted = requirementOf(installation, facts);
    if (wanted !== distribution) return installRemedy(facts, [wanted]);
  }
  // A name that is not there will not come by installing the same again.
  if (fact.state === 'ok') {
    return { text: `These tasks need another version of ${distribution} than ${installed}.` };
  }
  return installRemedy(facts, ['--force-reinstall', '--no-deps', `${distribution}==${installed}`]);
}
