import * as v from 'valibot';
import * as vscode from 'vscode';

const SETTING = 'editor.inlineSuggest.enabled';
const KEPT = 'baseline.inlineCompletion';
const KeptSchema = v.object({ before: v.nullable(v.boolean()) });

/**
 * Switches inline completion off in the workspace while somebody solves without AI. What the setting
 * was before is kept in the workspace's state, so that it is set back even after a crash.
 */
export class InlineCompletion {
  constructor(private readonly state: vscode.Memento) {}

  /** Does nothing where it is off already. */
  async switchOff(): Promise<void> {
    const settings = vscode.workspace.getConfiguration();
    if (settings.get(SETTING) === false || this.#kept !== undefined) return;
    const { workspaceValue } = settings.inspect<boolean>(SETTING) ?? {};
    await this.state.update(KEPT, { before: workspaceValue ?? null });
    await settings.update(SETTING, false, vscode.ConfigurationTarget.Workspace);
  }

  /** Sets it back; does nothing where this has not switched it off. */
  async restore(): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    const { Workspace } = vscode.ConfigurationTarget;
    const settings = vscode.workspace.getConfiguration();
    await settings.update(SETTING, kept.before ?? undefined, Workspace);
    await this.state.update(KEPT, undefined);
  }

  get #kept(): v.InferOutput<typeof KeptSchema> | undefined {
    const parsed = v.safeParse(KeptSchema, this.state.get(KEPT));
    return parsed.success ? parsed.output : undefined;
  }
}
