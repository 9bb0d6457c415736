import { type RawTransaction, readTransaction } from '@candor/chains/bitcoin';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { RawTx, SigHash, Transaction } from '@scure/btc-signer';

/** An output that can be spent, and how it came. */
export interface Spendable {
  readonly amount: bigint;
  readonly script: Uint8Array;
  readonly height: number;
  readonly isCoinbase: boolean;
}

/** A refusal by the rules, in Bitcoin Core's words. */
export class RuleError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const REJECTED = -26;
export const MATURITY = 100;
const HIGHEST_S = secp256k1.Point.Fn.ORDER / 2n;

/** A transaction with its bytes and the fee that it pays. */
export interface Pooled {
  readonly raw: string;
  readonly transaction: RawTransaction;
  readonly fee: bigint;
  readonly size: bigint;
}

/**
 * Checks a transaction by the rules of consensus that hold for P2WPKH: inputs exist, coinbase outputs are mature, amounts
 * add up, and each signature is verified over BIP-143's hash. Other scripts cannot be spent here. Returns it with its fee.
 */
export function verify(
  raw: string,
  find: (hash: string, index: number) => Spendable | undefined,
  height: number,
): Pooled {
  const bytes = Uint8Array.from(Buffer.from(raw, 'hex'));
  let transaction: RawTransaction;
  try {
    transaction = readTransaction(bytes);
  } catch {
    throw new RuleError(-22, 'TX decode failed. Make sure the tx has at least one input.');
  }
  const decoded = RawTx.decode(bytes);
  const body = Transaction.fromRaw(bytes, { allowUnknownOutputs: true, disableScriptCheck: true });
  if (transaction.isCoinbase) throw new RuleError(REJECTED, 'coinbase');
  const spent = transaction.inputs.map(({ hash, index }) => {
    const output = find(hash, index);
    if (output === undefined) throw new RuleError(-25, 'bad-txns-inputs-missingorspent');
    if (output.isCoinbase && height - output.height < MATURITY)
      throw new RuleError(REJECTED, 'bad-txns-premature-spend-of-coinbase');
    return output;
  });
  const unique = new Set(transaction.inputs.map(({ hash, index }) => `${hash}:${index}`));
  if (unique.size !== transaction.inputs.length) throw new RuleError(REJECTED, 'bad-txns-inputs-duplicate');
  const sum = (amounts: readonly { readonly amount: bigint }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0n);
  const fee = sum(spent) - sum(transaction.outputs);
  if (fee < 0n) throw new RuleError(REJECTED, 'bad-txns-in-belowout');
  for (const [at, { amount, script }] of spent.entries()) {
    const [signature, key] = decoded.witnesses?.[at] ?? [];
    if (script.length !== 22 || script[0] !== 0 || signature === undefined || key === undefined)
      throw new RuleError(
        REJECTED,
        'mandatory-script-verify-flag-failed (Witness program was passed an empty witness)',
      );
    const hash = ripemd160(sha256(key));
    if (!Buffer.from(hash).equals(Buffer.from(script.subarray(2))))
      throw new RuleError(
        REJECTED,
        'mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)',
      );
    const scriptCode = Uint8Array.of(0x76, 0xa9, 0x14, ...hash, 0x88, 0xac);
    const digest = body.preimageWitnessV0(at, scriptCode, SigHash.ALL, amount);
    const der = signature.subarray(0, -1);
    if (signature.at(-1) !== SigHash.ALL || !isSigned(der, digest, key))
      throw new RuleError(
        REJECTED,
        'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
      );
  }
  return { raw, transaction, fee, size: BigInt(Math.ceil(transaction.weight / 4)) };
}

function isSigned(der: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  try {
    const { s } = secp256k1.Signature.fromBytes(der, 'der');
    return s <= HIGHEST_S && secp256k1.verify(der, digest, key, { prehash: false, format: 'der' });
  } catch {
    return false;
  }
}
