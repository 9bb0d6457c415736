import { readSignedPayment } from '@candor/chains/evm';
import { assert, InvariantError } from '@candor/money';
import { SignerError } from './protocol.ts';

/** Amounts of a chain stay below this, in base units. */
const BOUND = 2n ** 128n;
const UNITS = /^\d{1,40}$/;

/** Asserts an amount that the signer remembers. @throws InvariantError */
export function assertUnits(text: string, facts: { readonly withdrawal: number }): void {
  assert(UNITS.test(text) && BigInt(text) > 0n && BigInt(text) < BOUND, 'SIGNER_AMOUNT', facts);
}

/** Asserts that a number follows the last one; the first is any. @throws InvariantError */
export function assertNext(number: number, next: number | null, withdrawal: number): void {
  const isCount = Number.isSafeInteger(number) && number >= 0;
  assert(isCount && (next === null || number === next), 'SIGNER_NONCE', { withdrawal, number, next });
}

/** Asserts that what was bound before is bound alike. @throws InvariantError */
export function assertAlike(isAlike: boolean, withdrawal: number): void {
  assert(isAlike, 'SIGNER_BOUND_OTHERWISE', { withdrawal });
}

/** Asserts that a further version is one of a bound payment, and raises its fee. @throws InvariantError */
export function assertVersion(before: bigint | null, after: bigint, withdrawal: number): void {
  assert(before !== null, 'SIGNER_UNBOUND', { withdrawal });
  assert(after > before, 'SIGNER_FEE_NOT_RAISED', { withdrawal, before, after });
}

/** Asserts that an output is free, or its payment's own. @throws InvariantError */
export function assertOwner(outpoint: string, owner: number | null, withdrawal: number): void {
  assert(owner === null || owner === withdrawal, 'SIGNER_OUTPUT_BOUND', { outpoint, owner, withdrawal });
}

/** Asserts that no address is given twice. @throws InvariantError */
export function assertGiven(before: number, given: number): void {
  assert(Number.isSafeInteger(given) && given >= before, 'SIGNER_ADDRESSES', { before, given });
}

/** Asserts sums of a day. @throws InvariantError */
export function assertSums(all: bigint, automatic: bigint): void {
  assert(automatic >= 0n && all >= automatic, 'SIGNER_DAY_SUM', { all, automatic });
}

/** Asserts the id of a signed spend. @throws InvariantError */
export function assertSpent(signed: string, asked: string): void {
  assert(signed === asked, 'SIGNER_BYTES_HASH', { signed, asked });
}

/** A transaction as it was asked for. Amounts and fees are decimal strings of base units. */
export interface AskedBytes {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly contract: string | null;
  readonly amount: string;
  readonly gas: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/** Asserts that signed bytes make the transaction that was asked for, before they leave. @throws InvariantError */
export function assertBytes(
  { hash, raw }: { readonly hash: string; readonly raw: `0x${string}` },
  asked: AskedBytes,
): void {
  const signed = readOf(raw);
  const about = { nonce: asked.nonce };
  assert(signed.hash === hash, 'SIGNER_BYTES_HASH', { ...about, signed: signed.hash, hash });
  assert(signed.chainId === asked.chainId, 'SIGNER_BYTES_CHAIN', { ...about, signed: signed.chainId });
  assert(signed.nonce === asked.nonce, 'SIGNER_BYTES_NONCE', { ...about, signed: signed.nonce });
  assert(signed.to === asked.to, 'SIGNER_BYTES_RECIPIENT', { ...about, signed: signed.to, to: asked.to });
  const contract = asked.contract?.toLowerCase();
  assert(signed.contract?.toLowerCase() === contract, 'SIGNER_BYTES_TOKEN', { ...about });
  assert(signed.amount === BigInt(asked.amount), 'SIGNER_BYTES_AMOUNT', { ...about, signed: signed.amount });
  assert(signed.gas === BigInt(asked.gas), 'SIGNER_BYTES_GAS', { ...about, signed: signed.gas });
  const [fee, tip] = [BigInt(asked.maxFeePerGas), BigInt(asked.maxPriorityFeePerGas)];
  assert(signed.maxFeePerGas === fee, 'SIGNER_BYTES_FEE', { ...about, signed: signed.maxFeePerGas });
  assert(signed.maxPriorityFeePerGas === tip, 'SIGNER_BYTES_TIP', { ...about });
}

function readOf(raw: `0x${string}`) {
  try {
    return readSignedPayment(raw);
  } catch (error) {
    throw new InvariantError('SIGNER_BYTES', { why: (error as Error).message });
  }
}

/**
 * Remembers the first assert of a signer that failed: from then on it signs nothing, and each request is refused with it, until a
 * person has looked and started it again.
 */
export class Trust {
  private broken: InvariantError | null = null;

  /** Takes an assert that failed while the signer's memory was read. */
  lose(error: InvariantError): void {
    this.broken ??= error;
  }

  /** Runs what signs. @throws SignerError INVARIANT */
  async run<T>(sign: () => Promise<T>): Promise<T> {
    if (this.broken !== null) throw refusal(this.broken);
    try {
      return await sign();
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      this.lose(error);
      throw refusal(error);
    }
  }
}

const refusal = ({ message }: InvariantError): SignerError => new SignerError('INVARIANT', message);
