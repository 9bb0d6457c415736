import { Transaction } from '@scure/btc-signer';
import { fromHex } from './bytes.ts';

/** An input of a payment to be signed. */
export interface PsbtInput {
  readonly hash: string;
  readonly index: number;
  /** The whole transaction that made it, in hex: a signer believes no amount without it (CVE-2020-14199). */
  readonly previous: string;
}

/** Says that the payer may replace the transaction (BIP-125). */
export const REPLACEABLE = 0xfffffffd;

/** Builds an unsigned transaction as a PSBT, in Base64. */
export function buildPsbt(
  inputs: readonly PsbtInput[],
  outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[],
): string {
  const transaction = new Transaction({ allowUnknownOutputs: false });
  for (const { hash, index, previous } of inputs)
    transaction.addInput({ txid: hash, index, sequence: REPLACEABLE, nonWitnessUtxo: fromHex(previous) });
  for (const { script, amount } of outputs) transaction.addOutput({ script, amount });
  return Buffer.from(transaction.toPSBT()).toString('base64');
}
