import type { AppliedCommand } from '@candor/journal';
import {
  type EntryEvent,
  type KernelView,
  MINING_ESCROW,
  MINING_POOL,
  MINING_REWARDS,
  type MiningAddressMovedEvent,
  type MiningConvertedEvent,
  type MiningFundedEvent,
  type MiningMoveAskedEvent,
  type MiningReturnedEvent,
  type MiningWithdrawnEvent,
  SWAP_HOUSE,
  type SwapQuote,
} from '@candor/kernel';
import type { Check } from './check.ts';
import { MinedCoin, type MiningMove } from './mining-coin.ts';

/** Another address waits so long before it joins in place of the earlier one. */
const WEEK_MS = 7 * 86_400_000;

type Report = (what: string) => void;
/** An account and a coin with what they were to gain. */
type Due = readonly (readonly [account: number, assetId: number, amount: bigint])[];

interface Facts {
  readonly entry: EntryEvent | null;
  readonly timeMs: number;
  readonly report: Report;
}

/**
 * Recomputes mining: each paid second of each coin by the gears that held then, every movement's earnings from the user's
 * own last one, every claim, conversion and withdrawal of rewards, and after each command that the pool covers what is
 * earned, the escrow what is locked, and the account of rewards what users have. Rewards leave for the address alone that
 * their user joined with, no address joined twice, and one that took the place of another was asked for a week before.
 */
export class MiningCheck implements Check {
  readonly name = 'mining movements';
  count = 0;
  private readonly coins = new Map<number, MinedCoin>();
  private readonly addresses = new Map<number, string>();
  /** By user: another address that waits, and since when. */
  private readonly waiting = new Map<number, { readonly address: string; readonly sinceMs: number }>();
  private readonly joinedAddresses = new Set<string>();
  private readonly rewards = new Map<string, bigint>();
  /** By coin: what users have, and what the account holds. */
  private readonly owned = new Map<number, bigint>();
  private readonly kept = new Map<number, bigint>();
  private readonly quotes = new Map<number, SwapQuote>();
  private readonly open = new Map<number, MiningWithdrawnEvent>();
  /** Freed in this command, by number of the withdrawal. */
  private readonly freed = new Map<number, bigint>();

  see({ envelope, events }: AppliedCommand, _view: KernelView, report: Report): void {
    const { timeMs } = envelope;
    let entry: EntryEvent | null = null;
    let moved = false;
    this.freed.clear();
    for (const event of events) {
      if (event.type === 'entry') {
        if (!event.kind.startsWith('mining-')) continue;
        if (entry !== null) report(`The entry of movement ${entry.orderId} has no event.`);
        entry = event;
        moved = true;
        this.countTo(event, timeMs, report);
        this.posted(event);
        continue;
      }
      const facts = { entry, timeMs, report };
      if (this.heard(event, facts)) entry = null;
    }
    if (entry !== null) report(`The entry of movement ${entry.orderId} has no event.`);
    if (moved) this.balanced(report);
    for (const [withdrawalNo, amount] of this.freed)
      if (amount > 0n && this.open.has(withdrawalNo))
        report(`Withdrawal ${withdrawalNo} of rewards was not paid, and nothing returned.`);
  }

  /** Follows an event. True if it took the entry before it. */
  private heard(event: AppliedCommand['events'][number], facts: Facts): boolean {
    const { report, timeMs } = facts;
    switch (event.type) {
      case 'miningTermsSet': {
        const coin = this.coinOf(event.assetId);
        coin.advance(timeMs, coin.pool, report);
        coin.termsSet(event, timeMs, report);
        return false;
      }
      case 'miningPoolEnded':
        this.coinOf(event.assetId).ended(event, timeMs, report);
        return false;
      case 'miningFunded':
        this.funded(event, facts);
        return true;
      case 'miningJoined':
        this.joined(event.userId, event.address, report);
        return false;
      case 'miningAddressMoved':
        this.addressMoved(event, facts);
        return false;
      case 'miningMoveAsked':
        this.moveAsked(event, facts);
        return false;
      case 'miningMoveCancelled':
        if (this.waiting.get(event.userId)?.address !== event.address)
          report(`User ${event.userId} cancels the address ${event.address}, which waits for nothing.`);
        this.waiting.delete(event.userId);
        return false;
      case 'miningLocked':
      case 'miningUnlocked':
      case 'miningClaimed':
        this.moved(event, facts);
        return true;
      case 'swapQuoted':
        this.quotes.set(event.userId, event);
        return false;
      case 'miningConverted':
        this.converted(event, facts);
        return true;
      case 'miningWithdrawn':
        this.withdrawn(event, facts);
        return true;
      case 'miningReturned':
        this.returned(event, facts);
        return true;
      case 'withdrawalReleased':
        this.freed.set(event.withdrawalNo, event.amount + event.fee);
        return false;
      case 'withdrawalFailed':
        this.freed.set(event.withdrawalNo, event.amount);
        return false;
      case 'withdrawalSettled':
      case 'payoutSettled':
        this.open.delete(event.withdrawalNo);
        return false;
      case 'withdrawalRequested': {
        const open = this.open.get(event.withdrawalNo);
        if (open !== undefined && open.amount !== event.amount + event.fee)
          report(`Withdrawal ${event.withdrawalNo} holds other rewards than left.`);
        return false;
      }
      default:
        return false;
    }
  }

  /** Before an entry moves a pool, the seconds until then are counted with what it held. */
  private countTo({ postings, kind }: EntryEvent, timeMs: number, report: Report): void {
    if (kind === 'mining-converted' || kind === 'mining-withdrawn' || kind === 'mining-returned') return;
    const coin = this.coinOf(postings[0]!.assetId);
    coin.advance(timeMs, coin.pool, report);
  }

  private posted({ postings }: EntryEvent): void {
    for (const { account, assetId, balance } of postings) {
      if (account === MINING_POOL) this.coinOf(assetId).pool = balance;
      else if (account === MINING_ESCROW) this.coinOf(assetId).escrow = balance;
      else if (account === MINING_REWARDS) this.kept.set(assetId, balance);
    }
  }

  private balanced(report: Report): void {
    for (const coin of this.coins.values()) coin.balanced(report);
    for (const [assetId, kept] of this.kept) {
      const owned = this.owned.get(assetId) ?? 0n;
      if (kept !== owned) report(`Rewards of coin ${assetId} come to ${owned}; their account holds ${kept}.`);
    }
  }

  private funded(event: MiningFundedEvent, { entry, report }: Facts): void {
    const { assetId, before, after } = event;
    const coin = this.coinOf(assetId);
    const change = after - before;
    const stands =
      entry?.kind === 'mining-funding' &&
      gained(entry, MINING_POOL, assetId) === change &&
      coin.pool === after;
    if (!stands) report(`The funding of coin ${assetId} is not that of its entry.`);
    coin.funded(change);
  }

  private joined(userId: number, address: string, report: Report): void {
    this.count += 1;
    if (this.addresses.has(userId)) report(`User ${userId} joined twice.`);
    if (this.joinedAddresses.has(address)) report(`The address ${address} joined twice.`);
    this.addresses.set(userId, address);
    this.joinedAddresses.add(address);
  }

  private moveAsked({ userId, address, opensMs }: MiningMoveAskedEvent, { timeMs, report }: Facts): void {
    if (!this.addresses.has(userId)) report(`User ${userId} asks for another address and never joined.`);
    if (opensMs !== timeMs + WEEK_MS) report(`The address ${address} of user ${userId} waits no week.`);
    this.waiting.set(userId, { address, sinceMs: timeMs });
  }

  /** A member left one address for another that nobody ever joined with, a week after it was asked for. */
  private addressMoved(
    { userId, before, address }: MiningAddressMovedEvent,
    { timeMs, report }: Facts,
  ): void {
    this.count += 1;
    const waiting = this.waiting.get(userId);
    this.waiting.delete(userId);
    if (waiting?.address !== address)
      report(`User ${userId} joined with the address ${address} without having asked for it.`);
    else if (timeMs < waiting.sinceMs + WEEK_MS)
      report(`User ${userId} joined with the address ${address} within a week of asking for it.`);
    if (this.addresses.get(userId) !== before)
      report(`User ${userId} left the address ${before} without having joined with it.`);
    if (this.joinedAddresses.has(address)) report(`The address ${address} joined twice.`);
    this.addresses.set(userId, address);
    this.joinedAddresses.add(address);
  }

  private moved(event: MiningMove, { entry, report }: Facts): void {
    this.count += 1;
    const { moveId, userId, assetId, amount } = event;
    if (!this.addresses.has(userId)) report(`Movement ${moveId} is of user ${userId}, who never joined.`);
    this.coinOf(assetId).moved(event, report);
    const isLock = event.type === 'miningLocked';
    const change = isLock ? amount : (-amount as bigint);
    if (event.type === 'miningClaimed') {
      const rewards = this.addRewards(userId, assetId, amount);
      if (event.rewards !== rewards) report(`Claim ${moveId} leaves other rewards than ${rewards}.`);
      this.posts(entry, 'mining-claimed', moveId, report, [
        [MINING_POOL, assetId, -amount],
        [MINING_REWARDS, assetId, amount],
      ]);
    } else
      this.posts(entry, isLock ? 'mining-locked' : 'mining-unlocked', moveId, report, [
        [userId, assetId, -change],
        [MINING_ESCROW, assetId, change],
      ]);
  }

  private converted(event: MiningConvertedEvent, { entry, timeMs, report }: Facts): void {
    this.count += 1;
    const { swapId, userId, from, to, amount, arrives, expiresMs } = event;
    const quote = this.quotes.get(userId);
    this.quotes.delete(userId);
    const isQuoted =
      quote?.swapId === swapId &&
      quote.amount === amount &&
      quote.arrives === arrives &&
      timeMs < quote.expiresMs;
    if (!isQuoted || quote.expiresMs !== expiresMs)
      report(`Conversion ${swapId} was not quoted to user ${userId}, or not any more.`);
    const [left, got] = [
      this.addRewards(userId, from.assetId, -amount),
      this.addRewards(userId, to.assetId, arrives),
    ];
    if (left < 0n || event.fromRewards !== left || event.toRewards !== got)
      report(`Conversion ${swapId} leaves other rewards than ${left} and ${got}.`);
    this.posts(entry, 'mining-converted', swapId, report, [
      [MINING_REWARDS, from.assetId, -amount],
      [SWAP_HOUSE, from.assetId, amount],
      [SWAP_HOUSE, to.assetId, -arrives],
      [MINING_REWARDS, to.assetId, arrives],
    ]);
  }

  private withdrawn(event: MiningWithdrawnEvent, { entry, report }: Facts): void {
    this.count += 1;
    const { withdrawalNo, userId, assetId, amount, address } = event;
    if (this.addresses.get(userId) !== address)
      report(`Withdrawal ${withdrawalNo} of rewards goes to ${address}, with which its user never joined.`);
    const left = this.addRewards(userId, assetId, -amount);
    if (left < 0n || event.rewards !== left)
      report(`Withdrawal ${withdrawalNo} leaves other rewards than ${left}.`);
    this.posts(entry, 'mining-withdrawn', withdrawalNo, report, [
      [MINING_REWARDS, assetId, -amount],
      [userId, assetId, amount],
    ]);
    this.open.set(withdrawalNo, event);
  }

  private returned(event: MiningReturnedEvent, { entry, report }: Facts): void {
    this.count += 1;
    const { withdrawalNo, userId, assetId, amount } = event;
    const open = this.open.get(withdrawalNo);
    this.open.delete(withdrawalNo);
    if (open?.userId !== userId || open.assetId !== assetId || this.freed.get(withdrawalNo) !== amount)
      report(`Rewards of withdrawal ${withdrawalNo} returned, which was not released.`);
    const rewards = this.addRewards(userId, assetId, amount);
    if (event.rewards !== rewards)
      report(`Withdrawal ${withdrawalNo} returns to other rewards than ${rewards}.`);
    this.posts(entry, 'mining-returned', withdrawalNo, report, [
      [userId, assetId, -amount],
      [MINING_REWARDS, assetId, amount],
    ]);
  }

  private posts(entry: EntryEvent | null, kind: string, id: number, report: Report, due: Due): void {
    const stands =
      entry?.kind === kind &&
      entry.orderId === id &&
      due.every(([account, assetId, amount]) => gained(entry, account, assetId) === amount);
    if (!stands) report(`The entry of movement ${id} is not that of its event.`);
  }

  private addRewards(userId: number, assetId: number, change: bigint): bigint {
    const key = `${userId} ${assetId}`;
    const amount = (this.rewards.get(key) ?? 0n) + change;
    this.rewards.set(key, amount);
    this.owned.set(assetId, (this.owned.get(assetId) ?? 0n) + change);
    return amount;
  }

  private coinOf(assetId: number): MinedCoin {
    let coin = this.coins.get(assetId);
    if (coin === undefined) {
      coin = new MinedCoin(assetId);
      this.coins.set(assetId, coin);
    }
    return coin;
  }
}

function gained({ postings }: EntryEvent, account: number, assetId: number): bigint {
  let sum = 0n;
  for (const posting of postings)
    if (posting.account === account && posting.assetId === assetId) sum += posting.amount;
  return sum;
}
