import {
  HostMessageSchema,
  type HostMessage,
  type PageMessage,
} from '../../src/shared/overview.js';
import { connect } from '../host.js';

export const { post, listen } = connect<HostMessage, PageMessage>(HostMessageSchema);
