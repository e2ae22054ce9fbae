import { setMaxListeners } from 'node:events';

/** An abort controller that ends any number of runs: Node warns of more than ten listeners otherwise. */
export function abortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
