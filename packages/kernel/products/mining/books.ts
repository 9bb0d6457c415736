import { assert } from '../../assert.ts';

/** A user who joined, with the address. */
export interface Member {
  readonly userId: number;
  readonly address: string;
}

/** Another address that waits to join in place of its user's. */
export interface WaitingMove extends Member {
  /** From when it can join, in ms. */
  readonly opensMs: number;
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
 * Invariants: a user has one address, and an address joins once, for ever, also one that its user left; rewards are never
 * below 0.
 */
export class MiningBooks {
  /** Addresses by user. */
  readonly members = new Map<number, string>();
  /** Addresses that their users left for others. */
  readonly former: Member[] = [];
  /** By user: one each, whose address nobody ever joined with when it was asked for. */
  readonly waiting = new Map<number, WaitingMove>();
  /** By number of the withdrawal. */
  readonly withdrawals = new Map<number, RewardsWithdrawal>();
  private readonly users = new Map<string, number>();
  private readonly rewards = new Map<number, Map<number, bigint>>();

  join({ userId, address }: Member): void {
    assert(!this.members.has(userId) && !this.users.has(address), 'a user and an address join once');
    this.members.set(userId, address);
    this.users.set(address, userId);
  }

  /** Puts another address in the place of a member's. */
  move({ userId, address }: Member): void {
    const before = this.members.get(userId);
    assert(before !== undefined && !this.users.has(address), 'a member moves to an address of nobody');
    this.waiting.delete(userId);
    this.leave({ userId, address: before });
    this.members.set(userId, address);
    this.users.set(address, userId);
  }

  /** Keeps an address taken that its user left. */
  leave(member: Member): void {
    this.former.push(member);
    this.users.set(member.address, member.userId);
  }

  /** The user who joined with an address, be it earlier; 0 for none. */
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
