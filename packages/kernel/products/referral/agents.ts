import { copyInt32 } from '../../memory/hash-index.ts';

/** Share of an agent, and the one that follows it. */
export interface AgentShare {
  readonly sharePpm: number;
  readonly next: { readonly sharePpm: number; readonly effectiveMs: number } | null;
}

const UNKNOWN = 0;
const NONE = -1;

/**
 * Agents by account (the slot of a user's spot wallet), and who is the nearest above whom. The nearest ones are kept for
 * all accounts on a way up that was gone once, so that a long line of inviters costs each fee no more than a short one.
 */
export class Agents {
  readonly shares = new Map<number, AgentShare>();
  /** Those whose share is above 0. */
  private active = 0;
  /** Those whose share is above 0, or who have one to come. */
  private named = 0;
  private nearest = new Int32Array(64);
  private readonly inviterOf: (account: number) => number;

  constructor(inviterOf: (account: number) => number) {
    this.inviterOf = inviterOf;
  }

  shareOf(account: number): number {
    return this.shares.get(account)?.sharePpm ?? 0;
  }

  set(account: number, share: AgentShare): void {
    if (this.shareOf(account) > 0) this.active--;
    if (this.isNamed(account)) this.named--;
    this.shares.set(account, share);
    if (share.sharePpm > 0) this.active++;
    if (this.isNamed(account)) this.named++;
    this.forget();
  }

  /** Number of those who are agents or will be: who is one no longer is not counted. */
  get count(): number {
    return this.named;
  }

  /** True for who is an agent or will be. */
  isNamed(account: number): boolean {
    const share = this.shares.get(account);
    return share !== undefined && (share.sharePpm > 0 || share.next !== null);
  }

  /** Time at which the next share counts, in ms; Infinity for none. */
  nextMs(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const share of this.shares.values()) next = Math.min(next, share.next?.effectiveMs ?? next);
    return next;
  }

  /** The nearest agent above an account, as a slot; 0 for none. */
  above(account: number): number {
    if (this.active === 0) return 0;
    const way: number[] = [];
    let found = NONE;
    for (let at = account; ; ) {
      const known = at < this.nearest.length ? this.nearest[at]! : UNKNOWN;
      if (known !== UNKNOWN) {
        found = known;
        break;
      }
      way.push(at);
      const inviter = this.inviterOf(at);
      if (inviter === 0) break;
      if (this.shareOf(inviter) > 0) {
        found = inviter;
        break;
      }
      at = inviter;
    }
    for (const at of way) {
      if (at >= this.nearest.length) this.nearest = copyInt32(this.nearest, 2 * at);
      this.nearest[at] = found;
    }
    return found === NONE ? 0 : found;
  }

  /** Looks for an account's nearest one again: it got an inviter, and is above nobody. */
  forgetOf(account: number): void {
    if (account < this.nearest.length) this.nearest[account] = UNKNOWN;
  }

  /** Looks for the nearest ones again: an agent or an inviter is another. */
  forget(): void {
    this.nearest.fill(UNKNOWN);
  }
}
