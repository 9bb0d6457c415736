import { SignerError } from '../protocol.ts';
import type { OutputSigner } from './protocol.ts';

/** A request to the signer of a chain of outputs, on the socket that all signers share. */
export type OutputAsk =
  | { readonly id: number; readonly what: 'outputs.hotAddress' }
  | { readonly id: number; readonly what: 'outputs.allowedKeys' }
  | { readonly id: number; readonly what: 'outputs.next'; readonly count: number }
  | { readonly id: number; readonly what: 'outputs.signSpend'; readonly request: never }
  | { readonly id: number; readonly what: 'outputs.signMerge'; readonly request: never };

export const isOutputAsk = (ask: { readonly what: string }): ask is OutputAsk =>
  ask.what.startsWith('outputs.');

/** Carries out a request. Throws SignerError REQUEST_INVALID where no such signer runs. */
export function performOutputs(signer: OutputSigner | null, ask: OutputAsk): Promise<unknown> {
  if (signer === null) throw new SignerError('REQUEST_INVALID', 'The signer has no chain of outputs');
  switch (ask.what) {
    case 'outputs.hotAddress':
      return signer.hotAddress();
    case 'outputs.allowedKeys':
      return signer.allowedKeys();
    case 'outputs.next':
      return signer.next(ask.count);
    case 'outputs.signSpend':
      return signer.signSpend(ask.request);
    case 'outputs.signMerge':
      return signer.signMerge(ask.request);
    default:
      throw new SignerError('REQUEST_INVALID', 'The signer does not do this');
  }
}
