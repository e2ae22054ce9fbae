import * as v from 'valibot';
import {
  BoardHostMessageSchema,
  type Board,
  type BoardPageMessage,
} from '../../src/shared/board.js';
import { h, keepingFocus } from '../dom.js';
import './board.css';
import { columnOf } from './columns.js';
import { progress } from './progress.js';

interface VsCodeApi {
  postMessage(message: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

function post(message: BoardPageMessage): void {
  api.postMessage(message);
}

function draw(board: Board): void {
  const tasks = board.columns.reduce((sum, { cards }) => sum + cards.length, 0);
  keepingFocus(() => {
    document.body.replaceChildren(
      h(
        'main',
        {},
        h('h1', {}, board.name),
        h('p', { class: 'note' }, `${String(tasks)} ${tasks === 1 ? 'task' : 'tasks'} by stage`),
        h('div', { class: 'board' }, ...board.columns.map((column) => columnOf(column, post))),
        ...progress(board),
      ),
    );
  });
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = v.safeParse(BoardHostMessageSchema, data);
  if (message.success) draw(message.output.board);
  else console.error('Not a message of this page:', v.flatten(message.issues));
});

post({ type: 'ready' });
