import type { Memento } from 'vscode';

/** What VS Code keeps for an extension, standing in `state` instead. */
export function mementoOf(state: Map<string, unknown>): Memento {
  return {
    keys: () => [...state.keys()],
    get: <T>(key: string, otherwise?: T) => (state.get(key) as T | undefined) ?? otherwise,
    update: async (key, value) => {
      state.set(key, value);
      return Promise.resolve();
    },
  };
}
