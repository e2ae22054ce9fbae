import type { Facts } from '../../shared/doctorProtocol.js';
import { dataForVersion, type DataPackage } from './dataPackages.js';
import type { DatasetNeeds } from './datasetNeeds.js';
import type { Remedy } from './remedies.js';
import type { ReportItem } from './item.js';

/** An item for every corpus and dataset that tasks name. */
export function dataItems(needs: DatasetNeeds, facts: Facts): ReportItem[] {
  return [...needs.data.values()].map(({ data: named, tasks }) => {
    const data = dataForVersion(named, installedVersion(facts, named.library));
    const found = facts.data.find(
      (each) => each.library === data.library && each.name === data.name,
    )?.path;
    return {
      kind: 'data',
      name: `${data.library}: ${data.name}`,
      severity: found == null ? 'problem' : 'ok',
      text: found ?? 'is not there, and isolated runs cannot download it',
      tasks: [...tasks],
      ...(found == null && { remedy: download(data, facts.interpreter.executable) }),
    };
  });
}

function installedVersion(facts: Facts, library: string): string | undefined {
  const fact = facts.libraries.find(({ name }) => name === library);
  return fact?.distributions[0]?.version;
}

/** Each of these puts it where runs are shown it although the home directory is hidden from them. */
function download({ library, name }: DataPackage, python: string): Remedy {
  const text = `Download ${name}`;
  switch (library) {
    case 'nltk':
      return { text, command: [python, '-m', 'nltk.downloader', name] };
    case 'sklearn':
      return {
        text,
        command: [python, '-c', `import sklearn.datasets as d; d.fetch_${name}()`],
      };
    case 'seaborn':
      return { text, command: [python, '-c', `import seaborn; seaborn.load_dataset("${name}")`] };
    case 'keras':
      return {
        text,
        command: [python, '-c', `import keras.datasets.${name} as d; d.load_data()`],
      };
  }
}
