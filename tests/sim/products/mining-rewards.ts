import type { AppliedCommand } from '@candor/journal';
import type { Command, EntryEvent, SwapQuote } from '@candor/kernel';
import { must, words } from '../product.ts';

export const REWARDS = -29;
const HOUSE = -20;

type Legs = readonly (readonly [account: number, assetId: number, amount: bigint])[];

/** Rewards of all users: followed from their claims to their conversion, their withdrawal and back. */
export class MinersRewards {
  readonly quotes = new Map<number, SwapQuote>();
  private readonly amounts = new Map<string, bigint>();
  private readonly open = new Map<number, { readonly userId: number; readonly assetId: number }>();
  private readonly addresses: ReadonlyMap<number, string>;

  /** `addresses` are those that users joined with. */
  constructor(addresses: ReadonlyMap<number, string>) {
    this.addresses = addresses;
  }

  /** Follows rewards to their conversion, their withdrawal and back. */
  onEvent(
    event: AppliedCommand['events'][number],
    entry: EntryEvent | null,
    { envelope: { body, timeMs } }: AppliedCommand,
  ): void {
    if (event.type === 'swapQuoted') this.quotes.set(event.userId, event);
    else if (event.type === 'swapped') this.quotes.delete(event.userId);
    else if (event.type === 'miningConverted') {
      const { swapId, userId, from, to, amount, arrives } = event;
      const quote = this.quotes.get(userId);
      this.quotes.delete(userId);
      const isQuoted = quote?.swapId === swapId && quote.amount === amount && quote.arrives === arrives;
      must(isQuoted && timeMs < quote.expiresMs, 'rewards are converted by an open quote', () =>
        words(event),
      );
      this.add(userId, from.assetId, -amount, event.fromRewards);
      this.add(userId, to.assetId, arrives, event.toRewards);
      posts(entry, swapId, [
        [REWARDS, from.assetId, -amount],
        [HOUSE, from.assetId, amount],
        [HOUSE, to.assetId, -arrives],
        [REWARDS, to.assetId, arrives],
      ]);
    } else if (event.type === 'miningWithdrawn') {
      const { withdrawalNo, userId, assetId, amount, address } = event;
      const isAsked = body.type === 'withdrawMiningRewards' && body.amount + body.fee === amount;
      must(isAsked && body.address === address, 'a withdrawal of rewards is asked for', () => words(event));
      must(this.addresses.get(userId) === address, 'rewards leave for the joined address alone', () =>
        words(event),
      );
      this.add(userId, assetId, -amount, event.rewards);
      posts(entry, withdrawalNo, [
        [REWARDS, assetId, -amount],
        [userId, assetId, amount],
      ]);
      this.open.set(withdrawalNo, { userId, assetId });
    } else if (event.type === 'miningReturned') {
      const { withdrawalNo, userId, assetId, amount } = event;
      const open = this.open.get(withdrawalNo);
      must(open?.userId === userId && open.assetId === assetId, 'rewards return once', () => words(event));
      this.open.delete(withdrawalNo);
      this.add(userId, assetId, amount, event.rewards);
      posts(entry, withdrawalNo, [
        [userId, assetId, -amount],
        [REWARDS, assetId, amount],
      ]);
    } else if (event.type === 'withdrawalSettled' || event.type === 'payoutSettled')
      this.open.delete(event.withdrawalNo);
    else if (event.type === 'balance')
      // balances stand last: what was released has returned by then
      must(!this.isOver(body), 'rewards that are not paid return', () => words(body));
  }

  /** True if the command ended a withdrawal of rewards without paying it, and they have not returned. */
  private isOver(body: Command): boolean {
    const isEnd = body.type === 'releaseWithdrawal' || body.type === 'failWithdrawal';
    return isEnd && this.open.has(body.withdrawalNo);
  }

  add(userId: number, assetId: number, change: bigint, told: bigint): void {
    const amount = this.of(userId, assetId) + change;
    must(amount >= 0n && amount === told, 'rewards are their user’s own', () =>
      words([userId, assetId, amount, told]),
    );
    this.amounts.set(`${userId} ${assetId}`, amount);
  }

  of(userId: number, assetId: number): bigint {
    return this.amounts.get(`${userId} ${assetId}`) ?? 0n;
  }

  /** All rewards in a coin. */
  total(assetId: number): bigint {
    let sum = 0n;
    for (const [key, amount] of this.amounts) if (key.endsWith(` ${assetId}`)) sum += amount;
    return sum;
  }
}

/** Checks that an entry is that of its event, leg by leg. */
export function posts(entry: EntryEvent | null, id: number, due: Legs): void {
  const told = entry?.postings.map(({ account, assetId, amount }) => [account, assetId, amount]);
  must(entry?.orderId === id && words(told) === words(due), 'a movement moves what it says', () =>
    words([told, due]),
  );
}
