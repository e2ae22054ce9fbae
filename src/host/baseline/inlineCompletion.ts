import * as v from 'valibot';
import * as vscode from 'vscode';

const SETTING = 'editor.inlineSuggest.enabled';
const KEPT = 'baseline.inlineCompletion';
const KeptSchema = v.object({
  /** What the workspace says of Python; null where it says nothing. */
  before: v.nullable(v.boolean()),
});

/**
 * Switches inline completion off for Python in the workspace while somebody solves without AI: of all
 * settings, the one that no other overrules. What it was before is kept in the workspace's state, so
 * that it is set back even after a crash.
 */
export class InlineCompletion {
  constructor(private readonly state: vscode.Memento) {}

  /** Does nothing where it is off already. */
  async switchOff(): Promise<void> {
    const settings = pythonSettings();
    if (settings.get(SETTING) === false || this.#kept !== undefined) return;
    const before = settings.inspect<boolean>(SETTING)?.workspaceLanguageValue ?? null;
    await this.state.update(KEPT, { before });
    await settings.update(SETTING, false, vscode.ConfigurationTarget.Workspace, true);
  }

  /** Sets it back; does nothing where this has not switched it off. */
  async restore(): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    const { Workspace } = vscode.ConfigurationTarget;
    await pythonSettings().update(SETTING, kept.before ?? undefined, Workspace, true);
    await this.state.update(KEPT, undefined);
  }

  get #kept(): v.InferOutput<typeof KeptSchema> | undefined {
    const parsed = v.safeParse(KeptSchema, this.state.get(KEPT));
    return parsed.success ? parsed.output : undefined;
  }
}

function pythonSettings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(undefined, { languageId: 'python' });
}
