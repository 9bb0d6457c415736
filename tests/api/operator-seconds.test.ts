import type { Client, OperatorCalls } from '@candor/api';
import { operatorCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import { priceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GridClock } from '../support/grid-clock.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { BTCUSDT, ETHUSDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { offerSeconds } from './support/seconds.ts';

const REASON = 'Quiet weeks: the pool pays more';

let house: House;
const clock = new GridClock(async (tickNo, venueTimeMs) => {
  const prices = { bidTicks: priceTicks(4_999_999), askTicks: priceTicks(5_000_001) };
  const quotes = [{ venueId: 1, symbolId: BTCUSDT, ...prices, venueTimeMs }];
  await system({ type: 'indexTick', tickNo, quotes });
});
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
/** Approves what the first operator proposes. */
let second: Client<OperatorCalls>;
let person: Person;

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  house = await openHouse({ clock: clock.now });
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  await offerSeconds(house, [{ periodS: 3_600, payoutPpm: 800_000 }]);
  person = await newPerson(house);
  await person.client.call('transfer', { query: { from: '1', to: '3', coin: 'USDT', amount: '500' } });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** Approves a proposal as another operator, and reads the desk after it. */
async function approved(proposed: Promise<{ readonly proposalId: number }>) {
  const { proposalId } = await proposed;
  const body = { reason: 'Checked by a second pair of eyes' };
  await second.call('approveProposal', { params: { id: String(proposalId) }, body });
  return operator.call('getOperatorSeconds');
}

async function open(payoutPercent?: string) {
  await clock.pass(INDEX_GRID_MS);
  const order = { symbol: 'BTC/USDT', direction: 'up', periodSeconds: 3_600, quantity: 10 } as const;
  const body = payoutPercent === undefined ? order : { ...order, payoutPercent };
  return person.client.call('createSecondContractOrder', { body });
}

const newest = async () => {
  const { records } = await clientOf(house).call('getSecondContractChanges', { body: { pageSize: 1 } });
  return records[0]!;
};
const periods = [
  { periodSeconds: 3_600, payoutPercent: '92.5' },
  { periodSeconds: 30, payoutPercent: '75' },
];
const terms = {
  params: { symbolId: String(BTCUSDT) },
  body: { minQuantity: 5, maxQuantity: 50, periods, reason: REASON },
};

describe('the desk of second contracts', () => {
  it('changes terms for later contracts, once a key, and users read why', async () => {
    const { order } = await open('80');
    const before = await desk.room.log.head();
    const [once, twice] = await Promise.all([
      operator.call('changeSecondsTerms', terms, { idempotencyKey: 'terms' }),
      operator.call('changeSecondsTerms', terms, { idempotencyKey: 'terms' }),
    ]);
    expect(twice).toEqual(once);
    expect((await open('80')).order.payoutPercent).toBe('80');
    const desk1 = await approved(Promise.resolve(once));
    expect(desk1.markets.find(({ symbolId }) => symbolId === BTCUSDT)).toMatchObject({
      minQuantity: 5,
      maxQuantity: 50,
      state: 'trading',
      periods: [
        { periodSeconds: 30, payoutPercent: '75', breakEvenPercent: '57.1429' },
        { periodSeconds: 3_600, payoutPercent: '92.5', breakEvenPercent: '51.9481' },
      ],
    });
    // the proposal, its approval and the act
    expect((await desk.room.log.head()).entries).toBe(before.entries + 3);
    expect((await refusal(open('80'))).key).toBe('SECONDS_TERMS_CHANGED');
    expect((await open('92.5')).order.payoutPercent).toBe('92.5');
    const { records } = await person.client.call('secondContractOrderList', { body: { scope: 'open' } });
    expect(records.find(({ id }) => id === order.id)).toMatchObject({ payoutPercent: '80', payout: '8' });
    expect(await newest()).toMatchObject({
      what: 'terms',
      symbol_name: 'BTC/USDT',
      coin: 'USDT',
      reason: REASON,
      before: { terms: { minQuantity: 2, maxQuantity: 1_000 } },
      after: { terms: { minQuantity: 5, maxQuantity: 50 }, amount: null, state: null },
    });
  });

  it('logs the command with its number in the journal', async () => {
    const { seq } = await newest();
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]).toMatchObject({
      operator: desk.first.name,
      action: 'changeSecondsTerms',
      details: { symbol: 'BTCUSDT', quantity: '5–50', periods: '30 s 75%, 3600 s 92.5%', reason: REASON },
      command: { seq, rejection: null },
    });
  });

  it('opens a market that had no terms', async () => {
    const before = (await operator.call('getOperatorSeconds')).markets.find(
      ({ symbolId }) => symbolId === ETHUSDT,
    );
    expect(before).toMatchObject({ minQuantity: null, periods: [], cap: '0' });
    await approved(operator.call('changeSecondsTerms', { ...terms, params: { symbolId: String(ETHUSDT) } }));
    const { records } = await clientOf(house).call('periodList', { body: {} });
    expect(records.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect((await newest()).before).toBeNull();
  });

  it('halts and reopens, with the reason on the page', async () => {
    const halt = (symbolId: number, state: 'halted' | 'trading', reason: string) =>
      operator.call('setSecondsState', { params: { symbolId: String(symbolId) }, body: { state, reason } });
    await halt(BTCUSDT, 'halted', 'A venue is under repair');
    const offers = await clientOf(house).call('periodList', { body: { symbol: 'BTC/USDT' } });
    expect(offers).toMatchObject({
      haltReason: null,
      records: [{ state: 'halted', stateReason: 'A venue is under repair' }],
    });
    expect((await refusal(open())).key).toBe('SECONDS_HALTED');
    await halt(BTCUSDT, 'trading', 'The venue is back');
    await halt(0, 'halted', 'The pool is being audited');
    expect((await clientOf(house).call('periodList', { body: {} })).haltReason).toBe(
      'The pool is being audited',
    );
    expect((await refusal(open())).key).toBe('SECONDS_HALTED');
    await halt(0, 'trading', 'The audit is over');
    expect(await newest()).toMatchObject({ what: 'state', symbol_name: null, after: { state: 'trading' } });
    await open();
    expect((await refusal(halt(99, 'halted', 'No such market'))).key).toBe('UNKNOWN_SYMBOL');
  });

  it('bounds what the pool and one user may come to', async () => {
    const cap = (symbolId: number, amount: string) =>
      approved(
        operator.call('changeSecondsCap', {
          params: { symbolId: String(symbolId) },
          body: { cap: amount, reason: REASON },
        }),
      );
    expect((await cap(BTCUSDT, '30')).markets[0]).toMatchObject({ cap: '30', reserved: expect.any(String) });
    expect((await refusal(open())).key).toBe('SECONDS_EXPOSURE_CAP');
    await cap(BTCUSDT, '2000');
    await approved(operator.call('setSecondsUserCap', { body: { cap: '30', reason: REASON } }));
    expect(await clientOf(house).call('getSecondContractPool')).toMatchObject({ userCap: '30' });
    expect((await refusal(open())).key).toBe('SECONDS_USER_CAP');
    await approved(operator.call('setSecondsUserCap', { body: { cap: null, reason: REASON } }));
    expect(await newest()).toMatchObject({
      what: 'user-cap',
      before: { amount: '30' },
      after: { amount: null },
    });
    await open();
    expect((await refusal(cap(BTCUSDT, '0.123456789'))).key).toBe('AMOUNT_INVALID');
  });

  it('adds to the pool from practice custody or the house’s own money, and never from a user', async () => {
    const before = await operator.call('getOperatorSeconds');
    const after = await approved(
      operator.call('addToSecondsPool', {
        body: { amount: '250.5', source: 'practice', reason: REASON },
      }),
    );
    expect(Number(after.available) - Number(before.available)).toBe(250.5);
    expect(await newest()).toMatchObject({ what: 'pool', symbol_name: null, reason: REASON });
    const house1 = before.sources.find(({ source }) => source === 'house')?.available;
    const tooMuch = { amount: '1000000000', source: 'house', reason: REASON } as const;
    const refused = await refusal(approved(operator.call('addToSecondsPool', { body: tooMuch })));
    expect(refused.key).toBe('INSUFFICIENT_BALANCE');
    expect(house1).toMatch(/^\d/);
    const { records } = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(records[0]?.command).toMatchObject({ rejection: 'INSUFFICIENT_BALANCE' });
    for (const { sum } of (await operator.call('getDashboard')).ledger) expect(sum).toBe('0.00000000');
  });

  it.each([
    { periods: [{ periodSeconds: 3, payoutPercent: '80' }] },
    { periods: [{ periodSeconds: 30, payoutPercent: '100.0001' }] },
    { periods: [{ periodSeconds: 30, payoutPercent: '80.00001' }] },
    { periods: [periods[0]!, periods[0]!] },
    { minQuantity: 51 },
  ])('refuses terms that are none: %j', async (change) => {
    const body = { ...terms.body, ...change };
    expect((await refusal(approved(operator.call('changeSecondsTerms', { ...terms, body })))).key).toBe(
      'SECONDS_TERMS_INVALID',
    );
  });

  it('needs a reason for everything', async () => {
    const body = { ...terms.body, reason: ' no ' };
    expect((await refusal(operator.call('changeSecondsTerms', { ...terms, body }))).field).toBe('reason');
    const pool = { amount: '1', source: 'practice', reason: '' } as const;
    expect((await refusal(operator.call('addToSecondsPool', { body: pool }))).field).toBe('reason');
  });

  it('pages through what was changed', async () => {
    const visitor = clientOf(house);
    const whole = await visitor.call('getSecondContractChanges', { body: { pageSize: 100 } });
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const body = { pageSize: 3, ...(cursor === null ? {} : { cursor }) };
      const page: typeof whole = await visitor.call('getSecondContractChanges', { body });
      paged.push(...page.records.map(({ seq }) => seq));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.records.map(({ seq }) => seq));
    expect(paged.length).toBeGreaterThan(8);
    const wrong = visitor.call('getSecondContractChanges', { body: { cursor: 'x' } });
    expect((await refusal(wrong)).key).toBe('INVALID_INPUT');
  });
});

// A correction names user, coin and amount: a credit that a second operator approves, never a balance. `rate` and `asOf`
// are those of a display currency, which settles nothing; the terms of swaps hold for every user and coin alike, those
// of a staking offer, a finance product or a power loan for every order to come; `sharePercent` is an agent's share of fees
// that are paid, and `direction` moves the house's own inventory.
it('no call of the console names a price, a winner or a user’s balance', () => {
  const inputs = Object.values(operatorCalls).flatMap((call) => {
    const body = 'body' in call ? call.body : undefined;
    return body === null || body === undefined || !('shape' in body) ? [] : Object.keys(body.shape);
  });
  const named = [...new Set(inputs)].sort();
  const others = [
    'afterDays',
    'amount',
    'article_code',
    'asOf',
    'body',
    'cap',
    'capacity',
    'checks',
    'closesTime',
    'code',
    'coin',
    'content',
    'country',
    'cycle',
    'cycleCount',
    'cycleDays',
    'dailyPercent',
    'desk',
    'dictValue',
    'direction',
    'effectiveTime',
    'exitPercent',
    // minimums and rates of what is mined, the same for everybody
    'gears',
    // days without office hours of support, and the hours themselves
    'holidays',
    'id',
    'imgUrl',
    'instalments',
    'isHidden',
    'isPinned',
    'isShown',
    'kind',
    'label',
    'link',
    'lockDays',
    'mail',
    'maxAmount',
    'maxInventory',
    'maxParticipations',
    'maxQuantity',
    'method',
    'minAmount',
    'minQuantity',
    'name',
    'newPassword',
    'oldPassword',
    'open',
    'opensTime',
    'overdueCapPercent',
    'overduePercent',
    'parentId',
    'password',
    'path',
    'periods',
    'place',
    'proof',
    'publicKey',
    'publishTime',
    'question',
    'rate',
    'reason',
    'reference',
    'remark',
    'revision',
    'role',
    'search',
    'sectionId',
    'sections',
    'seen',
    'sharePercent',
    'signature',
    'sort',
    'source',
    'spans',
    'spreadPercent',
    'state',
    'successor',
    'terms',
    'text',
    'texts',
    'ticket',
    'tiers',
    'title',
    'titles',
    'to',
    'topic',
    'until',
    'userId',
    'userLimit',
    'verdict',
    'version',
    'vipTier',
    'vipVolume',
    'zone',
    'zoneId',
  ];
  // terms of OTC, the same for every order to come; `winner` is the side of one order that two operators give its
  // escrowed coins to after an appeal, never anybody else
  const ofOtc = [
    'answerMs',
    'appealAfterMs',
    'bandPercent',
    'currency',
    'decideMs',
    'deposit',
    'depositBackMs',
    'fault',
    'faultMemoryMs',
    'faultsToPause',
    'holdMs',
    'isAdmitted',
    'isOpen',
    'lapseMs',
    'makerFeePercent',
    'maxStableWindowMs',
    'maxWindowMs',
    'minWindowMs',
    'newOrders',
    'newValue',
    'pausesMs',
    'scale',
    'silenceMs',
    'winner',
  ];
  expect(named).toEqual([...others, ...ofOtc].sort());
});
