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
  readonly make: () => LanguageModel | Promise<LanguageModel>;
}

/**
 * The model to ask: of those that VS Code offers and the endpoint of the settings, the only one or
 * the one that the user picks. Without any, says how to get one.
 *
 * @throws {CancelledError} where there is none or none is picked
 */
export async function chooseModel(keys: ModelKeys): Promise<LanguageModel> {
  const offered = await vscode.lm.selectChatModels();
  const endpoint = endpointChoice(keys);
  const choices: readonly Choice[] = [
    ...offered.map((model) => ({
      ...{ label: model.name, description: model.vendor },
      make: () => new EditorModel(model),
    })),
    ...(endpoint ? [endpoint] : []),
  ];
  const [first, ...others] = choices;
  if (!first) return tellOfModels();
  if (others.length === 0) return first.make();
  const picked = await vscode.window.showQuickPick(choices, { title: 'Model to Ask' });
  if (!picked) throw new CancelledError();
  return picked.make();
}

function endpointChoice(keys: ModelKeys): Choice | undefined {
  const settings = vscode.workspace.getConfiguration('bigcodebench.model');
  const baseUrl = settings.get<string>('endpoint', '');
  const model = settings.get<string>('name', '');
  if (baseUrl === '') return undefined;
  if (model === '') {
    throw new UserError(
      `Which model of ${hostOf(baseUrl)} is to be asked? Name it in the setting bigcodebench.model.name.`,
    );
  }
  const temperature = settings.get<number | null>('temperature', null);
  return {
    ...{ label: model, description: hostOf(baseUrl) },
    make: async () => {
      const { OpenAiEndpoint } = await import('../../../node/models/openAiEndpoint.js');
      return new OpenAiEndpoint({
        ...{ baseUrl, model, apiKey: await keys.get(baseUrl) },
        ...(temperature !== null && { temperature }),
        ...{ timeoutSeconds: TIMEOUT_SECONDS, retries: RETRIES },
      });
    },
  };
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
