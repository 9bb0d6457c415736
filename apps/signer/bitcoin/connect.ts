import { askSigner } from '../socket.ts';
import type { OutputSigner } from './protocol.ts';

/** The signer of a chain of outputs behind a socket. Each call opens the connection that it needs. */
export function connectOutputSigner(path: string): OutputSigner {
  return {
    hotAddress: () => askSigner(path, { what: 'outputs.hotAddress' }),
    allowedKeys: () => askSigner(path, { what: 'outputs.allowedKeys' }),
    next: (count) => askSigner(path, { what: 'outputs.next', count }),
    signSpend: (request) => askSigner(path, { what: 'outputs.signSpend', request }),
    signMerge: (request) => askSigner(path, { what: 'outputs.signMerge', request }),
  };
}
