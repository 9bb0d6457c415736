import { assert } from '../../assert.ts';

/** A user who joined, with the address. */
export interface Member {
  readonly userId: number;
  readonly address: string;
}

/** A withdrawal of rewards that is not over: amount and fee together. */
export interface RewardsWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
}

/** Rewards of a user in one coin, as a snapshot keeps them. */
export interface SavedRewards {
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
}

/**
 * Members, rewards and their withdrawals. It neither posts nor emits.
 *
 * Invariants: a user joins once, and an address once, for ever; rewards are never below 0.
 */
export class MiningBooks {
  /** Addresses by user. */
  readonly members = new Map<number, string>();
  /** By number of the withdrawal. */
  readonly withdrawals = new Map<number, RewardsWithdrawal>();
  private readonly users = new Map<string, number>();
  private readonly rewards = new Map<number, Map<number, bigint>>();

  join({ userId, address }: Member): void {
    assert(!this.members.has(userId) && !this.users.has(address), 'a user and an address join once');
    this.members.set(userId, address);
    this.users.set(address, userId);
  }

  /** The user who joined with an address; 0 for none. */
  userOf(address: string): number {
    return this.users.get(address) ?? 0;
  }

  rewardsOf(userId: number, assetId: number): bigint {
    return this.rewards.get(userId)?.get(assetId) ?? 0n;
  }

  /** Adds to a user's rewards, or takes from them below 0. Returns what is there then. */
  addRewards(userId: number, assetId: number, change: bigint): bigint {
    let own = this.rewards.get(userId);
    if (own === undefined) {
      own = new Map();
      this.rewards.set(userId, own);
    }
    const amount = (own.get(assetId) ?? 0n) + change;
    assert(amount >= 0n, 'nobody has fewer rewards than none');
    if (amount === 0n) own.delete(assetId);
    else own.set(assetId, amount);
    if (own.size === 0) this.rewards.delete(userId);
    return amount;
  }

  /** All rewards, by user and coin. */
  savedRewards(): SavedRewards[] {
    return [...this.rewards.keys()]
      .sort((a, b) => a - b)
      .flatMap((userId) => this.rewardsOfUser(userId).map((each) => ({ userId, ...each })));
  }

  /** A user's rewards, in the order of their coins. */
  rewardsOfUser(userId: number): { readonly assetId: number; readonly amount: bigint }[] {
    return [...(this.rewards.get(userId) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([assetId, amount]) => ({ assetId, amount }));
  }
}
