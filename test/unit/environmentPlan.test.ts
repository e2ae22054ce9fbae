import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimatedBytes } from '../../src/core/environments/diskEstimate.js';
import {
  formatBytes,
  missingPlan,
  publishedPlan,
  samplesPlan,
} from '../../src/core/environments/environmentPlan.js';
import { installFailure } from '../../src/core/environments/installFailure.js';
import { InstallProgress } from '../../src/core/environments/installProgress.js';

describe('an environment’s plan', () => {
  it('is the published set, for its own Python', () => {
    const plan = publishedPlan('linux');
    assert.equal(plan.series, '3.10');
    assert.match(plan.requirements, /^scikit-image==0\.19\.3 {2}# instead of ==0\.18\.0: /m);
    assert.equal(plan.requirements.trim().split('\n').length, plan.distributions);
  });

  it('is what the samples list, in any Python', () => {
    const plan = samplesPlan(
      '# for the samples\nnumpy==1.0 ; a\nnumpy==2.0 ; b\n    # via x\npandas\n',
    );
    assert.equal(plan.distributions, 2);
    assert.equal(plan.series, undefined);
  });

  it('is what is missing: as published in Python 3.10, else the newest', () => {
    const modules = ['cv2', 'numpy', 'skimage', 'sklearn', 'unheard_of'];
    const into = { system: 'linux', modules: ['numpy'], isVirtual: true } as const;
    assert.deepEqual(lines(missingPlan(modules, { ...into, version: '3.10.13' }).requirements), [
      'opencv-python-headless==4.9.0.80',
      'scikit-image==0.19.3',
      'scikit-learn==1.3.1',
      'unheard_of',
    ]);
    assert.deepEqual(lines(missingPlan(modules, { ...into, version: '3.12.1' }).requirements), [
      'opencv-python-headless',
      'scikit-image',
      'scikit-learn',
      'unheard_of',
    ]);
    assert.equal(missingPlan(['numpy'], { ...into, version: '3.12.1' }).distributions, 0);
    const made = missingPlan(['numpy'], { ...into, version: '3.12.1', isVirtual: false });
    assert.deepEqual(lines(made.requirements), ['numpy'], 'a new environment has nothing yet');
  });

  it('says its size, where nobody has measured it, by what is downloaded', () => {
    const lock = [
      'lock-version = "1.0"',
      '[[packages]]',
      'name = "numpy"',
      'sdist = { url = "https://x/numpy.tar.gz", size = 9000, hashes = {} }',
      'wheels = [',
      '    { url = "https://x/numpy-1.whl", size = 100, hashes = {} },',
      '    { url = "https://x/numpy-2.whl", size = 300, hashes = {} },',
      ']',
      '[[packages]]',
      'name = "wordninja"',
      'sdist = { url = "https://x/wordninja.tar.gz", size = 7, hashes = {} }',
      '[[packages]]',
      'name = "python-dateutil"',
      'wheels = [{ url = "https://x/d.whl", size = 5000, hashes = {} }]',
      '',
    ];
    assert.equal(estimatedBytes(lock.join('\n'), new Set(['python-dateutil'])), 4 * 307);
    assert.equal(estimatedBytes('', new Set()), 0);
    const unknown = ['[[packages]]', 'name = "mine"', 'directory = { path = "/mine" }'].join('\n');
    assert.equal(estimatedBytes(unknown, new Set()), undefined);
  });

  it('says its size as people do', () => {
    assert.equal(formatBytes(2_800_000_000), '2.8 GB');
    assert.equal(formatBytes(12_300_000), '12 MB');
  });
});

describe('the progress of an installation', () => {
  it('is read from uv', () => {
    assert.deepEqual(
      read([
        'Using Python 3.10.13 environment at: env310',
        'Resolved 168 packages in 3.69s',
        'Downloading networkx (1.8MiB)',
        'Downloading faker (1.7MiB)',
        ' Downloaded networkx',
        '   Building wordninja==2.0.0',
        'Prepared 168 packages in 20.10s',
        'Installed 168 packages in 1.98s',
        'Bytecode compiled 17533 files in 35.54s',
        ' + six==1.17.0',
      ]),
      [
        '168 packages to install',
        'Downloading networkx (1.8MiB), 0 of 1 large files done',
        'Downloading faker (1.7MiB), 0 of 2 large files done',
        'Downloaded networkx, 1 of 2 large files done',
        'Building wordninja==2.0.0',
        'Copying the packages',
        'Compiling to bytecode',
      ],
    );
  });

  it('is read from pip', () => {
    assert.deepEqual(
      read([
        'Collecting numpy==1.21.2 (from -r requirements.txt (line 3))',
        '  Downloading numpy-1.21.2-cp310-cp310-manylinux_2_12_x86_64.whl (15.8 MB)',
        '  Downloading https://files.example/a/six-1.17.0-py2.py3-none-any.whl (11 kB)',
        'Processing /wheels/pytz-2023.3-py2.py3-none-any.whl',
        'Requirement already satisfied: six in ./lib',
        '  Building wheel for wikipedia (pyproject.toml): started',
        'Installing collected packages: six, numpy',
        'Successfully installed numpy-1.21.2 six-1.17.0',
      ]),
      [
        'Looking at numpy==1.21.2',
        'Downloading numpy (15.8 MB)',
        'Downloading six (11 kB)',
        'Looking at pytz-2023.3-py2.py3-none-any.whl',
        'Building wikipedia',
        'Copying 2 packages and compiling them to bytecode',
      ],
    );
  });
});

describe('a failed installation', () => {
  it('says what to do', () => {
    const cases: readonly (readonly [said: string, advice: RegExp])[] = [
      ['error: Failed to write: No space left on device (os error 28)', /disk is full/],
      ['  Caused by: error sending request for url (https://pypi.org)', /cannot be reached/],
      ["Retrying after connection broken by 'NewConnectionError(…)'", /cannot be reached/],
      ['  × No solution found when resolving dependencies:', /do not exist for this Python/],
      ["error: command '/usr/bin/gcc' failed with exit code 1", /C compiler/],
      [
        'The virtual environment was not created because ensurepip is not available',
        /python3-venv/,
      ],
      ['something nobody has seen', /: something nobody has seen\. Then /],
    ];
    for (const [said, advice] of cases) {
      assert.match(installFailure(['Resolved 2 packages', said]), advice);
    }
    assert.match(installFailure([]), /it said nothing/);
  });
});

function read(output: readonly string[]): string[] {
  const progress = new InstallProgress();
  return output.map((line) => progress.read(line)).filter((message) => message !== undefined);
}

function lines(requirements: string): string[] {
  return requirements
    .trim()
    .split('\n')
    .map((line) => line.replace(/ {2}#.*/, ''));
}
