import type * as kernelModule from '@candor/kernel';
import type { Applied, Command, Envelope, Kernel, KernelEvent, Outcome } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { filledLotsOf, filledQuoteOf, statusOf } from '../../tools/workload/outcomes.ts';
import { EventReader } from './event-reader.ts';
import { NaiveExchange } from './naive-exchange.ts';
import { NaiveJournal } from './naive-journal.ts';
import type { NaiveOutcome } from './naive-outcome.ts';
import { Random } from './random.ts';
import { ASSETS, HOUSE, listing, nextAct, symbolsOf, USERS, type World, worldOf } from './world.ts';

export type KernelModule = Pick<
  typeof kernelModule,
  'createKernel' | 'loadKernel' | 'encodeEnvelopes' | 'decodeEnvelopes' | 'digestEvents'
>;

const FIRST_MS = 1_700_000_000_000;
const EVERYBODY = [...HOUSE, ...USERS];

/**
 * Gives the same random commands to the kernel and to the naive exchange and throws at the first thing that differs.
 * In between the kernel is thrown away and loaded from its snapshot; at the end the journal's bytes are replayed.
 */
export function duel(module: KernelModule, seed: number, commands: number): void {
  const run = new Duel(module, seed);
  for (let i = 0; i < commands; i++) run.step();
  run.replay();
}

class Duel {
  private readonly module: KernelModule;
  private readonly random: Random;
  private readonly world: World;
  private readonly naive = new NaiveExchange();
  private readonly journal = new NaiveJournal(this.naive);
  private readonly reader = new EventReader();
  private readonly envelopes: Envelope[] = [];
  private readonly results: Applied[] = [];
  private readonly seed: number;
  private kernel: Kernel;
  private nowMs = FIRST_MS;

  constructor(module: KernelModule, seed: number) {
    this.module = module;
    this.seed = seed;
    this.random = new Random(seed);
    this.world = worldOf(seed);
    this.kernel = module.createKernel();
    this.naive.symbols.push(...symbolsOf(this.world));
    for (const body of listing(this.world)) {
      const applied = this.submit(0, null, null, body);
      if (!applied.outcome.ok) this.fail(`listing was refused: ${applied.outcome.code}`);
    }
    for (const id of HOUSE) this.naive.users.push({ id, house: true });
    for (const id of USERS) this.naive.users.push({ id, house: false });
    for (const user of EVERYBODY) {
      for (const assetId of ASSETS) {
        const amount = this.world.funds as never;
        this.expectSame(0, null, null, { type: 'practiceFunds', accountUserId: user, assetId, amount });
      }
    }
  }

  step(): void {
    const { random } = this;
    this.nowMs += random.pick([0, 1, 3, 40, 250, 3_000]);
    if (random.chance(1))
      this.nowMs += random.pick([11_000, 3 * 86_400_000, 9 * 86_400_000, 22 * 86_400_000]);
    const again = random.chance(6) ? this.envelopes[random.below(this.envelopes.length)]! : null;
    if (again?.key != null) {
      this.expectSame(again.userId, again.key, random.chance(80) ? again.bodyHash : 'ff00', again.body);
    } else {
      const act = nextAct(random, this.world, this.naive, this.nowMs, this.journal.tickNo);
      const key = random.chance(30) ? this.newKey() : null;
      this.expectSame(
        act.userId,
        key,
        key === null ? null : `${random.below(10)}${random.below(10)}`,
        act.body,
      );
    }
    if (random.chance(2)) this.restart();
  }

  /** A fresh kernel given the journal's bytes ends in the same state, by the same events. */
  replay(): void {
    const { module } = this;
    const fresh = module.createKernel();
    const decoded = module.decodeEnvelopes(module.encodeEnvelopes(this.envelopes));
    const results = decoded.map((envelope) => fresh.apply(envelope));
    if (fresh.stateHash() !== this.kernel.stateHash()) this.fail('the replayed state has another hash');
    if (module.digestEvents(results) !== module.digestEvents(this.results))
      this.fail('the replayed events differ');
  }

  private restart(): void {
    const before = this.kernel.stateHash();
    this.kernel = this.module.loadKernel(this.kernel.snapshot());
    if (this.kernel.stateHash() !== before) this.fail('a restart changed the state hash');
  }

  private newKey(): string {
    const { random } = this;
    const id = random.below(1_000_000);
    if (random.chance(60)) return `order:${id}`;
    const ageMs = random.pick([0, 0, 50, 6 * 86_400_000, 8 * 86_400_000, -3_600_000, -2 * 86_400_000]);
    return `order:t${(this.nowMs - ageMs).toString(36)}-${id}`;
  }

  private submit(userId: number, key: string | null, bodyHash: string | null, body: Command): Applied {
    const envelope = { seq: this.envelopes.length + 1, timeMs: this.nowMs, userId, key, bodyHash, body };
    this.envelopes.push(envelope);
    try {
      const applied = this.kernel.apply(envelope);
      this.results.push(applied);
      return applied;
    } catch (error) {
      return this.fail(`apply threw ${String(error)}`);
    }
  }

  private expectSame(userId: number, key: string | null, bodyHash: string | null, body: Command): void {
    this.naive.trades = [];
    const expected = this.journal.apply(userId, key, bodyHash, body, this.nowMs);
    const { outcome, events } = this.submit(userId, key, bodyHash, body);
    const told = () =>
      `after ${JSON.stringify({ userId, key, body }, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))}`;
    const same = (what: string, ours: string, theirs: string) => {
      if (ours !== theirs) this.fail(`${what}: kernel ${ours}, naive ${theirs} ${told()}`);
    };
    same('outcome', outcomeText(outcome), naiveText(expected));
    same('trades', trades(events), naiveTrades(this.naive));
    this.reader.read(events, (problem) => this.fail(`${problem} ${told()}`));
    for (const user of EVERYBODY) {
      same(`balances of ${user}`, this.balances(user), this.naiveBalances(user));
      same(`balances told to ${user}`, this.reader.balances(user, ASSETS), this.naiveBalances(user));
      same(`orders of ${user}`, this.orders(user), this.naiveOrders(user));
      same(`waiting orders of ${user}`, this.waiting(user), this.naiveWaiting(user));
      same(`waiting orders told to ${user}`, this.reader.waiting(user), this.waitingIds(user));
      same(`fees of ${user}`, this.fees(user), this.naiveFees(user));
    }
    for (const { id } of this.naive.symbols) {
      same(`bids of ${id}`, this.depth(id, true), this.naiveDepth(id, true));
      same(`asks of ${id}`, this.depth(id, false), this.naiveDepth(id, false));
      same(`bids told of ${id}`, this.reader.depth(id, true), this.naiveDepth(id, true));
      same(`asks told of ${id}`, this.reader.depth(id, false), this.naiveDepth(id, false));
      const index = this.kernel.index(id);
      const naiveIndex = this.journal.index(id);
      same(
        `index of ${id}`,
        `${index?.priceTicks ?? null} ${index?.venuesUsed ?? 0}`,
        `${naiveIndex.price} ${naiveIndex.venues}`,
      );
    }
    same('ledger', this.ledger(), this.naiveLedger());
  }

  private balances(user: number): string {
    const views = new Map(this.kernel.balances(user).map((view) => [view.assetId, view]));
    return ASSETS.map((asset) => {
      const view = views.get(asset);
      return `${asset}=${view?.available ?? 0n}+${view?.held ?? 0n}`;
    }).join(' ');
  }

  private naiveBalances(user: number): string {
    return ASSETS.map((asset) => {
      const available = this.naive.available(user, asset);
      if (available < 0n) this.fail(`${user} went below 0`);
      return `${asset}=${available}+${this.naive.held(user, asset)}`;
    }).join(' ');
  }

  private orders(user: number): string {
    return this.kernel.spot
      .openOrders(user, null)
      .map(
        (o) =>
          `${o.orderId}/${o.symbolId}${o.side}${o.lots}-${o.filledLots}@${o.priceTicks}:${o.filledQuote}${o.clientOrderId}`,
      )
      .join(' ');
  }

  private naiveOrders(user: number): string {
    return this.naive.open
      .filter((o) => o.user === user)
      .sort((a, b) => a.id - b.id)
      .map(
        (o) =>
          `${o.id}/${o.symbol}${o.buy ? 'buy' : 'sell'}${o.lots}-${o.lots - o.left}@${o.price}:${o.spent}${o.client}`,
      )
      .join(' ');
  }

  private waiting(user: number): string {
    return this.kernel.spot
      .waitingOrders(user, null)
      .map(
        (o) =>
          `${o.orderId}/${o.symbolId}${o.side} ${o.kind} ${o.source} at ${o.thresholdTicks} best ${o.extremeTicks} ${o.lots}@${o.priceTicks} for ${o.quoteAmount} twin ${o.twinOrderId} ${o.clientOrderId}`,
      )
      .join('; ');
  }

  private naiveWaiting(user: number): string {
    const { waiting } = this.naive;
    return waiting.orders
      .filter((o) => o.user === user)
      .sort((a, b) => a.id - b.id)
      .map(
        (o) =>
          `${o.id}/${o.symbol}${o.buy ? 'buy' : 'sell'} ${o.kind} ${o.source} at ${waiting.threshold(o)} best ${o.best} ${o.lots}@${o.price} for ${o.amount} twin ${o.twin || null} ${o.client}`,
      )
      .join('; ');
  }

  private waitingIds(user: number): string {
    const own = this.naive.waiting.orders.filter((o) => o.user === user);
    return own
      .map((o) => o.id)
      .sort((a, b) => a - b)
      .join(' ');
  }

  private fees(user: number): string {
    const { tier, makerPpm, takerPpm, volume, volumeToday } = this.kernel.spot.feeStatus(user);
    return `${tier} ${makerPpm}/${takerPpm} ${volume}+${volumeToday}`;
  }

  private naiveFees(user: number): string {
    const { fees } = this.naive;
    return `${fees.tier(user)} ${fees.rate(user, true)}/${fees.rate(user, false)} ${fees.volume(user)}+${fees.volumeToday(user)}`;
  }

  private depth(symbolId: number, buy: boolean): string {
    const view = this.kernel.spot.depth(symbolId, 1000);
    return (buy ? view.bids : view.asks).map((l) => `${l.priceTicks}:${l.lots}/${l.houseLots}`).join(' ');
  }

  private naiveDepth(symbolId: number, buy: boolean): string {
    return this.naive
      .depth(symbolId, buy)
      .map((l) => `${l.price}:${l.lots}/${l.house}`)
      .join(' ');
  }

  private ledger(): string {
    return this.kernel
      .ledgerSums()
      .map((s) => `${s.assetId} ${s.sum} ${s.custody} ${s.users} ${s.house} ${s.fees} ${s.safetyFund}`)
      .join('; ');
  }

  private naiveLedger(): string {
    return ASSETS.map((asset) => {
      const owned = (ids: readonly number[]) =>
        ids.reduce((sum, id) => sum + this.naive.balance(id, asset), 0n);
      const gross = this.naive.grossFees.get(asset) ?? 0n;
      const custody = -(this.naive.issued.get(asset) ?? 0n);
      const sum = custody + owned(EVERYBODY) + gross;
      if (sum !== 0n) this.fail(`the naive books of ${asset} do not balance`);
      return `${asset} ${sum} ${custody} ${owned(USERS)} ${owned(HOUSE)} ${gross - gross / 10n} ${gross / 10n}`;
    }).join('; ');
  }

  private fail(what: string): never {
    throw new Error(`seed ${this.seed} (${this.world.name}), command ${this.envelopes.length}: ${what}`);
  }
}

function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return outcome.code;
  return `${idOf(outcome)} ${statusOf(outcome)} ${filledLotsOf(outcome)} ${filledQuoteOf(outcome)}`;
}

function naiveText(outcome: NaiveOutcome): string {
  return outcome.ok ? `${outcome.id} ${outcome.status} ${outcome.lots} ${outcome.amount}` : outcome.code;
}

function trades(events: readonly KernelEvent[]): string {
  const found: string[] = [];
  for (const e of events) {
    if (e.type !== 'trade') continue;
    found.push(
      `${e.makerOrderId}x${e.takerOrderId} ${e.lots}@${e.priceTicks}=${e.quoteAmount} ${e.makerFee}/${e.takerFee} at ${e.makerFeePpm}/${e.takerFeePpm}`,
    );
  }
  return found.join('; ');
}

function naiveTrades(naive: NaiveExchange): string {
  return naive.trades
    .map(
      (t) =>
        `${t.maker}x${t.taker} ${t.lots}@${t.price}=${t.amount} ${t.makerFee}/${t.takerFee} at ${t.makerPpm}/${t.takerPpm}`,
    )
    .join('; ');
}
