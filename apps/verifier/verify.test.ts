import { type AppliedCommand, exportJournal, openEngine } from '@candor/journal';
import { createKernel, type KernelEvent, type KernelView } from '@candor/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import { listing, OrderFlow, practiceGenesis } from '../../tools/workload/exchange.ts';
import { allChecks } from './checks/index.ts';
import { verifyJournal } from './verify.ts';

let database: FreshDatabase;
let bytes: Buffer;
/** All that the journal tells, as it was told, and the state at its end. */
const told: AppliedCommand[] = [];
let view: KernelView;

beforeAll(async () => {
  database = await freshDatabase();
  const { connectionString } = database;
  const engine = await openEngine({ connectionString, genesis: practiceGenesis, bootstrap: listing(6, 2) });
  const flow = new OrderFlow(7, 6, 2);
  for (let i = 0; i < 40; i++)
    await Promise.all(Array.from({ length: 20 }, () => engine.submit(flow.next(Date.now()))));
  const kernel = createKernel();
  view = kernel;
  for await (const { commands } of engine.replay(0))
    for (const { envelope } of commands) {
      const { outcome, events } = kernel.apply(envelope);
      told.push({ envelope, outcome, events });
    }
  await engine.stop();
  const parts: Uint8Array[] = [];
  await exportJournal({
    connectionString,
    write: async (part) => {
      parts.push(part);
    },
  });
  bytes = Buffer.concat(parts);
});

afterAll(() => database.drop());

async function* once(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}

/** What the checks say when they are told the same, but for what `alter` makes of some events. */
function findings(alter: (event: KernelEvent) => KernelEvent): string[] {
  const checks = allChecks();
  const found: string[] = [];
  for (const command of told) {
    const events = command.events.map(alter);
    for (const check of checks) check.see({ ...command, events }, view, (what) => found.push(what));
  }
  for (const check of checks) check.end?.(view, (what) => found.push(what));
  return found;
}

/** Alters the first event of a type, and only that. */
function firstOf<T extends KernelEvent['type']>(
  type: T,
  alter: (event: Extract<KernelEvent, { readonly type: T }>) => KernelEvent,
): (event: KernelEvent) => KernelEvent {
  let done = false;
  return (event) => {
    if (done || event.type !== type) return event;
    done = true;
    return alter(event as Extract<KernelEvent, { readonly type: T }>);
  };
}

describe('the verifier', () => {
  test('recomputes a whole journal from its file', async () => {
    const verified = await verifyJournal({ bytes: once(bytes), trusts: () => true });
    expect(verified.findings).toEqual([]);
    expect(verified.commands).toBe(told.length);
    for (const { name, count } of verified.checks.slice(0, 4)) expect(count, name).toBeGreaterThan(10);
  });

  test('finds nothing wrong with what was told as it was', () => {
    expect(findings((event) => event)).toEqual([]);
  });

  test('finds a fee that is one unit off', () => {
    const alter = firstOf('trade', (trade) => ({ ...trade, takerFee: (trade.takerFee + 1n) as never }));
    expect(findings(alter)).toContainEqual(expect.stringContaining("a taker's fee"));
  });

  test('finds an amount that is not price × quantity', () => {
    const alter = firstOf('trade', (trade) => ({ ...trade, quoteAmount: (trade.quoteAmount - 1n) as never }));
    expect(findings(alter)).toContainEqual(expect.stringContaining('an amount'));
  });

  test('finds an index that the venues’ quotes do not give', () => {
    const alter = firstOf('index', (index) => ({
      ...index,
      priceTicks: ((index.priceTicks ?? 0) + 1) as never,
    }));
    expect(findings(alter)).toContainEqual(expect.stringContaining("the venues' quotes give"));
  });

  test('finds money that came from nowhere', () => {
    const alter = firstOf('entry', (entry) => ({
      ...entry,
      postings: entry.postings.map((posting, at) =>
        at === 0 ? { ...posting, amount: (posting.amount + 1n) as never } : posting,
      ),
    }));
    expect(findings(alter)).toContainEqual(expect.stringContaining('is off by 1'));
  });

  test('finds a balance that is told otherwise than booked', () => {
    let left = told.flatMap(({ events }) => events).filter(({ type }) => type === 'balance').length;
    const alter = (event: KernelEvent): KernelEvent => {
      if (event.type !== 'balance') return event;
      left -= 1;
      return { ...event, available: (event.available + 1n) as never };
    };
    expect(findings(alter)).toContainEqual(expect.stringContaining('The balance told to'));
    expect(left).toBe(0);
  });

  test('finds a safety fund that got less than its tenth', () => {
    const alter = (event: KernelEvent): KernelEvent =>
      event.type === 'entry' && event.kind === 'fee'
        ? { ...event, postings: event.postings.slice(0, 2) }
        : event;
    expect(findings(alter)).toContainEqual(expect.stringContaining('a tenth of all fees'));
  });
});
