import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@candor/api';
import { exportJournal, type JournalPlace, readPlaces, verifyExport } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PlacedRow, ReceiptFinder, ReceiptUnreadableError } from '../../apps/verifier/receipts/index.ts';
import { verifyJournal } from '../../apps/verifier/verify.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { type House, openHouse } from './support/house.ts';
import type { Person } from './support/person.ts';
import { borrow, invest, mine, stake, tradeOtc } from './support/receipts/earning.ts';
import { READS, type Receipt } from './support/receipts/reads.ts';
import { ReceiptBench } from './support/receipts/receipt-bench.ts';
import { playSeconds, swap, tradeContracts, tradeOnMargin, tradeSpot } from './support/receipts/trading.ts';

const DAY_MS = 86_400_000;

let database: FreshDatabase;
let house: House;
const bench = new ReceiptBench();
const { clock } = bench;
/** Receipts by the call that answered them. */
const receipts = new Map<string, Receipt[]>();
/** Receipt of an OTC order that went on after it. */
let whilePaid: Receipt;
/** The rows of the exported journal, and the state at its end. */
const rows: PlacedRow[] = [];
let view: KernelView;
/** The place of each command in the export. */
const places = new Map<number, JournalPlace>();
let bytes: Buffer;

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse({ clock: clock.now, database });
  bench.enter(house);
  await clock.pass(250);
  const people: Person[] = [];
  for (const act of [
    borrow,
    tradeSpot,
    tradeOnMargin,
    tradeContracts,
    playSeconds,
    swap,
    stake,
    invest,
    mine,
  ])
    people.push(...(await act(bench)));
  people.push(...(await tradeOtc(bench, (receipt) => (whilePaid = receipt))));
  // rebates are paid once their day is over
  await clock.jump(DAY_MS);
  while (await house.engine.read(({ nextDueMs }) => nextDueMs <= clock.now()))
    await bench.system({ type: 'tick' });
  for (const [name, read] of Object.entries(READS))
    receipts.set(name, (await Promise.all(people.map(read))).flat() as Receipt[]);
  const parts: Uint8Array[] = [];
  const write = async (part: Uint8Array) => void parts.push(part);
  await exportJournal({ connectionString: database.connectionString, write });
  bytes = Buffer.concat(parts);
  const seqs = new Set(everyReceipt().map(([, { journal }]) => (journal as { seq: number }).seq));
  for await (const { batch, eventsDigest, view: now } of verifyExport({
    bytes: once(),
    trusts: () => true,
  })) {
    const needed = batch.commands.some(
      ({ stamp, events }) =>
        seqs.has(stamp.seq) ||
        events.some(
          ({ type }) => type === 'secondAccepted' || type === 'referralPaid' || type.startsWith('otc'),
        ),
    );
    if (needed) rows.push({ ...batch, eventsDigest });
    const { batchNo: row, hash: rowHash } = batch;
    for (const { stamp } of batch.commands)
      places.set(stamp.seq, { seq: stamp.seq, row, rowHash, eventsDigest });
    view = now;
  }
});
afterAll(async () => {
  await house?.stop();
  await database?.drop();
});

async function* once(): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const everyReceipt = (): (readonly [string, Receipt])[] =>
  [...receipts].flatMap(([name, found]) => found.map((receipt) => [name, receipt] as const));

/** Returns where a receipt stands in the export. */
function found(receipt: unknown) {
  const finder = new ReceiptFinder(JSON.parse(JSON.stringify(receipt)));
  for (const row of rows) finder.see(row);
  return finder.found(view);
}

/** Returns each leaf of a receipt with the receipt in which it alone is another. */
function alterations(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value))
    return value.flatMap((part, at) =>
      alterations(part, `${path}[${at}]`).map(([where, altered]): [string, unknown] => [
        where,
        value.with(at, altered),
      ]),
    );
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) =>
      alterations(part, path === '' ? name : `${path}.${name}`).map(([where, altered]): [string, unknown] => [
        where,
        { ...value, [name]: altered },
      ]),
    );
  return [[path, other(value, path)]];
}

function other(value: unknown, path: string): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return '1';
  // texts that hold JSON: a figure within
  if (path === 'receipt') return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  if (path === 'ticket') {
    const [head, signed, signature] = value.split('.');
    const terms = JSON.parse(Buffer.from(signed!, 'base64url').toString());
    const payload = Buffer.from(JSON.stringify({ ...terms, payoutPpm: terms.payoutPpm + 1 }));
    return [head, payload.toString('base64url'), signature].join('.');
  }
  return /\d$/.test(value) ? value.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : `${value}x`;
}

describe('every receipt', () => {
  it('is read by a call of this test, and by no other', () => {
    const carrying = Object.entries(calls)
      .filter(([, { data }]) =>
        JSON.stringify(z.toJSONSchema(data, { unrepresentable: 'any' })).includes('eventsDigest'),
      )
      .map(([name]) => name);
    expect(carrying.sort()).toEqual(Object.keys(READS).sort());
  });

  it('of every kind carries its place in the journal', () => {
    for (const [name, all] of receipts) expect(all.length, name).toBeGreaterThan(0);
    const kinds = (name: string) => new Set(receipts.get(name)!.map(({ kind }) => kind));
    expect(kinds('contractReceipts')).toEqual(
      new Set(['funding', 'margin-warning', 'liquidation', 'deleveraging']),
    );
    expect(kinds('marginReceipts')).toEqual(
      new Set(['call', 'sale', 'sold', 'takeover', 'deficit', 'cancelled']),
    );
    const ends = receipts.get('getOtcOrder')!.map(({ state }) => state);
    expect(new Set(ends)).toEqual(new Set(['released', 'cancelled', 'resolved', 'created']));
    expect(kinds('getLoanRecord')).toEqual(new Set(['paidOut', 'due', 'overdueCharged', 'repaid']));
    for (const [name, { journal, seq }] of everyReceipt()) {
      const place = journal as { readonly seq: number; readonly rowHash: string };
      expect(place.rowHash, name).toMatch(/^[0-9a-f]{64}$/);
      if (name !== 'getSecondContractReceipt') expect(place.seq, name).toBe(seq);
    }
  });

  it('stands in an export as it is shown, figure by figure', () => {
    for (const [name, receipt] of everyReceipt()) {
      const at = found(receipt);
      expect(at, name).toMatchObject({
        findings: [],
        // while an order runs its owner may change its renewal, which no receipt pays by
        notCompared: 'autoRenew' in receipt && receipt.status === 'inProgress' ? ['autoRenew'] : [],
        hashMatches: true,
        digestMatches: true,
      });
      expect(at.row, name).toBe((receipt.journal as { readonly row: number }).row);
      expect(at.figures, name).toBeGreaterThan(8);
      expect(at.kind, name).not.toBe('place');
    }
  });

  it('of an OTC order stands as it was when it was read, although the order went on', () => {
    expect(whilePaid).toMatchObject({ state: 'paid', held: '20.02', bought: null });
    expect(found({ order: { receipt: whilePaid } })).toMatchObject({ kind: 'OTC order', findings: [] });
    const released = { ...whilePaid, state: 'released' };
    expect(found(released).findings).toEqual([
      expect.stringContaining('state: the receipt states "released"'),
    ]);
  });

  it('is found with any one of its figures altered, its sequence, row hash and digest too', () => {
    const tried = new Set<string>();
    for (const [name, receipt] of everyReceipt()) {
      // one of each call and kind
      const kind = `${name} ${receipt.kind ?? receipt.role ?? ''} ${receipt.state ?? ''}`;
      if (tried.has(kind)) continue;
      tried.add(kind);
      const altered = alterations(receipt);
      expect(altered.length).toBeGreaterThan(8);
      for (const [path, bent] of altered)
        expect(found(bent).findings.length, `${kind}: ${path}`).toBeGreaterThan(0);
    }
    expect(tried.size).toBeGreaterThan(Object.keys(READS).length);
  });

  it('is found by its place alone', () => {
    for (const [, { journal }] of everyReceipt()) {
      expect(found(journal)).toMatchObject({ kind: 'place', findings: [] });
      for (const [path, bent] of alterations(journal))
        expect(found(bent).findings.length, path).toBeGreaterThan(0);
    }
  });

  it('is where the export has it, as is every other command, and what was never sent is nowhere', async () => {
    const pool = new Pool({ connectionString: database.connectionString, max: 1 });
    try {
      expect(places.size).toBeGreaterThan(150);
      expect(new Set([...places.values()].map(({ row }) => row)).size).toBeLessThan(places.size);
      const beside = [-1, 0, places.size + 1, Number.MAX_SAFE_INTEGER];
      const read = await readPlaces(pool, [...places.keys(), ...beside]);
      expect([...read].sort(([a], [b]) => a - b)).toEqual([...places]);
      expect((await readPlaces(pool, [])).size).toBe(0);
    } finally {
      await pool.end();
    }
  });

  it('is found in the copy that a page makes of it, beside the verification of the whole journal', async () => {
    const [fill] = receipts.get('myExchangeLog')!;
    const receipt = new ReceiptFinder({ fill, check: { ok: true, steps: [] } });
    const verified = await verifyJournal({ bytes: once(), trusts: () => true, receipt });
    expect(verified.findings).toEqual([]);
    expect(verified.receipt).toMatchObject({ kind: 'fill', findings: [], notCompared: [] });
  });

  it('without its place is none', () => {
    const [fill] = receipts.get('myExchangeLog')!;
    for (const none of [null, 1, [], {}, { ...fill, journal: null }, { fill: { id: 1 } }])
      expect(() => new ReceiptFinder(none)).toThrow(ReceiptUnreadableError);
  });

  it('shows its place in its dialog', () => {
    const folder = new URL('../../apps/web/', import.meta.url).pathname;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    const stubs = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('<ReceiptStub'));
    expect(stubs.length).toBeGreaterThan(3);
    // a public settlement is no receipt that the verifier takes: it names no owner, and its place by the sequence alone
    const ofNobody = 'home/proof/settlement-stub.tsx';
    expect(readFileSync(join(folder, ofNobody), 'utf8')).toContain('row.seq');
    for (const file of stubs.filter((each) => each !== ofNobody))
      expect(readFileSync(join(folder, file), 'utf8'), file).toContain('<JournalPlaceDetails');
  });
});
