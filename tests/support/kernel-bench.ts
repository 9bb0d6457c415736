import {
  type Applied,
  type Command,
  createKernel,
  type Envelope,
  type Kernel,
  type KernelEvent,
  loadKernel,
  type Outcome,
} from '@candor/kernel';
import type { Amount } from '@candor/money';

type EventOf<T extends KernelEvent['type']> = Extract<KernelEvent, { readonly type: T }>;
type Accepted = Extract<Outcome, { readonly ok: true }>;

/** Base units of one coin of eight decimals. */
export const COIN = 100_000_000n;

/** Base units of a decimal number of coins. */
export function units(decimal: string): Amount {
  const [whole, part = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole!) * COIN + BigInt(part.padEnd(8, '0'));
  return (decimal.startsWith('-') ? -value : value) as Amount;
}

/** A kernel whose clock the test moves; all that was sent and told is kept. Every command is audited. */
export class KernelBench {
  kernel: Kernel = createKernel({ audit: true });
  nowMs: number;
  readonly sent: Envelope[] = [];
  readonly events: KernelEvent[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  apply(userId: number, body: Command): Applied {
    const { kernel } = this;
    const envelope = { seq: kernel.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    this.sent.push(envelope);
    const applied = kernel.apply(envelope);
    this.events.push(...applied.events);
    return applied;
  }

  /** Sends a command that must be accepted. */
  accepted(userId: number, body: Command): Accepted {
    const { outcome } = this.apply(userId, body);
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
    return outcome;
  }

  /** The code of a refusal; 'ok' where there is none. */
  code(userId: number, body: Command): string {
    const { outcome } = this.apply(userId, body);
    return outcome.ok ? 'ok' : outcome.code;
  }

  /** Puts the clock to a time and sends ticks until nothing is due: a downtime if it is far. */
  reach(toMs: number): void {
    this.nowMs = toMs;
    do this.accepted(0, { type: 'tick' });
    while (this.kernel.nextDueMs <= this.nowMs);
  }

  /** Lets time pass with a tick every five seconds: no downtime. Checks of the books cost too much then. */
  walkTo(toMs: number): void {
    this.quietly();
    while (this.nowMs < toMs) {
      this.nowMs = Math.min(toMs, this.nowMs + 5_000);
      this.accepted(0, { type: 'tick' });
    }
    this.kernel = loadKernel(this.kernel.snapshot(), { audit: true });
  }

  /** Goes on without checks of the books, which cost too much for thousands of commands. */
  quietly(): void {
    this.kernel = loadKernel(this.kernel.snapshot());
  }

  /** Goes on with the kernel that a snapshot gives, which must hold everything. */
  restart(): void {
    const before = this.kernel.stateHash();
    this.kernel = loadKernel(this.kernel.snapshot(), { audit: true });
    if (this.kernel.stateHash() !== before) throw new Error('A restart changed the state');
  }

  of<T extends KernelEvent['type']>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }
}
