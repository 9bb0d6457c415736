import { KEY_LIFE_MS, KEY_MAX_AHEAD_MS, keyTimeMs } from '@candor/rules';
import type { Envelope } from './commands.ts';
import type { Outcome, RejectionCode } from './events.ts';
import { hashText } from './memory/hash-index.ts';

/** A key's clock may be a day ahead, so a used key is kept for a day longer than its own time is accepted. */
const KEPT_MS = KEY_LIFE_MS + KEY_MAX_AHEAD_MS;
/** Many small maps, so that none is ever so large that its growth is a pause. */
const SHARDS = 256;

export interface UsedKey {
  readonly userId: number;
  readonly key: string;
  readonly bodyHash: string | null;
  readonly outcome: Outcome;
  expiresMs: number;
  next: UsedKey | null;
}

/** The keys of the last days with what was answered to them. */
export class UsedKeys {
  private readonly shards: (Map<string, UsedKey> | undefined)[] = [];
  private oldest: UsedKey | null = null;
  private newest: UsedKey | null = null;
  private readonly isOpen: (orderId: number) => boolean;
  private remembered = 0;

  constructor(isOpen: (orderId: number) => boolean) {
    this.isOpen = isOpen;
    for (let i = 0; i < SHARDS; i++) this.shards.push(undefined);
  }

  /** The outcome to repeat, the reason to refuse, or null when the command is a new one. */
  check(envelope: Envelope): Outcome | RejectionCode | null {
    const { userId, key } = envelope;
    if (key === null) return null;
    const used = this.shard(userId, key)?.get(nameOf(userId, key));
    if (used !== undefined) {
      return used.bodyHash === envelope.bodyHash ? used.outcome : 'KEY_REUSED_WITH_OTHER_BODY';
    }
    const madeMs = keyTimeMs(key);
    if (madeMs === null) return null;
    if (madeMs <= envelope.timeMs - KEY_LIFE_MS) return 'KEY_EXPIRED';
    if (madeMs > envelope.timeMs + KEY_MAX_AHEAD_MS) return 'INVALID_COMMAND';
    return null;
  }

  remember(userId: number, key: string, bodyHash: string | null, outcome: Outcome, nowMs: number): void {
    this.add({ userId, key, bodyHash, outcome, expiresMs: nowMs + KEPT_MS, next: null });
  }

  /** Adds a key that expires no earlier than all others. */
  add(used: UsedKey): void {
    const index = shardOf(used.userId, used.key);
    let shard = this.shards[index];
    if (shard === undefined) {
      shard = new Map();
      this.shards[index] = shard;
    }
    shard.set(nameOf(used.userId, used.key), used);
    this.enqueue(used);
    this.remembered++;
  }

  /** How many keys are remembered. */
  get count(): number {
    return this.remembered;
  }

  /** Forgets what has expired, but for keys whose order is still open: those live on. */
  expire(nowMs: number): void {
    while (this.oldest !== null && this.oldest.expiresMs <= nowMs) {
      const used = this.oldest;
      this.oldest = used.next;
      if (this.oldest === null) this.newest = null;
      if (used.outcome.ok && used.outcome.orderId !== 0 && this.isOpen(used.outcome.orderId)) {
        used.expiresMs = nowMs + KEPT_MS;
        this.enqueue(used);
      } else {
        this.shard(used.userId, used.key)?.delete(nameOf(used.userId, used.key));
        this.remembered--;
      }
    }
  }

  /** All remembered keys, the first to expire first. */
  all(): UsedKey[] {
    const keys: UsedKey[] = [];
    for (let used = this.oldest; used !== null; used = used.next) keys.push(used);
    return keys;
  }

  private enqueue(used: UsedKey): void {
    used.next = null;
    if (this.newest === null) this.oldest = used;
    else this.newest.next = used;
    this.newest = used;
  }

  private shard(userId: number, key: string): Map<string, UsedKey> | undefined {
    return this.shards[shardOf(userId, key)];
  }
}

function shardOf(userId: number, key: string): number {
  return hashText(key, userId) & (SHARDS - 1);
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`;
}
