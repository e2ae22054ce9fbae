import { PVSC_EXTENSION_ID, PythonExtension } from '@vscode/python-extension';
import * as v from 'valibot';
import * as vscode from 'vscode';

/** An environment as far as we rely on it: another extension's version may differ from the types. */
const EnvironmentSchema = v.object({
  executable: v.object({ uri: v.optional(v.object({ fsPath: v.string() })) }),
});

/** The interpreter selected in the Python extension; undefined without the extension or a selection. */
export async function selectedInPythonExtension(): Promise<string | undefined> {
  const environments = await environmentsApi();
  const active = await environments?.resolveEnvironment(environments.getActiveEnvironmentPath());
  return pathOf(active);
}

/** The interpreters that the Python extension knows so far. */
export async function knownToPythonExtension(): Promise<readonly string[]> {
  const known: unknown = (await environmentsApi())?.known;
  if (!Array.isArray(known)) return [];
  return known.map(pathOf).filter((path) => path !== undefined);
}

/** Calls back when another interpreter is selected in the Python extension. */
export function onPythonExtensionSelection(listener: () => void): vscode.Disposable {
  let subscription: vscode.Disposable | undefined;
  let disposed = false;
  void environmentsApi().then((environments) => {
    if (!disposed) subscription = environments?.onDidChangeActiveEnvironmentPath(listener);
  });
  return new vscode.Disposable(() => {
    disposed = true;
    subscription?.dispose();
  });
}

async function environmentsApi(): Promise<PythonExtension['environments'] | undefined> {
  if (!vscode.extensions.getExtension(PVSC_EXTENSION_ID)) return undefined;
  return (await PythonExtension.api()).environments;
}

function pathOf(environment: unknown): string | undefined {
  const parsed = v.safeParse(EnvironmentSchema, environment);
  return parsed.success ? parsed.output.executable.uri?.fsPath : undefined;
}
