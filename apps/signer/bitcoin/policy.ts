import { BITCOIN_MAINNET, BITCOIN_REGTEST, type BitcoinNetwork, normaliseAddress } from '@candor/chains';
import { approversOf, dayOf, unitsOf } from '../policy.ts';
import { type AllowedKey, SignerError } from '../protocol.ts';
import type { SpendMemory } from './memory.ts';
import type { SpendRequest } from './protocol.ts';

/** Limits of a network of Bitcoin, in satoshi. The signer enforces them by itself. */
export interface BitcoinPolicy {
  readonly network: BitcoinNetwork;
  /** Signed without operators up to this, each and per UTC day. */
  readonly automaticEach: bigint;
  readonly automaticPerDay: bigint;
  /** Signed with two operators up to this; never above. */
  readonly most: bigint;
  readonly mostPerDay: bigint;
  /** The most that one transaction may pay to the network. */
  readonly mostFee: bigint;
  /** The most that transactions which only put coins together may pay in a UTC day. */
  readonly mostMergeFeesPerDay: bigint;
}

const COIN = 100_000_000n;

/** The most that one transaction pays to the network: 0.01 of the coin, in satoshi. */
export const MOST_BITCOIN_FEE = COIN / 100n;

/** The network that a journal of a mode may touch: regtest in practice, Bitcoin itself in real mode. */
export function bitcoinPolicy(isPractice: boolean): BitcoinPolicy {
  return {
    network: isPractice ? BITCOIN_REGTEST : BITCOIN_MAINNET,
    automaticEach: COIN / 20n,
    automaticPerDay: 2n * COIN,
    most: 5n * COIN,
    mostPerDay: 20n * COIN,
    mostFee: MOST_BITCOIN_FEE,
    mostMergeFeesPerDay: COIN / 10n,
  };
}

/** Refuses what no payment may ask for, before its PSBT is looked at. Throws SignerError. */
export function checkSpend(
  { network }: BitcoinPolicy,
  hotAddress: string,
  { withdrawalNo, paymentNo, chainId, to, asset, amount }: SpendRequest,
): void {
  if (
    !Number.isSafeInteger(withdrawalNo) ||
    withdrawalNo < 1 ||
    !Number.isSafeInteger(paymentNo) ||
    paymentNo < 0
  )
    throw new SignerError('REQUEST_INVALID', 'A withdrawal and its payment have numbers');
  if (chainId !== network.chainId)
    throw new SignerError('CHAIN_NOT_LISTED', `Chain ${chainId} is not the signer's`);
  if (asset.code !== 'BTC' || asset.contract !== null)
    throw new SignerError('ASSET_NOT_LISTED', `${asset.code} is not on the list`);
  if (typeof to !== 'string' || normaliseAddress(network.chainId, to) !== to)
    throw new SignerError('ADDRESS_REFUSED', `${to} is no address`);
  if (to === hotAddress) throw new SignerError('ADDRESS_REFUSED', `${to} is the house's own`);
  if (unitsOf(amount) <= 0n || unitsOf(amount) > 21_000_000n * COIN)
    throw new SignerError('AMOUNT_INVALID', 'The amount is above 0');
}

/**
 * Refuses a first signature above the automatic limits without two operators, and above the highest in any case. Returns
 * the operators who approved it; none for a payment within the automatic limits. Throws SignerError.
 */
export function checkSpendLimits(
  policy: BitcoinPolicy,
  allowed: readonly AllowedKey[],
  memory: SpendMemory,
  { request, fee, nowMs }: { readonly request: SpendRequest; readonly fee: bigint; readonly nowMs: number },
): readonly string[] {
  const amount = unitsOf(request.amount);
  const { all, automatic } = memory.boundOn(dayOf(nowMs));
  if (amount > policy.most) throw new SignerError('LIMIT_REACHED', 'The amount is above the highest');
  if (all + amount > policy.mostPerDay)
    throw new SignerError('LIMIT_REACHED', 'The sum of the day is above the highest');
  if (amount <= policy.automaticEach && automatic + amount <= policy.automaticPerDay) return [];
  return approversOf(allowed, request, fee, nowMs);
}
