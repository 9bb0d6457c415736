import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStatementTask } from '../../apps/server/money/statements/index.ts';
import { makeStatement } from '../../apps/server/money/statements/make-statement.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal } from './support/person.ts';

let house: House;
let person: Person;
const attempt = { attempt: 1, isLast: false };

beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house);
  const move = (to: '2' | '3' | '4', coin: string, amount: string) =>
    person.client.call('transfer', { query: { from: '1', to, coin, amount } });
  await move('2', 'USDT', '1234.56789');
  await move('3', 'USDT', '100');
  await move('4', 'BTC', '0.25');
});
afterAll(() => house?.stop());

const yearOf = () => new Date(house.now()).getUTCFullYear();

/** The rows of a file, by the names of its head. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])));
}
const units = (text: string | undefined) => BigInt((text ?? '0').replace('.', ''));

async function catalogue() {
  const { assets } = await house.core.ask('spotCatalogue');
  const known = assets.map(({ assetId, code, scale }) => [assetId, { code, scale }] as const);
  return { assets: Object.fromEntries(known), symbols: {} };
}

async function made(year: number): Promise<void> {
  const { rows } = await house.pool.query(
    'select statement_id from statements.statement where user_id = $1 and year = $2',
    [person.userId, year],
  );
  const task = await openStatementTask({ pool: house.pool, bills: house.projections.bills });
  await task.run(rows[0].statement_id, attempt);
}

describe('a yearly statement', () => {
  it('is made by a job with its progress, and sums to the ledger for each account and coin', async () => {
    const year = yearOf();
    expect((await person.client.call('getStatements')).years).toContain(year);
    const asked = await person.client.call('requestStatement', { body: { year } });
    expect(asked).toMatchObject({ year, state: 'waiting', progress: 0 });
    expect((await refusal(person.client.call('getStatementFile', { params: { year: `${year}` } }))).key).toBe(
      'STATEMENT_NOT_READY',
    );
    await made(year);
    const [ready] = (await person.client.call('getStatements')).list;
    expect(ready).toMatchObject({ year, state: 'ready', progress: 100, entries: 8 });
    const { name, text } = await person.client.call('getStatementFile', { params: { year: `${year}` } });
    expect(name).toBe(`candor-statement-${year}.csv`);
    const rows = rowsOf(text);
    const { list } = await person.client.call('getCurrencyAccount', { query: {} });
    const kinds = ['spot', 'contract', 'second', 'margin-cross'];
    for (const { line, account, coin, balance } of rows.filter((row) => row.line === 'closing')) {
      expect(line).toBe('closing');
      const own = rows.filter((row) => row.account === account && row.coin === coin);
      const sum = (of: string) =>
        own.filter((row) => row.line === of).reduce((all, { amount }) => all + units(amount), 0n);
      const opening = units(own.find((row) => row.line === 'opening')?.balance);
      expect(opening + sum('entry')).toBe(units(balance));
      expect(opening + sum('sum')).toBe(units(balance));
      const type = String(kinds.indexOf(account!) + 1);
      const live = list.find((row) => row.type === type && row.coin === coin);
      expect(Number(balance)).toBe(Number(live?.amount));
    }
    expect(rows.filter((row) => row.line === 'closing')).toHaveLength(5);
  });

  it('opens with the last balance of the years before', async () => {
    const next = Date.UTC(yearOf() + 1, 0);
    const text = await makeStatement({
      userId: person.userId,
      fromMs: next,
      toMs: next + 1,
      untilSeq: Number.MAX_SAFE_INTEGER,
      bills: house.projections.bills,
      catalogue: await catalogue(),
      onProgress: async () => {},
    });
    const rows = rowsOf(text);
    const of = (line: string) =>
      rows
        .filter((row) => row.line === line)
        .map(({ balance }) => balance)
        .sort();
    expect(of('opening')).toHaveLength(5);
    expect(of('closing')).toEqual(of('opening'));
  });

  it('is the same however many entries are read at once', async () => {
    const range = { userId: person.userId, fromMs: 0, toMs: Date.UTC(2999, 0), untilSeq: 1e15 };
    const known = await catalogue();
    const make = (pageSize: number) =>
      makeStatement({
        ...range,
        bills: house.projections.bills,
        catalogue: known,
        pageSize,
        onProgress: async () => {},
      });
    const whole = await make(100);
    expect(rowsOf(whole).filter(({ line }) => line === 'entry')).toHaveLength(8);
    for (const pageSize of [1, 3, 8]) expect(await make(pageSize)).toBe(whole);
  });

  it('is refused where a balance of the ledger does not continue the one before', async () => {
    const { bills } = house.projections;
    const range = { userId: person.userId, fromMs: 0, toMs: Date.UTC(2999, 0), untilSeq: 1e15 };
    const entries = await bills.chronicle(range, [-1, -1], 100);
    const wrong = entries.map((entry, at) =>
      at === 3 ? { ...entry, amount: (entry.amount + 1n) as never } : entry,
    );
    const make = makeStatement({
      ...range,
      bills: { lastBefore: async () => [], chronicle: async () => wrong },
      catalogue: await catalogue(),
      onProgress: async () => {},
    });
    await expect(make).rejects.toThrow('does not continue its account');
  });

  it('of a year to come is refused', async () => {
    const asked = person.client.call('requestStatement', { body: { year: yearOf() + 1 } });
    expect((await refusal(asked)).key).toBe('STATEMENT_YEAR');
  });
});
