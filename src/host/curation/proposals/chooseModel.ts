import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../../core/errors.js';
import type { LanguageModel } from '../../../core/models/languageModel.js';
import { commandId } from '../../commands.js';
import { EditorModel } from './editorModel.js';
import { hostOf, type ModelKeys } from './modelKeys.js';

/** Local models may have to be loaded before they say their first word. */
const TIMEOUT_SECONDS = 120;
const RETRIES = 3;

interface Choice extends vscode.QuickPickItem {
  readonly make: MakeModel;
}

/** @param temperature the settings' one, or the model's own, where it is `undefined` */
export type MakeModel = (temperature?: number) => Promise<LanguageModel>;

/**
 * Nobody shall say what a model is to do and hear then that there is none.
 *
 * @throws {CancelledError} where there is none, after it was said how to get one
 */
export async function requireModel(keys: ModelKeys): Promise<void> {
  if ((await ownChoices(keys)).length === 0) await tellOfModels();
}

/**
 * The model to ask: of those that VS Code offers and the endpoint of the settings, the only one or
 * the one that the user picks. Without any, says how to get one.
 *
 * @throws {CancelledError} where there is none or none is picked
 */
export async function chooseModel(keys: ModelKeys): Promise<LanguageModel> {
  const choices = await ownChoices(keys);
  const [first, ...others] = choices;
  if (!first) return tellOfModels();
  if (others.length === 0) return first.make();
  const picked = await vscode.window.showQuickPick(choices, { title: 'Model to Ask' });
  if (!picked) throw new CancelledError();
  return picked.make();
}

/**
 * The models to ask, one or several: also others of the endpoint than the one of the settings.
 *
 * @throws {CancelledError} where there is none or none is picked
 */
export async function chooseModels(keys: ModelKeys, title: string): Promise<readonly MakeModel[]> {
  const own = await ownChoices(keys);
  if (own.length === 0) return tellOfModels();
  const choices = otherChoices(keys).then((others) => {
    const known = own.map(({ label }) => label);
    return [...own, ...others.filter(({ label }) => !known.includes(label))];
  });
  const picked = await vscode.window.showQuickPick(choices, {
    ...{ title, placeHolder: 'One model or several', canPickMany: true, ignoreFocusOut: true },
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ make }) => make);
}

/** The models of the editor and of the settings. */
async function ownChoices(keys: ModelKeys): Promise<readonly Choice[]> {
  return [...(await editorChoices()), ...endpointChoices(keys)];
}

async function editorChoices(): Promise<readonly Choice[]> {
  const offered = await vscode.lm.selectChatModels();
  return offered.map((model) => ({
    ...{ label: model.name, description: model.vendor },
    make: (temperature) => Promise.resolve(new EditorModel(model, temperature)),
  }));
}

/** The model of the settings; none where they name no endpoint. */
function endpointChoices(keys: ModelKeys): readonly Choice[] {
  const settings = vscode.workspace.getConfiguration('bigcodebench.model');
  const baseUrl = settings.get<string>('endpoint', '');
  const model = settings.get<string>('name', '');
  if (baseUrl === '') return [];
  if (model === '') {
    throw new UserError(
      `Which model of ${hostOf(baseUrl)} is to be asked? Name it in the setting bigcodebench.model.name.`,
    );
  }
  return [{ ...endpointChoice(baseUrl, model, keys), picked: true }];
}

/** What else the endpoint has; a server need not say, and then has nothing else. */
async function otherChoices(keys: ModelKeys): Promise<readonly Choice[]> {
  const baseUrl = vscode.workspace
    .getConfiguration('bigcodebench.model')
    .get<string>('endpoint', '');
  if (baseUrl === '') return [];
  const { endpointModels } = await import('../../../node/models/openAiEndpoint.js');
  const models = await endpointModels(baseUrl, await keys.get(baseUrl));
  return models.map((model) => endpointChoice(baseUrl, model, keys));
}

function endpointChoice(baseUrl: string, model: string, keys: ModelKeys): Choice {
  return {
    ...{ label: model, description: hostOf(baseUrl) },
    make: async (temperature = configuredTemperature()) => {
      const { OpenAiEndpoint } = await import('../../../node/models/openAiEndpoint.js');
      return new OpenAiEndpoint({
        ...{ baseUrl, model, apiKey: await keys.get(baseUrl) },
        ...(temperature !== undefined && { temperature }),
        ...{ timeoutSeconds: TIMEOUT_SECONDS, retries: RETRIES },
      });
    },
  };
}

/** The settings' temperature; `undefined` where it is the model's own. */
export function configuredTemperature(): number | undefined {
  const settings = vscode.workspace.getConfiguration('bigcodebench.model');
  return settings.get<number | null>('temperature', null) ?? undefined;
}

async function tellOfModels(): Promise<never> {
  const settings = 'Open Settings';
  const paste = 'Paste Proposal…';
  const choice = await vscode.window.showWarningMessage(
    'No model is set up. Name an OpenAI-compatible endpoint and its model in the settings, or ask any model elsewhere and paste its answer.',
    settings,
    paste,
  );
  if (choice === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'bigcodebench.model');
  } else if (choice === paste) {
    await vscode.commands.executeCommand(commandId('pasteProposal'));
  }
  throw new CancelledError();
}
