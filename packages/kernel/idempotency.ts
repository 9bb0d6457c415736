import { KEY_LIFE_MS, KEY_MAX_AHEAD_MS, keyTimeMs } from '@candor/rules';
import { assert } from './assert.ts';
import type { Envelope } from './commands.ts';
import type { Outcome, RejectionCode } from './events.ts';
import { hashText } from './memory/hash-index.ts';
import { KeyRecords, type UsedKey } from './memory/key-records.ts';

/** A key's clock may be a day ahead, so a used key is kept for a day longer than its own time is accepted. */
const KEPT_MS = KEY_LIFE_MS + KEY_MAX_AHEAD_MS;

/** Many small maps, so that none is ever so large that its growth is a pause. */
const SHARDS = 256;

/**
 * Invariants: a key of a user is remembered once; the queue is in the order of expiry; a key outlives the order, loan or
 * contract that it opened; a key that carries a time is refused once it could have been forgotten, so that no act is
 * done twice.
 *
 * The keys of the last days with what was answered to them, in a queue, the first to expire first. They are found by
 * maps: users choose their keys, and only a hash with a secret of the process keeps them from choosing ones that collide.
 */
export class UsedKeys {
  private readonly records = new KeyRecords();
  private readonly shards: (Map<string, number> | undefined)[] = [];
  private readonly isOpen: (orderId: number) => boolean;
  private oldest = 0;
  private newest = 0;
  private remembered = 0;

  constructor(isOpen: (orderId: number) => boolean) {
    this.isOpen = isOpen;
    for (let i = 0; i < SHARDS; i++) this.shards.push(undefined);
  }

  /** Number of keys that are remembered. */
  get count(): number {
    return this.remembered;
  }

  /** The outcome to repeat, the reason to refuse, or null when the command is a new one. */
  check(envelope: Pick<Envelope, 'userId' | 'key' | 'bodyHash' | 'timeMs'>): Outcome | RejectionCode | null {
    const { userId, key } = envelope;
    if (key === null) return null;
    const slot = this.shards[shardOf(userId, key)]?.get(nameOf(userId, key));
    if (slot !== undefined) {
      const { bodyHash, outcome } = this.records.read(slot);
      return bodyHash === envelope.bodyHash ? outcome : 'KEY_REUSED_WITH_OTHER_BODY';
    }
    return refusalOfAge(key, envelope.timeMs);
  }

  /** True when a command under this key would be performed: the key is not remembered, and its age is accepted. */
  isNew(userId: number, key: string, timeMs: number): boolean {
    const slot = this.shards[shardOf(userId, key)]?.get(nameOf(userId, key));
    return slot === undefined && refusalOfAge(key, timeMs) === null;
  }

  remember(userId: number, key: string, bodyHash: string | null, outcome: Outcome, nowMs: number): void {
    this.add({ userId, key, bodyHash, outcome, expiresMs: nowMs + KEPT_MS });
  }

  /** Adds a key that expires no earlier than all others. */
  add(used: UsedKey): void {
    const { newest, records } = this;
    assert(
      newest === 0 || records.expiresMs(newest) <= used.expiresMs,
      'keys expire in the order of their use',
    );
    const slot = records.add(used);
    const index = shardOf(used.userId, used.key);
    let shard = this.shards[index];
    if (shard === undefined) {
      shard = new Map();
      this.shards[index] = shard;
    }
    const before = shard.size;
    shard.set(nameOf(used.userId, used.key), slot);
    assert(shard.size === before + 1, 'a key of a user is remembered once');
    this.enqueue(slot);
    this.remembered++;
  }

  /** Forgets what has expired, but for keys whose order is still open: those live on. */
  expire(nowMs: number): void {
    const { records } = this;
    while (this.oldest !== 0 && records.expiresMs(this.oldest) <= nowMs) {
      const slot = this.oldest;
      this.oldest = records.next(slot);
      if (this.oldest === 0) this.newest = 0;
      const orderId = records.orderId(slot);
      if (orderId !== 0 && this.isOpen(orderId)) {
        records.setExpiresMs(slot, nowMs + KEPT_MS);
        this.enqueue(slot);
      } else {
        const { userId, key } = records.read(slot);
        const isKnown = this.shards[shardOf(userId, key)]?.delete(nameOf(userId, key)) === true;
        assert(isKnown, 'a key that expires was remembered');
        records.free(slot);
        this.remembered--;
      }
    }
  }

  /** All remembered keys, the first to expire first. */
  *all(): Generator<UsedKey> {
    for (let slot = this.oldest; slot !== 0; slot = this.records.next(slot)) yield this.records.read(slot);
  }

  private enqueue(slot: number): void {
    this.records.setNext(slot, 0);
    if (this.newest === 0) this.oldest = slot;
    else this.records.setNext(this.newest, slot);
    this.newest = slot;
  }
}

/** The reason to refuse a key by the time that it carries; null where it carries none. */
function refusalOfAge(key: string, timeMs: number): RejectionCode | null {
  const madeMs = keyTimeMs(key);
  if (madeMs === null) return null;
  if (madeMs <= timeMs - KEY_LIFE_MS) return 'KEY_EXPIRED';
  return madeMs > timeMs + KEY_MAX_AHEAD_MS ? 'INVALID_COMMAND' : null;
}

function shardOf(userId: number, key: string): number {
  return hashText(key, userId) & (SHARDS - 1);
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`;
}
