import type { ConfirmChannel } from '@candor/api';
import { normaliseAddress } from '@candor/chains';
import type { AssetInfo } from '@candor/kernel';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import type { ListedChain } from '../chains/index.ts';
import type { AskedWithdrawal, ChainRequest, ReadRequest } from './asked.ts';
import type { BankPayouts } from './bank-payouts.ts';
import type { Confirming } from './confirming.ts';
import { isContractOfToken } from './house-addresses.ts';
import type { createStanding, NetworkState, Standing, Target, UserState } from './standing.ts';
import { APPROVERS_NEEDED, FEE_HOLDS_MS, termsOf, type WithdrawalTerms } from './terms.ts';

export interface ReadingDeps {
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly payouts: Pick<BankPayouts, 'read'>;
  readonly confirming: Pick<Confirming, 'channelOf'>;
  readonly standingOf: ReturnType<typeof createStanding>;
  readonly now: () => number;
}

/** A target that is listed, with its terms. */
interface ChainTarget extends Target {
  readonly asset: AssetInfo;
  readonly listedChain: ListedChain;
  readonly listed: ListedChain['assets'][number];
  readonly terms: WithdrawalTerms;
}

interface ToConfirm {
  readonly confirmBy: ConfirmChannel | null;
}

/** Reads a request against the published terms and what stands before it. @throws Refusal for what is wrong with it */
export async function readRequest(
  deps: ReadingDeps,
  userId: number,
  request: AskedWithdrawal,
): Promise<ReadRequest & ToConfirm> {
  const { payouts, confirming, standingOf, now } = deps;
  const target = request.method === 'bank' ? null : orRefusal(() => targetOf(deps, request));
  const state = await standingOf({ userId, target: target instanceof Refusal ? null : target });
  // A hold is named before what is wrong with the request.
  refuseHeld(state.user, now());
  if (request.method === 'bank') return { ...(await payouts.read(userId, request)), confirmBy: null };
  if (target instanceof Refusal) throw target;
  const asked = readForChain(deps, request, target!, state);
  return { ...asked, confirmBy: confirming.channelOf(state) };
}

/** @throws Refusal WITHDRAWAL_NETWORK_CLOSED, WITHDRAWAL_ADDRESS_INVALID, UNKNOWN_COIN */
function targetOf(
  { catalogues, chains }: Pick<ReadingDeps, 'catalogues' | 'chains'>,
  { coin, network, address: text }: ChainRequest,
): ChainTarget {
  const asset = catalogues.current().asset(coin);
  const listedChain = chains.find(({ key }) => key === network);
  const listed = listedChain?.assets.find(({ code }) => code === asset.code);
  const terms = termsOf(asset.code);
  if (listedChain === undefined || listed === undefined || terms === null)
    throw new Refusal('WITHDRAWAL_NETWORK_CLOSED', { field: 'network' });
  const address = normaliseAddress(listedChain.chainId, text);
  if (address === null) throw new Refusal('WITHDRAWAL_ADDRESS_INVALID', { field: 'address' });
  return { chain: listedChain.key, coin: asset.code, address, asset, listedChain, listed, terms };
}

function readForChain(
  { chains, now }: Pick<ReadingDeps, 'chains' | 'now'>,
  request: ChainRequest,
  { address, asset, listedChain, listed, terms }: ChainTarget,
  standing: Standing,
): ReadRequest {
  const state = standing.network;
  refuseAddress([listedChain, ...chains], address, standing);
  // An address that imitates a known one is paid only once its owner says that both were compared.
  const { imitates } = standing.address;
  if (request.compared !== true && imitates !== null)
    throw new Refusal('WITHDRAWAL_ADDRESS_ALIKE', { field: 'address', details: { used: imitates } });
  const units = readAmount(request.amount, Math.min(asset.scale, listed.decimals), 'amount');
  const total = units * 10n ** BigInt(Math.max(0, asset.scale - listed.decimals));
  if (state.delisted !== null)
    throw new Refusal('COIN_DELISTED', { field: 'network', details: { reason: state.delisted } });
  if (state.stopped !== null) throw new Refusal('WITHDRAWAL_WALLET_STOPPED', { field: 'network' });
  const fees = feesOf(state, now());
  if (fees[0] === undefined) throw new Refusal('WITHDRAWAL_NETWORK_CLOSED', { field: 'network' });
  const shown = parseDecimal(request.fee, asset.scale);
  const fee = shown === null ? undefined : fees.find((accepted) => shown >= accepted);
  if (fee === undefined)
    throw new Refusal('WITHDRAWAL_FEE_CHANGED', {
      details: { fee: formatDecimalTrimmed(fees[0], asset.scale), coin: asset.code },
    });
  const minimum = parseDecimal(terms.minimum, asset.scale) ?? 0n;
  if (total - fee < minimum)
    throw new Refusal('WITHDRAWAL_TOO_SMALL', {
      field: 'amount',
      details: { minimum: terms.minimum, coin: asset.code },
    });
  const most = parseDecimal(terms.automatic, asset.scale) ?? 0n;
  if (total > most && state.approvers < APPROVERS_NEEDED)
    throw new Refusal('WITHDRAWAL_TOO_LARGE', {
      field: 'amount',
      details: { limit: terms.automatic, coin: asset.code },
    });
  return { asset, network: listedChain.key, address, fee, arrives: total - fee };
}

function refuseAddress(
  chains: readonly ListedChain[],
  address: string,
  { user, network, address: known }: Standing,
): void {
  const same = (other: string | null) => other !== null && other.toLowerCase() === address.toLowerCase();
  if (same(network.hot) || known.ours || isContractOfToken(chains, address))
    throw new Refusal('WITHDRAWAL_ADDRESS_OURS', { field: 'address' });
  if (user.whitelist && !known.saved)
    throw new Refusal('WITHDRAWAL_ADDRESS_NOT_LISTED', { field: 'address' });
}

/** The current fee, and after it the one that it replaced a moment ago; none while a new request has no fee. */
export function feesOf(
  { stopped, delisted, fee, changed_at, earlier_fee }: NetworkState,
  nowMs: number,
): readonly bigint[] {
  if (stopped !== null || delisted !== null || fee === null || changed_at === null) return [];
  const isRecent = changed_at.getTime() > nowMs - FEE_HOLDS_MS;
  return [fee, ...(isRecent && earlier_fee !== null ? [earlier_fee] : [])].map(BigInt);
}

/** Refuses while withdrawals of the user wait. @throws Refusal WITHDRAWAL_HELD, FUND_PASSWORD_NOT_SET */
function refuseHeld({ exists, hasFundPassword, hold }: UserState, nowMs: number): void {
  if (!exists) throw new Refusal('SIGNED_OUT');
  if (!hasFundPassword) throw new Refusal('FUND_PASSWORD_NOT_SET');
  if (hold === null) return;
  throw new Refusal('WITHDRAWAL_HELD', {
    details: { reason: hold.reason, until: new Date(hold.untilMs).toISOString() },
    retryAfterMs: hold.untilMs - nowMs,
  });
}

/** Returns the refusal that `act` throws as a value. */
function orRefusal<Value>(act: () => Value): Value | Refusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
