import { createHash } from 'node:crypto';
import { type Kernel, type KernelEvent, loadKernel, type PlacePerpetualOrder } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { Result } from '../../packages/kernel/events/result.ts';
import type { PerpetualState } from '../../packages/kernel/products/perpetual/state/perpetual-state.ts';
import { filledLotsOf, statusOf } from '../../tools/workload/outcomes.ts';
import { runMarket } from './random-market.ts';
import type { Stage } from './stage.ts';

const SEEDS = 12;
const COMMANDS = 400;

/**
 * Parts of the state whose memory may differ where no later command can see it: beyond counts, in chains of hashes, in
 * heaps. Exits and triggers are compared by id instead.
 */
const UNREAD = new Set(['tape', 'scope', 'touched', 'index', 'triggers']);

/** All that can be reached from a state, the order of maps, sets and lists included, in one hash. */
function graphOf(perp: PerpetualState): string {
  const { exits, ...root } = perp;
  const hash = createHash('sha1');
  const numbers = new Map<object, number>();
  const pending: object[] = [root];
  for (const [id] of [...exits].sort(([a], [b]) => a - b)) hash.update(`exit ${id}`);
  for (const { symbolId } of perp.symbols) {
    for (const source of ['last', 'mark', 'index'] as const) {
      for (const id of perp.triggers.crossedWithin(symbolId, source, 0, Number.MAX_SAFE_INTEGER)) {
        hash.update(JSON.stringify(perp.triggers.get(id)));
      }
    }
  }
  const word = (value: unknown): string => {
    if (typeof value === 'function') return 'function';
    if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
    let number = numbers.get(value);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(value, number);
      pending.push(value);
    }
    return `#${number}`;
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    hash.update(next.constructor.name);
    if (ArrayBuffer.isView(next)) hash.update(new Uint8Array(next.buffer, next.byteOffset, next.byteLength));
    else if (next instanceof Map || next instanceof Set)
      for (const [key, value] of next.entries()) hash.update(`${word(key)}=${word(value)};`);
    else
      for (const [key, value] of Object.entries(next)) {
        if (!UNREAD.has(key)) hash.update(`${key}=${word(value)};`);
      }
  }
  return hash.digest('hex');
}

interface Tried {
  readonly kept: boolean;
  /** The graph of the state when the scope opened and after it closed. */
  readonly before: string;
  readonly after: string;
  /** The command's events just before the scope closed, and how many there were when it opened. */
  readonly events: readonly KernelEvent[];
  readonly eventsBefore: number;
}

/** Watches the scopes of a kernel; what they come to is pushed to a list. */
function watchScopes(kernel: Kernel, tried: Tried[]): void {
  const { parts } = (kernel as unknown as { hooks: { parts: { name: string; perp: PerpetualState }[] } })
    .hooks;
  const { perp } = parts.find(({ name }) => name === 'perpetual')!;
  const { scope, core } = perp;
  const open = scope.open.bind(scope);
  const close = scope.close.bind(scope);
  const eventsNow = () => new Result({ ok: false, code: 'INVALID_COMMAND' }, core.tape).events;
  let before = '';
  let eventsBefore = 0;
  scope.open = () => {
    before = graphOf(perp);
    eventsBefore = eventsNow().length;
    open();
  };
  scope.close = (end) => {
    const events = eventsNow();
    close(end);
    tried.push({ kept: end === 'persist', before, after: graphOf(perp), events, eventsBefore });
  };
}

/** Returns the effect of the same order with another time in force on a copied kernel. */
function place(stage: Stage, userId: number, body: PlacePerpetualOrder, timeInForce: 'FOK' | 'IOC') {
  const kernel = loadKernel(stage.kernel.snapshot());
  const tried: Tried[] = [];
  watchScopes(kernel, tried);
  const { outcome, events } = kernel.apply({
    seq: kernel.seq + 1,
    timeMs: stage.nowMs,
    userId,
    key: null,
    bodyHash: null,
    body: { ...body, timeInForce, postOnly: false, trigger: null },
  });
  return { outcome, events: events.map(withoutTime), hash: () => kernel.stateHash(), tried };
}

function withoutTime(event: KernelEvent): KernelEvent {
  return event.type === 'perpetualOrderAccepted' ? { ...event, timeInForce: 'IOC' } : event;
}

describe('a fill-or-kill, in random states', () => {
  it('does all that an immediate-or-cancel does, or leaves the state as it was', () => {
    const met = { whole: 0, part: 0, none: 0, refused: 0, fills: 0, withdrawn: 0, ended: 0 };
    const compare = (stage: Stage, body: PlacePerpetualOrder, userId: number) => {
      const free = place(stage, userId, body, 'IOC');
      const all = place(stage, userId, body, 'FOK');
      if (!free.outcome.ok) {
        met.refused++;
        expect(all.outcome).toEqual(free.outcome);
        expect(all.tried).toEqual([]);
        return;
      }
      const [tried] = all.tried;
      const events = tried!.events.map(withoutTime);
      expect(events).toEqual(free.events.slice(0, events.length));
      met.fills += events.filter(({ type }) => type === 'perpetualTrade').length;
      met.withdrawn += events.filter(({ type }) => type === 'perpetualOrderDone').length;
      met.ended += events.filter(({ type }) => type === 'perpetualExitDone').length;
      if (statusOf(free.outcome) === 'filled') {
        met.whole++;
        expect(tried!.kept).toBe(true);
        expect(all.outcome).toEqual(free.outcome);
        expect(all.events).toEqual(free.events);
        expect(all.hash()).toBe(free.hash());
        return;
      }
      met[filledLotsOf(free.outcome) > 0 ? 'part' : 'none']++;
      expect(tried!.kept).toBe(false);
      expect(tried!.after).toBe(tried!.before);
      expect(all.outcome).toMatchObject({ ok: true, status: 'expired', filledLots: 0, filledQuote: 0n });
      const { eventsBefore } = tried!;
      expect(all.events.slice(0, eventsBefore)).toEqual(events.slice(0, eventsBefore));
      // leverage set by the order changes margins, which are published at the end
      const later = all.events.slice(eventsBefore).map(({ type }) => type);
      expect(later.filter((type) => type !== 'balance' && type !== 'perpetualPosition')).toEqual([
        'perpetualOrderDone',
      ]);
    };
    for (let seed = 1; seed <= SEEDS; seed++) {
      runMarket({
        seed: 9_000 + seed,
        commands: COMMANDS,
        restarts: false,
        settings: true,
        before: (stage, body, userId) => {
          if (body.type === 'placePerpetualOrder') compare(stage, body, userId);
        },
      });
    }
    const rare = Object.entries(met).filter(([, times]) => times < 20);
    expect(rare, JSON.stringify(met)).toEqual([]);
    expect(met.whole + met.part + met.none + met.refused).toBeGreaterThan(1_500);
  });
});
