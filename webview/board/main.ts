import {
  BoardHostMessageSchema,
  type Board,
  type BoardHostMessage,
  type BoardPageMessage,
} from '../../src/shared/board.js';
import { formatQuantity } from '../../src/shared/numbers.js';
import { h, keepingFocus } from '../dom.js';
import { connect } from '../host.js';
import './board.css';
import { columnOf } from './columns.js';
import { progress } from './progress.js';

const { post, listen } = connect<BoardHostMessage, BoardPageMessage>(BoardHostMessageSchema);

function draw(board: Board): void {
  const tasks = board.columns.reduce((sum, { cards }) => sum + cards.length, 0);
  keepingFocus(() => {
    document.body.replaceChildren(
      h(
        'main',
        {},
        h('h1', {}, board.name),
        h('p', { class: 'note' }, `${formatQuantity(tasks, 'task')} by stage`),
        h('div', { class: 'board' }, ...board.columns.map((column) => columnOf(column, post))),
        ...progress(board),
      ),
    );
  });
}

listen(({ board }) => {
  draw(board);
});
