import * as vscode from 'vscode';
import type { DatasetSource } from '../../core/dataset.js';
import { parseSource } from '../../node/datasets/source.js';

type Choice = vscode.QuickPickItem & {
  readonly choose: () => Promise<DatasetSource | undefined> | DatasetSource;
};

const CHOICES: readonly Choice[] = [
  {
    label: '$(file) File…',
    description: 'JSONL, .jsonl.gz or Parquet',
    choose: async () => {
      const path = await pick({
        canSelectFiles: true,
        filters: { Datasets: ['jsonl', 'gz', 'parquet'], 'All files': ['*'] },
      });
      return path === undefined ? undefined : { kind: 'file', path };
    },
  },
  {
    label: '$(folder) Folder of Task Files…',
    description: 'one .py file a task',
    choose: async () => {
      const path = await pick({ canSelectFiles: false, canSelectFolders: true });
      return path === undefined ? undefined : { kind: 'folder', path };
    },
  },
  {
    label: '$(beaker) Samples',
    description: '21 tasks that come with the extension',
    choose: () => ({ kind: 'samples' }),
  },
  {
    label: '$(cloud-download) BigCodeBench (Full)',
    description: 'bigcode/bigcodebench on Hugging Face: 1,140 tasks',
    choose: () => ({ kind: 'huggingface', repo: 'bigcode/bigcodebench', revision: 'main' }),
  },
  {
    label: '$(cloud-download) BigCodeBench-Hard',
    description: 'bigcode/bigcodebench-hard on Hugging Face',
    choose: () => ({ kind: 'huggingface', repo: 'bigcode/bigcodebench-hard', revision: 'main' }),
  },
  {
    label: '$(cloud-download) Another Hugging Face Dataset…',
    description: 'by id and revision',
    choose: async () => {
      const id = await vscode.window.showInputBox({
        title: 'Open a Hugging Face Dataset',
        prompt: 'owner/name, or owner/name@revision',
        value: 'bigcode/bigcodebench@main',
        ignoreFocusOut: true,
        validateInput: (text) =>
          /^[\w.-]+\/[\w.-]+(@[\w./-]+)?$/.test(text.trim())
            ? undefined
            : 'Expected owner/name or owner/name@revision, for example bigcode/bigcodebench@main.',
      });
      return id === undefined ? undefined : parseSource(`hf:${id.trim()}`);
    },
  },
];

/** Asks which dataset to open; `undefined` where the user backs out. */
export async function chooseDataset(): Promise<DatasetSource | undefined> {
  const choice = await vscode.window.showQuickPick(CHOICES, {
    title: 'Open Dataset',
    placeHolder: 'Where is the dataset?',
  });
  return choice?.choose();
}

async function pick(options: vscode.OpenDialogOptions): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({ openLabel: 'Open Dataset', ...options });
  return chosen?.[0]?.fsPath;
}
