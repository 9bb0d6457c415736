import { ChainError } from '../chain-error.ts';
import type { OutputChain } from '../port.ts';
import { addressOfScript } from './addresses.ts';
import { perVirtualByte } from './amounts.ts';
import { broadcastBitcoin } from './broadcast.ts';
import { fromHex } from './bytes.ts';
import { mergeOf, selectCoins } from './coins.ts';
import { buildPsbt } from './psbt.ts';
import { readTransaction } from './raw.ts';
import { blockOf } from './reads.ts';
import { type BitcoinRoom, NOT_FOUND, orNull, scriptOf, whole } from './room.ts';
import { statusOfBitcoin } from './status.ts';

type Spends = Pick<
  OutputChain,
  | 'feeRate'
  | 'rawTransaction'
  | 'isUnspent'
  | 'selectCoins'
  | 'mergeCoins'
  | 'buildPayment'
  | 'readSigned'
  | 'broadcast'
  | 'status'
>;

/** A payment should be in one of so many next blocks. */
const TARGET_BLOCKS = 3;

/** Payments of our own, from their price to their end on the chain. */
export function bitcoinSpends({ network, node: { ask }, fallbackRate }: BitcoinRoom): Spends {
  return {
    async feeRate() {
      const [estimate, pool] = await Promise.all([
        ask<{ readonly feerate?: string | number }>('estimatesmartfee', [TARGET_BLOCKS]),
        ask<{ readonly mempoolminfee: string | number; readonly minrelaytxfee: string | number }>(
          'getmempoolinfo',
          [],
        ),
      ]);
      const named = estimate.feerate === undefined ? fallbackRate : perVirtualByte(estimate.feerate);
      if (named === undefined) return null;
      const least = [pool.mempoolminfee, pool.minrelaytxfee].map(perVirtualByte);
      return least.reduce((highest, rate) => (rate > highest ? rate : highest), named);
    },
    async rawTransaction(hash) {
      const hex = await orNull(NOT_FOUND, () => ask<string>('getrawtransaction', [hash, 0]));
      if (hex === null) return null;
      if (whole(() => readTransaction(fromHex(hex))).hash !== hash)
        throw new ChainError('NODE_INCONSISTENT', 'The node answers with another transaction');
      return hex;
    },
    async isUnspent({ hash, index }) {
      return (await ask<object | null>('gettxout', [hash, index, true])) !== null;
    },
    selectCoins: ({ to, ...terms }) => selectCoins({ ...terms, scriptLength: scriptOf(to, network).length }),
    mergeCoins: mergeOf,
    buildPayment: ({ inputs, outputs }) =>
      buildPsbt(
        inputs,
        outputs.map(({ to, amount }) => ({ script: scriptOf(to, network), amount })),
      ),
    readSigned(raw) {
      const { hash, inputs, outputs } = readTransaction(fromHex(raw));
      return {
        hash,
        inputs: inputs.map(({ hash, index }) => ({ hash, index })),
        outputs: outputs.map(({ script, amount }) => ({ to: addressOfScript(script, network), amount })),
      };
    },
    broadcast: (raw) => broadcastBitcoin(ask, raw),
    status: (transaction, finalAfter) =>
      statusOfBitcoin({ ask, block: (hash) => blockOf(ask, hash) }, transaction, finalAfter),
  };
}
