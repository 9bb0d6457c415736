import { addressOfScript, REPLACEABLE, toHex } from '@candor/chains/bitcoin';
import { SigHash, Transaction } from '@scure/btc-signer';
import { SignerError } from '../protocol.ts';
import type { BitcoinKey, BitcoinKeys } from './keys.ts';
import type { SpendVersion } from './memory.ts';
import type { InputKey } from './protocol.ts';

/** An unsigned transaction as the signer believes it, and how to sign it. */
export interface ReadPsbt {
  /** Its id, which signatures do not change. */
  readonly hash: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly address: string | null; readonly amount: bigint }[];
  readonly fee: bigint;
  sign(): SpendVersion;
}

const MOST_INPUTS = 1_500;

/**
 * Reads a PSBT and believes nothing of it: each input names the whole transaction that made it, whose hash is recomputed
 * and whose output pays one of our own keys. Throws SignerError.
 */
export function readPsbt(
  text: string,
  names: readonly InputKey[],
  keys: BitcoinKeys,
  given: number,
): ReadPsbt {
  const transaction = parse(text);
  const count = transaction.inputsLength;
  if (!Array.isArray(names) || count === 0 || count > MOST_INPUTS || names.length !== count)
    throw new SignerError('REQUEST_INVALID', 'Each input has a key');
  if (transaction.version !== 2 || transaction.lockTime !== 0)
    throw new SignerError('REQUEST_INVALID', 'A payment has version 2 and waits for no block');
  const owners = names.map((name) => keyOf(name, keys, given));
  let total = 0n;
  const inputs = owners.map((owner, at) => {
    const { txid, index, sequence, sighashType, nonWitnessUtxo, redeemScript, witnessScript } =
      transaction.getInput(at);
    const previous = index === undefined ? undefined : nonWitnessUtxo?.outputs[index];
    if (txid === undefined || index === undefined || previous === undefined)
      throw new SignerError('REQUEST_INVALID', 'Each input comes with the transaction that made it');
    if (redeemScript !== undefined || witnessScript !== undefined)
      throw new SignerError('REQUEST_INVALID', 'An input has no script of its own');
    if (sequence !== REPLACEABLE || (sighashType !== undefined && sighashType !== SigHash.ALL))
      throw new SignerError('REQUEST_INVALID', 'Inputs are replaceable, and signatures are over everything');
    if (addressOfScript(previous.script, keys.network) !== owner.address)
      throw new SignerError('REQUEST_INVALID', `Input ${at} does not pay the key that it names`);
    total += previous.amount;
    return `${toHex(txid)}:${index}`;
  });
  if (new Set(inputs).size !== count) throw new SignerError('REQUEST_INVALID', 'An output is spent once');
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => {
    const { script, amount } = transaction.getOutput(at);
    if (script === undefined || amount === undefined)
      throw new SignerError('REQUEST_INVALID', 'An output has a script and an amount');
    return { address: addressOfScript(script, keys.network), amount };
  });
  const fee = total - outputs.reduce((sum, { amount }) => sum + amount, 0n);
  if (fee < 0n) throw new SignerError('REQUEST_INVALID', 'The outputs are above the inputs');
  const hash = transaction.id;
  return {
    hash,
    inputs,
    outputs,
    fee,
    sign() {
      for (const [at, { privateKey }] of owners.entries()) transaction.signIdx(privateKey, at);
      transaction.finalize();
      if (transaction.id !== hash) throw new Error('A signature changed the id of its transaction');
      return { hash, inputs, fee: `${fee}`, raw: toHex(transaction.extract()) };
    },
  };
}

function parse(text: string): Transaction {
  try {
    return Transaction.fromPSBT(new Uint8Array(Buffer.from(text, 'base64')), {
      strictPrevoutValidation: true,
    });
  } catch (cause) {
    throw new SignerError('REQUEST_INVALID', `Not a PSBT: ${(cause as Error).message}`);
  }
}

function keyOf(name: InputKey, keys: BitcoinKeys, given: number): BitcoinKey {
  if (name === 'hot') return keys.hot;
  if (!Number.isSafeInteger(name) || name < 0 || name >= given)
    throw new SignerError('INDEX_UNKNOWN', `Deposit address ${name} was never given out`);
  return keys.deposit(name);
}
