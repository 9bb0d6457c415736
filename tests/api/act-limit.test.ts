import { type Call, type CallName, calls, errors } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actsElsewhere } from './support/acts-elsewhere.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, refusal, send } from './support/person.ts';
import { validInputs } from './support/valid-input.ts';

const ACTS_PER_DAY = 10;
/** The limit of one address, which all users of this test share. */
const ACTS_PER_ADDRESS = 80;
const DAY_MS = 86_400_000;

let house: House;
/** Whose commands were journaled since the last look. */
const journaled: number[] = [];
beforeAll(async () => {
  house = await openHouse({ actsPerUserAndDay: ACTS_PER_DAY, actsPerAddressAndDay: ACTS_PER_ADDRESS });
  house.engine.onCommitted(({ commands }) => {
    for (const { envelope } of commands)
      journaled.push(envelope.body.type === 'practiceFunds' ? envelope.body.accountUserId : envelope.userId);
  });
});
afterAll(() => house?.stop());

const order = { symbol: 'BTCUSDT', type: 'limit', price: '49000.00', quantity: '0.001' } as const;
const buy = ({ client }: Person, key: string) =>
  client.call('exchange', { params: { side: 'buy' }, body: order }, { idempotencyKey: key });
const ofPerson = ({ userId }: Person) => journaled.filter((id) => id === userId).length;

/** Somebody who has done all that a day allows; practice funds were two acts of it. */
async function spentPerson(): Promise<Person> {
  const person = await newPerson(house);
  for (let act = 2; act < ACTS_PER_DAY; act++) await buy(person, `order-${act}`);
  return person;
}

function raw(person: Person, { method, path, body }: Call, name: CallName) {
  const input = validInputs[name];
  const filled = path
    .replace('{head}', 'v1')
    .replace(/\{(\w+)\}/g, (_, part: string) => input.params?.[part] ?? '');
  const search = input.query === undefined ? '' : `?${new URLSearchParams(input.query)}`;
  return send(house, method, filled + search, {
    token: person.token,
    ...(body === null ? {} : { body: input.body ?? {} }),
  });
}

it('an act past those of a day is refused before anything is journaled, with the time to wait', async () => {
  const person = await spentPerson();
  expect(ofPerson(person)).toBe(ACTS_PER_DAY);
  const problem = await refusal(buy(person, 'one-more'));
  expect(problem.key).toBe('DAILY_ACTS_REACHED');
  expect(problem.retryAfterMs).toBeGreaterThan(0);
  expect(problem.retryAfterMs).toBeLessThanOrEqual(DAY_MS);
  expect(ofPerson(person)).toBe(ACTS_PER_DAY);

  const other = await newPerson(house);
  expect((await buy(other, 'one-more')).status).toBe('open');
});

it('a retry still gets its answer, and one may still cancel', async () => {
  const person = await newPerson(house);
  const first = await buy(person, 'order');
  for (let act = 3; act < ACTS_PER_DAY; act++) await buy(person, `order-${act}`);
  expect(await buy(person, 'order')).toEqual(first);
  await person.client.call('cancelAllEntrust', { body: {} });
  const { records } = await person.client.call('currencyOrderList', { query: { scope: 'open' } });
  expect(records).toEqual([]);
  expect((await refusal(person.client.call('cancelAllEntrust', { body: {} }))).key).toBe(
    'DAILY_ACTS_REACHED',
  );
});

it('past the bound a retry has its first answer byte for byte, with nothing journaled for it', async () => {
  const person = await newPerson(house);
  const acts = [
    { call: calls.exchange, body: order },
    { call: calls.exchange, body: { ...order, quantity: '900' } },
    { call: calls.takePracticeFunds, body: { coin: 'ETH', amount: '1' } },
  ];
  const ask = (at: number) => {
    const { call, body } = acts[at]!;
    const url = call.path.replace('{head}', 'v1').replace('{side}', 'buy');
    return send(house, 'POST', url, {
      token: person.token,
      body,
      headers: { 'idempotency-key': `act-${at}` },
    });
  };
  const firsts = [];
  for (const at of acts.keys()) firsts.push(await ask(at));
  expect(firsts.map(({ code }) => code)).toEqual([200, errors.INSUFFICIENT_BALANCE.code, 200]);
  for (let act = 2 + acts.length; act < ACTS_PER_DAY; act++) await buy(person, `order-${act}`);
  await person.client.call('cancelAllEntrust', { body: {} });
  expect((await refusal(buy(person, 'one-more'))).key).toBe('DAILY_ACTS_REACHED');
  const { committedSeq } = house.engine.status();
  for (const at of acts.keys()) expect((await ask(at)).text).toBe(firsts[at]?.text);
  expect(house.engine.status().committedSeq).toBe(committedSeq);
});

it('no call of either family gets past the bound', async () => {
  const person = await spentPerson();
  await person.client.call('cancelAllEntrust', { body: {} });
  const before = ofPerson(person);
  const acts = (Object.entries(calls) as [CallName, Call][]).filter(
    ([name, { act }]) => act && !actsElsewhere.includes(name),
  );
  const passed = new Map<string, unknown>();
  for (const [name, call] of acts) {
    const { code, data } = await raw(person, call, name);
    if (code !== errors.DAILY_ACTS_REACHED.code) passed.set(name, data ?? code);
  }
  // These look at what there is before they act, and find nothing; the pair sells, which takes no amount of money. An
  // offer of OTC is published only by who can be paid, which no command asks: its sale is refused before the count.
  const soldByAmount = { key: 'INVALID_INPUT', field: 'stopQuoteAmount' };
  const closed = { key: 'MINING_CLOSED' };
  const noOffer = { key: 'OTC_OFFER_UNKNOWN' };
  const noOrder = { key: 'OTC_ORDER_ENDED' };
  expect(Object.fromEntries(passed)).toEqual({
    appealOtcOrder: noOrder,
    changeOtcOffer: noOffer,
    claimMining: closed,
    currencyOrderOco: soldByAmount,
    exchangeOco: soldByAmount,
    contractLossSett: { key: 'PERPETUAL_UNKNOWN_POSITION' },
    contractOrderSubmit: { key: 'LAST_PRICE_MISSING', field: 'triggerBy' },
    createFinance: { key: 'FINANCE_OFFER_UNKNOWN' },
    createPledge: { key: 'STAKING_OFFER_UNKNOWN' },
    lockMining: closed,
    openContract: { key: 'LAST_PRICE_MISSING', field: 'triggerBy' },
    publishOtcOffer: { key: 'OTC_NO_ACCOUNT', field: 'methods' },
    quoteMiningConversion: closed,
    releaseOtcOrder: noOrder,
    repayLoan: { key: 'LOAN_ENDED' },
    reversePosition: { key: 'PERPETUAL_UNKNOWN_POSITION' },
    setSecondContractLimits: { key: 'SECONDS_NOT_OFFERED' },
    stateOtcAppeal: noOrder,
    takeOtcOffer: noOffer,
    unlockMining: closed,
  });
  expect(ofPerson(person)).toBe(before);
});

it('many accounts of one address are bounded together, and may still cancel', async () => {
  const people: Person[] = [];
  let refused: unknown = null;
  while (refused === null && people.length < ACTS_PER_ADDRESS) {
    try {
      const person = await newPerson(house);
      people.push(person);
      await buy(person, 'first');
    } catch (error) {
      refused = error;
    }
  }
  expect(refused).toMatchObject({ code: errors.DAILY_ACTS_REACHED.code });
  for (const person of people) expect(ofPerson(person)).toBeLessThan(ACTS_PER_DAY);
  await people.at(-1)!.client.call('cancelAllEntrust', { body: {} });
});
