import { Transaction } from '@scure/btc-signer';
import { fromHex, toShownHash } from './bytes.ts';
import { hash256 } from './networks.ts';

/** An input of a payment to be signed. */
export interface PsbtInput {
  readonly hash: string;
  readonly index: number;
  /** The whole transaction that made it, in hex: a signer believes no amount without it (CVE-2020-14199). */
  readonly previous: string;
}

/** Says that the payer may replace the transaction (BIP-125). */
export const REPLACEABLE = 0xfffffffd;

/** Builds an unsigned transaction as a PSBT in Base64. Returns it with its id, which signatures do not change. */
export function buildPsbt(
  inputs: readonly PsbtInput[],
  outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[],
): { readonly unsigned: string; readonly hash: string } {
  const transaction = new Transaction({ allowUnknownOutputs: false });
  for (const { hash, index, previous } of inputs)
    transaction.addInput({ txid: hash, index, sequence: REPLACEABLE, nonWitnessUtxo: fromHex(previous) });
  for (const { script, amount } of outputs) transaction.addOutput({ script, amount });
  const hash = toShownHash(hash256(transaction.unsignedTx));
  return { unsigned: Buffer.from(transaction.toPSBT()).toString('base64'), hash };
}
