import * as vscode from 'vscode';
import { byKind, describe } from '../python/interpreterItems.js';
import {
  browseInterpreter,
  findInterpreters,
  type InterpreterServices,
} from '../python/selectInterpreter.js';

/** An interpreter to choose; a separator has no path. */
interface EnvironmentItem extends vscode.QuickPickItem {
  readonly path?: string;
}

const BROWSE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('folder-opened'),
  tooltip: 'Add an Interpreter…',
};

const TICK = 'Tick two or more, the one to compare the others with first';

/**
 * Asks for the environments to compare. They are looked for first: entries that came while some are
 * ticked would take the ticks away.
 * @returns two paths of interpreters or more, in the order of ticking; undefined where the user leaves
 * @throws {UserError} where a folder is added that holds no Python
 */
export async function chooseEnvironments(
  services: InterpreterServices,
): Promise<readonly string[] | undefined> {
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Looking for Python' },
    () => environmentItems(services),
  );
  let items: readonly EnvironmentItem[] = found;
  let ticked: readonly string[] = found.flatMap(({ path }) => path ?? []).slice(0, 1);
  let placeholder = TICK;
  for (;;) {
    const answer = await ask(items, ticked, placeholder);
    if (!answer) return undefined;
    ticked = answer.ticked;
    if (answer.browses) {
      const path = await browseInterpreter();
      if (path === undefined) continue;
      ticked = [...new Set([...ticked, path])];
      const isListed = items.some((item) => item.path === path);
      if (!isListed) items = [{ label: 'Python', detail: path, path }, ...items];
    } else {
      if (ticked.length >= 2) return ticked;
      placeholder = `One is not enough. ${TICK}`;
    }
  }
}

async function environmentItems(services: InterpreterServices): Promise<EnvironmentItem[]> {
  let items: EnvironmentItem[] = [];
  await findInterpreters(
    services,
    new AbortController().signal,
    (discovery, libraries, current) => {
      items = byKind(discovery.usable, (one): EnvironmentItem => ({
        label: `Python ${one.version}`,
        ...describe(one, libraries, current),
        path: one.path,
      }));
    },
  );
  return items;
}

interface Answer {
  readonly ticked: readonly string[];
  /** Whether the user wants to add one that was not found. */
  readonly browses: boolean;
}

function ask(
  items: readonly EnvironmentItem[],
  ticked: readonly string[],
  placeholder: string,
): Promise<Answer | undefined> {
  const pick = vscode.window.createQuickPick<EnvironmentItem>();
  pick.title = 'Compare Environments';
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [BROWSE];
  pick.items = items;
  pick.selectedItems = items.filter(({ path }) => path !== undefined && ticked.includes(path));
  let order = [...ticked];
  pick.onDidChangeSelection((selected) => {
    const paths = selected.flatMap(({ path }) => path ?? []);
    const still = order.filter((path) => paths.includes(path));
    order = [...still, ...paths.filter((path) => !still.includes(path))];
  });
  return new Promise((resolve) => {
    pick.onDidTriggerButton(() => {
      resolve({ ticked: order, browses: true });
      pick.hide();
    });
    pick.onDidAccept(() => {
      resolve({ ticked: order, browses: false });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
