import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatasetNeeds } from '../../src/core/doctor/datasetNeeds.js';
import { needsOfTask } from '../../src/core/doctor/taskNeeds.js';
import { distributionOf } from '../../src/core/distributions.js';
import { isStandardLibrary, lastPythonWith } from '../../src/core/standardLibrary.js';
import { aTask } from './tasks.js';

/** What a task needs whose code and tests these are. */
function needsOf(code: string, test = '') {
  return needsOfTask(aTask({ completePrompt: '', canonicalSolution: code, test }));
}

function librariesOf(code: string, test = ''): Record<string, readonly string[]> {
  return Object.fromEntries(needsOf(code, test).libraries);
}

const dataOf = (code: string, test = '') =>
  needsOf(code, test).data.map(({ library, name }) => `${library}/${name}`);

const toolsOf = (code: string, test = '') =>
  needsOf(code, test).tools.map(({ tool, optional }) => (optional ? `${tool}?` : tool));

describe('the libraries of a task', () => {
  it('come from its code and its tests, at any depth', () => {
    const code = 'import json\ndef task_func():\n    import yaml as y\n    return y\n';
    assert.deepEqual(Object.keys(librariesOf(code, 'import pyfakefs.fake_filesystem')).sort(), [
      'json',
      'pyfakefs',
      'yaml',
    ]);
  });

  it('are listed with what is imported and read of them', () => {
    const code = [
      'import numpy as np',
      'import matplotlib.pyplot as plt',
      'from sklearn.datasets import (load_iris, # flowers',
      '                              load_wine as wine)',
      'x = np.linalg.norm(np.array([1.5]).mean())',
      'plt.Figure.show',
      'wine.something',
    ].join('\n');
    assert.deepEqual(librariesOf(code), {
      numpy: ['numpy:linalg.norm', 'numpy:array'],
      matplotlib: ['matplotlib.pyplot', 'matplotlib.pyplot:Figure.show'],
      sklearn: [
        'sklearn.datasets:load_iris',
        'sklearn.datasets:load_wine',
        'sklearn.datasets:load_wine.something',
      ],
    });
  });

  it('leave out what an import has an answer for, what a name hides and what a mock replaces', () => {
    assert.deepEqual(
      librariesOf('try:\n    import ujson\nexcept ImportError:\n    ujson = None\n'),
      {},
    );
    assert.deepEqual(librariesOf('import regex\ndef f(regex):\n    return regex.gone\n'), {
      regex: [],
    });
    assert.deepEqual(
      librariesOf('import rsa\nrsa.encrypt(1)\n', "@patch('rsa.encrypt')\ndef f(): pass"),
      { rsa: [] },
    );
    assert.deepEqual(librariesOf('from . import neighbour\ntext = "import nothing"\n'), {});
  });
});

describe('the data of a task', () => {
  it('is what it downloads or reads', () => {
    assert.deepEqual(dataOf("import nltk\nnltk.download(['punkt', 'words'])\n"), [
      'nltk/punkt',
      'nltk/words',
    ]);
    assert.deepEqual(dataOf("from nltk.corpus import stopwords\nstopwords.words('english')\n"), [
      'nltk/stopwords',
    ]);
    assert.deepEqual(dataOf('from nltk import word_tokenize as cut\ncut("a b")\n'), ['nltk/punkt']);
    assert.deepEqual(dataOf('from nltk.corpus import stopwords\n'), []);
    assert.deepEqual(dataOf('from sklearn.datasets import fetch_california_housing as f\nf()\n'), [
      'sklearn/california_housing',
    ]);
    assert.deepEqual(dataOf("import seaborn as sns\nsns.load_dataset('tips')\n"), ['seaborn/tips']);
    assert.deepEqual(dataOf('from tensorflow import keras\nkeras.datasets.mnist.load_data()\n'), [
      'keras/mnist',
    ]);
  });

  it('is not needed where the tests replace it', () => {
    const code = "from nltk.corpus import stopwords\nstopwords.words('english')\n";
    assert.deepEqual(dataOf(code, "with patch('nltk.corpus.stopwords.words'): pass"), []);
  });
});

describe('the tools of a task', () => {
  it('are the programs that it starts by name', () => {
    assert.deepEqual(toolsOf("import subprocess\nsubprocess.run(['gzip', '-9', name])\n"), [
      'gzip',
    ]);
    assert.deepEqual(toolsOf("from os import popen\npopen(f'unzip -l {name}').read()\n"), [
      'unzip',
    ]);
    assert.deepEqual(toolsOf("import subprocess as s\ns.call('/usr/bin/Rscript x')\n"), [
      '/usr/bin/Rscript',
    ]);
  });

  it('are not what is computed, made by the task or a word of the shell', () => {
    const starts = ['run(command)', "run(f'{tool} -x')", "run(['./made.sh'])", "run('echo hello')"];
    for (const start of starts) {
      assert.deepEqual(toolsOf(`import subprocess\nsubprocess.${start}\n`), [], start);
    }
  });

  it('are not needed where the tests replace what starts them', () => {
    const code = "import subprocess\nsubprocess.check_output(['pgrep', name])\n";
    assert.deepEqual(toolsOf(code, "@patch('subprocess.Popen')\ndef f(): pass"), []);
    assert.deepEqual(
      toolsOf('import pytesseract\n', "patch.object(pytesseract, 'image_to_string')"),
      [],
    );
  });

  it('come with libraries, some of which do without', () => {
    assert.deepEqual(toolsOf('import pytesseract\nimport matplotlib\n'), ['tesseract', 'fc-list?']);
  });
});

describe('the needs of a dataset', () => {
  it('say for each thing which tasks need it', () => {
    const needs = new DatasetNeeds();
    needs.add(aTask({ taskId: 'a', completePrompt: 'import rsa\nrsa.sign\n', test: '' }));
    needs.add(aTask({ taskId: 'b', completePrompt: 'import rsa\n', test: '' }));
    assert.deepEqual([...(needs.libraries.get('rsa')?.tasks ?? [])], ['a', 'b']);
    assert.deepEqual([...(needs.libraries.get('rsa')?.names.get('rsa:sign') ?? [])], ['a']);
    assert.equal(needs.isOfBenchmark, false);
    needs.add(aTask({ taskId: 'BigCodeBench/0' }));
    assert.equal(needs.isOfBenchmark, true);
  });

  it('ask for data by both names that it has in different versions of its library', () => {
    const needs = new DatasetNeeds();
    needs.add(aTask({ completePrompt: "import nltk\nnltk.download('punkt')\n" }));
    assert.deepEqual(
      needs.request().data.map(({ name }) => name),
      ['punkt', 'punkt_tab'],
    );
  });
});

describe('modules', () => {
  it('are told from those of the standard library, also of another Python', () => {
    assert.equal(isStandardLibrary('zoneinfo'), true);
    assert.equal(isStandardLibrary('distutils'), true);
    assert.equal(isStandardLibrary('numpy'), false);
    assert.equal(lastPythonWith('cgi'), '3.12');
    assert.equal(lastPythonWith('imp'), '3.11');
    assert.equal(lastPythonWith('json'), undefined);
  });

  it('have the distribution that brings them', () => {
    const pairs = { cv2: 'opencv-python-headless', sklearn: 'scikit-learn', docx: 'python-docx' };
    for (const [module, name] of Object.entries(pairs)) assert.equal(distributionOf(module), name);
    assert.equal(distributionOf('pandas'), 'pandas');
  });
});
