import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Amount, parseDecimal } from '@candor/money';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletedAtClosing } from '../../apps/server/base/records/own-data.ts';
import { orderChats } from '../../apps/server/users/chat/index.ts';
import { ownedRows } from '../../apps/server/users/mydata/index.ts';
import { system } from './support/earn.ts';
import { type House, openHouse } from './support/house.ts';
import { BTC, USDT } from './support/listing.ts';
import { clientOf, newPerson, PASSWORD, type Person, send } from './support/person.ts';
import { offerOf, offerStaking } from './support/staking.ts';
import { keyOf, sha256, stepUp } from './support/step-up.ts';
import { readCsv, unzip } from './support/unzip.ts';
import { upload } from './support/upload.ts';

const DAY_MS = 86_400_000;
const EXPORT = { path: '/api/v1/coin/member/dataExport' };
const BY_PASSWORD = [['password', sha256(PASSWORD)]] as const;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const login = (account: string) =>
  clientOf(house).call('login', { body: { type: 'account', account, password: PASSWORD } });

/** Asks for an export, makes it as the job does, and returns its id. */
async function exported(person: Person): Promise<string> {
  const { id } = (await stepUp(house, person, EXPORT, BY_PASSWORD)).data as { id: string };
  await house.runTask('exportData', id);
  return id;
}

async function linkOf(person: Person, id: string): Promise<string> {
  const act = { path: '/api/v1/coin/member/dataExportLink', body: { id } };
  return ((await stepUp(house, person, act, BY_PASSWORD)).data as { link: string }).link;
}

const download = (link: string, token: string | null) =>
  fetch(house.url + link, { headers: token === null ? {} : { authorization: token } });

describe('the registration of what belongs to a user', () => {
  it('names every table that holds a user’s id, and every column of those that are shown', async () => {
    const { rows: found } = await house.pool.query<{ name: string }>(`
      select distinct table_schema || '.' || table_name as name from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema', 'jobs') and column_name ~ 'user_id$|^owner_id$'
      union select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid in ('identity.user'::regclass, 'withdrawals.withdrawal'::regclass,
        'review.item'::regclass)`);
    const known = new Set<string>(ownedRows(house.ownData, house.leftOut).map(({ table }) => table));
    const names = found.map(({ name }) => name.replaceAll('"', ''));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    for (const { tables = [] } of house.ownData)
      for (const { table, shows, without = {} } of tables) {
        const [schema, name] = table.split('.');
        const { rows } = await house.pool.query<{ column_name: string }>(
          'select column_name from information_schema.columns where table_schema = $1 and table_name = $2',
          [schema, name],
        );
        const columns = rows.map(({ column_name }) => column_name).sort();
        expect([...shows, ...Object.keys(without)].sort(), table).toEqual(columns);
      }
  });
});

describe('an export', () => {
  it('holds everything of its owner, nothing of others, and entries that sum to the balances', async () => {
    const [owner, other] = [await newPerson(house), await newPerson(house)];
    const order = { symbol: 'BTCUSDT', type: 'limit', price: '50000.00', quantity: '0.01' } as const;
    await other.client.call('exchange', { params: { side: 'sell' }, body: order });
    await owner.client.call('exchange', { params: { side: 'buy' }, body: order });
    await owner.client.call('exchange', { params: { side: 'buy' }, body: { ...order, price: '49999.99' } });
    await owner.client.call('transfer', {
      query: { from: '1', to: '2', coin: 'USDT', amount: '123.45678901' },
    });
    await owner.client.call('addOptional', { params: { symbolId: '1', flag: '1' } });
    await house.touches.noteView({
      userId: owner.userId,
      operator: { name: 'nora-of-the-house', role: 'review' },
      act: 'profileViewed',
      reason: '=HYPERLINK("x")',
    });
    expect(await keyOf(owner.client.call('requestDataExport'))).toBe('STEP_UP_REQUIRED');
    const id = await exported(owner);
    const [shown] = await owner.client.call('getDataExports');
    expect(shown).toMatchObject({ id, state: 'ready' });
    expect(shown?.done).toBe(shown?.total);

    const answer = await download(await linkOf(owner, id), owner.token);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const all = [...files.values()].join('\n');
    for (const secret of [other.account, owner.token, 'nora-of-the-house', '$argon2'])
      expect(all.includes(secret), secret).toBe(false);
    expect(all).toContain(owner.account);
    for (const name of [
      'spot-orders',
      'spot-fills',
      'ledger-entries',
      'identity-session',
      'identity-favourite',
    ])
      expect(JSON.parse(files.get(`json/${name}.json`) ?? '[]').length, name).toBe(
        readCsv(files.get(`csv/${name}.csv`) ?? '').length,
      );
    expect(readCsv(files.get('csv/spot-orders.csv') ?? '')).toHaveLength(2);
    expect(readCsv(files.get('csv/spot-fills.csv') ?? '')).toHaveLength(1);
    // a spreadsheet takes no cell for a formula
    expect(readCsv(files.get('csv/touches-touch.csv') ?? '')[0]?.reason).toBe(`'=HYPERLINK("x")`);

    const sums = new Map<string, bigint>();
    for (const { wallet, symbol, coin, debt, amount } of readCsv(files.get('csv/ledger-entries.csv') ?? ''))
      if (debt === 'false') {
        const key = `${wallet} ${symbol} ${coin}`;
        const units = parseDecimal(amount as string, 8, { signed: true });
        sums.set(key, (sums.get(key) ?? 0n) + (units as bigint));
      }
    const balances = readCsv(files.get('csv/ledger-balances.csv') ?? '');
    expect(balances.length).toBeGreaterThan(2);
    for (const { wallet, symbol, coin, balance } of balances)
      expect(sums.get(`${wallet} ${symbol} ${coin}`) ?? 0n).toBe(parseDecimal(balance as string, 8));
    const { wallets } = await house.core.ask('ledgerBalances', owner.userId);
    const live = wallets.flatMap((each) => each.balances);
    const total = (values: Iterable<bigint>) => [...values].reduce((sum, each) => sum + each, 0n);
    expect(total(sums.values())).toBe(total(live.map(({ available, held }) => available + held)));
  });

  it('opens by a signed link to its owner’s session alone, lies encrypted, and is deleted after 7 days', async () => {
    const [owner, other] = [await newPerson(house, false), await newPerson(house, false)];
    const id = await exported(owner);
    const link = await linkOf(owner, id);
    expect((await download(link, owner.token)).status).toBe(200);
    expect((await download(link, other.token)).status).toBe(404);
    expect((await download(link, null)).status).toBe(404);
    expect(
      (
        await download(
          link.replace(/signature=./, (begin) => (begin.endsWith('A') ? 'signature=B' : 'signature=A')),
          owner.token,
        )
      ).status,
    ).toBe(404);
    const others = { path: '/api/v1/coin/member/dataExportLink', body: { id } };
    expect((await stepUp(house, other, others, BY_PASSWORD)).data).toMatchObject({ key: 'NOT_FOUND' });
    const path = join(house.filesFolder, id.slice(0, 2), id);
    expect((await readFile(path)).includes(owner.account)).toBe(false);
    expect((await readFile(path)).subarray(0, 2).toString()).not.toBe('PK');
    house.advance(11 * 60_000);
    expect((await download(link, owner.token)).status).toBe(404);
    const { rows } = await house.pool.query(
      `select run_at from jobs.jobs where task_identifier = 'forgetExport' order by run_at desc limit 1`,
    );
    expect(rows[0].run_at.getTime() - house.now()).toBeGreaterThan(6.9 * DAY_MS);
    await house.runTask('forgetExport', id);
    expect(await readdir(join(house.filesFolder, id.slice(0, 2)))).not.toContain(id);
    expect((await owner.client.call('getDataExports'))[0]?.state).toBe('expired');
  });

  it('is made one at a time, and thrice a day', async () => {
    const person = await newPerson(house, false);
    const { id } = (await stepUp(house, person, EXPORT, BY_PASSWORD)).data as { id: string };
    expect((await stepUp(house, person, EXPORT, BY_PASSWORD)).data).toMatchObject({
      key: 'DATA_EXPORT_UNDER_WAY',
    });
    await house.runTask('exportData', id);
    await exported(person);
    await exported(person);
    expect((await stepUp(house, person, EXPORT, BY_PASSWORD)).data).toMatchObject({
      key: 'DATA_EXPORTS_LIMITED',
    });
  });
});

describe('closing an account', () => {
  const close = (person: Person, leaveDust = false) =>
    stepUp(house, person, { path: '/api/v1/coin/member/closeAccount', body: { leaveDust } }, BY_PASSWORD);
  const closing = (person: Person) => person.client.call('getClosing');

  it('is refused with what is open, before any factor is asked for', async () => {
    const person = await newPerson(house);
    const body = { symbol: 'BTCUSDT', type: 'limit', price: '40000.00', quantity: '0.01' } as const;
    await person.client.call('exchange', { params: { side: 'buy' }, body });
    const answer = await send(house, 'POST', '/api/v1/coin/member/closeAccount', {
      token: person.token,
      body: { leaveDust: true },
    });
    expect(answer.data).toMatchObject({ key: 'CLOSING_STILL_OPEN', details: { balance: '2', order: '1' } });
    expect((await closing(person)).open.find(({ kind }) => kind === 'balance')?.amounts).toContainEqual({
      coin: 'BTC',
      amount: '1',
    });
  });

  it('is refused while coins earn: what is staked, invested or locked for mining', async () => {
    const person = await newPerson(house);
    const offerId = await offerStaking(house, { assetId: USDT });
    const { termsHash } = await offerOf(house, offerId);
    await person.client.call('createPledge', { body: { offerId, amount: '100', termsHash } });
    const gears = [{ minAmount: 1_000_000n as Amount, dailyPpm: 1_000 }];
    await system(house, { type: 'setMiningTerms', assetId: BTC, gears });
    const reason = 'Mining of this test';
    const amount = 100_000_000n as Amount;
    await system(house, { type: 'fundMining', assetId: BTC, amount, fromUserId: 0, reason });
    await system(house, {
      type: 'joinMining',
      accountUserId: person.userId,
      address: `0x${'c1'.repeat(20)}`,
    });
    const lock = { type: 'lockMining', assetId: BTC, amount: 25_000_000n as Amount, termsNo: 1 } as const;
    const envelope = { userId: person.userId, key: null, bodyHash: null, body: lock };
    expect((await house.engine.submit(envelope)).outcome).toMatchObject({ ok: true });
    expect((await closing(person)).open).toContainEqual({
      kind: 'earning',
      count: 2,
      amounts: [
        { coin: 'USDT', amount: '100' },
        { coin: 'BTC', amount: '0.25' },
      ],
    });
  });

  it('ends an agent’s share with the account, in the ledger', async () => {
    const person = await newPerson(house, false);
    const reason = 'A large team of this test';
    const body = {
      type: 'setAgent',
      accountUserId: person.userId,
      sharePpm: 10_000,
      effectiveMs: 0,
      reason,
    } as const;
    await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
    const shares = () =>
      house.engine.read((view) =>
        view.referral
          .agents()
          .flatMap(({ userId, sharePpm }) => (userId === person.userId ? [sharePpm] : [])),
      );
    expect((await close(person)).code).toBe(200);
    expect(await shares()).toEqual([10_000]);
    house.advance(31 * DAY_MS);
    const isClosed = async () => {
      await house.runTask('closeAccount', String(person.userId));
      const { rows } = await house.pool.query<{ closed: boolean }>(
        'select closed_at is not null as closed from identity.user where user_id = $1',
        [person.userId],
      );
      return rows[0]?.closed;
    };
    expect(await isClosed()).toBe(false);
    await expect.poll(shares).toEqual([0]);
    expect(await isClosed()).toBe(true);
  });

  it('waits 30 days in which a login cancels it', async () => {
    const person = await newPerson(house, false);
    expect(await closing(person)).toEqual({ requestTime: null, endTime: null, open: [], dust: [] });
    expect((await close(person)).code).toBe(200);
    expect(await keyOf(person.client.call('getInfo'))).toBe('SIGNED_OUT');
    const { satoken } = await login(person.account);
    const again = { ...person, token: satoken, client: clientOf(house, satoken) };
    expect((await closing(again)).endTime).toBeNull();
    house.advance(31 * DAY_MS);
    await house.runTask('closeAccount', String(person.userId));
    expect((await login(person.account)).userId).toBe(person.userId);
  });

  it('ends the account: nobody logs in, who it was is forgotten, and the journal keeps all that it holds', async () => {
    const person = await newPerson(house, false);
    await person.client.call('addOptional', { params: { symbolId: '1', flag: '1' } });
    const id = await exported(person);
    expect((await close(person)).code).toBe(200);
    await house.pool.query('update identity.user set email = $2 where user_id = $1', [
      person.userId,
      'leaving@example.org',
    ]);
    // not before its time
    await house.runTask('closeAccount', String(person.userId));
    expect((await house.identity.user(person.userId))?.account).toBe(person.account);
    house.advance(28 * DAY_MS);
    await house.runTask('remindClosing', String(person.userId));
    house.advance(2 * DAY_MS + 1);
    const head = async () =>
      (
        await house.pool.query<{ seq: string; batch: string }>(
          'select seq, batch_no as batch from journal.head',
        )
      ).rows[0];
    const before = await head();
    const kept = async () =>
      (
        await house.pool.query('select * from journal.batches where batch_no <= $1 order by batch_no', [
          before?.batch,
        ])
      ).rows;
    const batches = await kept();
    expect(batches.length).toBeGreaterThan(0);
    await house.runTask('closeAccount', String(person.userId));
    await house.runTask('closeAccount', String(person.userId));
    // the end of the user's shares is all that is added, once
    await expect.poll(async () => Number((await head())?.seq)).toBe(Number(before?.seq) + 1);
    expect(await kept()).toEqual(batches);
    expect(await keyOf(login(person.account))).toBe('WRONG_CREDENTIALS');
    const { rows: sent } = await house.pool.query(
      `select kind, user_id from messages.message where recipient = 'leaving@example.org' order by message_id`,
    );
    // the earlier ones are deleted with the account
    expect(sent).toEqual([{ kind: 'accountClosed', user_id: null }]);
    for (const owned of ownedRows(house.ownData, house.leftOut)) {
      const { table, owner = 'user_id', where } = owned;
      const deleted = deletedAtClosing(owned);
      if (deleted === null) continue;
      const condition = `${where ?? `"${owner}" = $1`} and ${deleted}`;
      const { rows } = await house.pool.query(`select 1 from ${table} where ${condition}`, [person.userId]);
      expect(rows, table).toEqual([]);
    }
    const { rows } = await house.pool.query('select * from identity.user where user_id = $1', [
      person.userId,
    ]);
    expect(rows[0]).toMatchObject({
      account: null,
      email: null,
      phone: null,
      password_hash: '',
      avatar: null,
    });
    expect(await readdir(join(house.filesFolder, id.slice(0, 2)))).not.toContain(id);
    // the names are free again
    await house.identity.createUser({
      type: 'account',
      account: person.account,
      password: PASSWORD,
      language: 'en',
    });
  });

  it('leaves an order’s conversation and its pictures to the other side', async () => {
    const [person, other] = [await newPerson(house, false), await newPerson(house, false)];
    const chats = orderChats(house.kyc.db);
    await house.kyc.db
      .transaction()
      .execute((trx) => chats.open(trx, 4711, [person.userId, other.userId], house.now()));
    const { chatId, chatKey } = (await chats.of(4711))!;
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    const said = async (content: string, contentType: 1 | 2) =>
      person.client.call('sendChatRecord', { body: { content, contentType, chatId } });
    await said('The bank’s receipt', 1);
    const uploaded = async () => ((await upload(house, person, picture)).data as { id: string }).id;
    const [shown, unsent] = [await uploaded(), await uploaded()];
    await said(shown, 2);
    expect((await close(person)).code).toBe(200);
    house.advance(30 * DAY_MS + 1);
    await house.runTask('closeAccount', String(person.userId));
    expect(await keyOf(login(person.account))).toBe('WRONG_CREDENTIALS');
    const again = clientOf(house, (await login(other.account)).satoken);
    const { records } = await again.call('getChatRecord', { params: { chatKey }, body: {} });
    expect(records.map(({ content }) => content)).toContain('The bank’s receipt');
    expect(await house.files.read(shown)).not.toBeNull();
    expect(await house.files.read(unsent)).toBeNull();
  });

  it('does not end an account that something came to in the meantime', async () => {
    const person = await newPerson(house, false);
    expect((await close(person)).code).toBe(200);
    const { outcome } = await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'practiceFunds',
        accountUserId: person.userId,
        assetId: 1002,
        amount: 500_000_000n as never,
      },
    });
    expect(outcome.ok).toBe(true);
    house.advance(30 * DAY_MS + 1);
    await house.runTask('closeAccount', String(person.userId));
    expect((await login(person.account)).userId).toBe(person.userId);
  });

  it('leaves behind less than 1 USDT, where the user gives it up', async () => {
    const person = await newPerson(house, false);
    await house.engine.submit({
      userId: 0,
      key: null,
      bodyHash: null,
      body: {
        type: 'practiceFunds',
        accountUserId: person.userId,
        assetId: 1002,
        amount: 99_999_999n as never,
      },
    });
    expect((await closing(person)).dust).toEqual([{ coin: 'USDT', amount: '0.99999999' }]);
    const refused = await send(house, 'POST', '/api/v1/coin/member/closeAccount', {
      token: person.token,
      body: { leaveDust: false },
    });
    expect(refused.data).toMatchObject({ key: 'CLOSING_DUST' });
    expect((await close(person, true)).code).toBe(200);
  });
});
