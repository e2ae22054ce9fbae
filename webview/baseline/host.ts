import {
  BaselineHostMessageSchema,
  type BaselineHostMessage,
  type BaselinePageMessage,
} from '../../src/shared/baseline.js';
import { connect } from '../host.js';

export const { post, listen } = connect<BaselineHostMessage, BaselinePageMessage>(
  BaselineHostMessageSchema,
);
