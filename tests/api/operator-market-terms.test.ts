import { type Client, type MarketTerms, noticeLink, type OperatorCalls } from '@candor/api';
import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { TERMS_NOTICE_MS } from '@candor/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { BTCPERP, BTCUSDT, indexTick, USDT } from './support/listing.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { toldOf } from './support/told.ts';

const MINUTE_MS = 60_000;
const REASON = 'The venues trade thinly this month';
const CHECKED = 'Checked by a second pair of eyes';

let house: House;
let desk: OperatorsConsole;
let operator: Client<OperatorCalls>;
let second: Client<OperatorCalls>;
let reader: Person;
let nowMs = Date.UTC(2026, 0, 1);

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
}

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs, notices: true });
  reader = await newPerson(house, false);
  desk = await openConsole(house);
  operator = await desk.signIn();
  second = await desk.add('second', 'finance', operator);
  await system({
    type: 'setFeeTiers',
    volumeAssetId: USDT,
    tiers: [
      { minVolume: 0n, makerPpm: 1_000, takerPpm: 1_000, perpetualMakerPpm: 200, perpetualTakerPpm: 500 },
    ],
  });
  await system({
    type: 'setMarginAsset',
    assetId: USDT,
    borrowable: true,
    hourlyRatePpb: 10_000,
    haircutPpm: 1_000_000,
    maxBorrow: 10_000_00000000n as Amount,
  });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const earliest = (type: keyof typeof TERMS_NOTICE_MS) =>
  Math.ceil((house.now() + TERMS_NOTICE_MS[type]) / MINUTE_MS) * MINUTE_MS;

/** The terms of a kind that stand, as the desk shows them. */
async function standing<Kind extends MarketTerms['kind']>(kind: Kind, symbolId?: number) {
  const { terms } = await operator.call('getMarketTerms');
  const found = terms.find(
    ({ terms: each }) =>
      each.kind === kind && (symbolId === undefined || ('symbolId' in each && each.symbolId === symbolId)),
  )!;
  return found.terms as Extract<MarketTerms, { kind: Kind }>;
}

const propose = (terms: MarketTerms, effectiveTime: number, key?: string) =>
  operator.call(
    'announceMarketTerms',
    { body: { terms, effectiveTime, reason: REASON } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const approve = (proposalId: number) =>
  second.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: CHECKED } });
const published = () => clientOf(house).call('getTermsChanges');

describe('the desk of market terms', () => {
  it('shows the terms of every market in decimals', async () => {
    const { terms } = await operator.call('getMarketTerms');
    expect(terms).toContainEqual({
      market: 'BTCUSDT-PERP',
      coin: 'USDT',
      terms: expect.objectContaining({ kind: 'brackets', symbolId: BTCPERP }),
    });
    expect(terms).toContainEqual({
      market: '',
      coin: 'USDT',
      terms: expect.objectContaining({
        kind: 'marginCoin',
        assetId: USDT,
        borrowable: true,
        hourlyRatePercent: '0.001',
        collateralPercent: '100',
        maxBorrow: '10000',
      }),
    });
    expect(await standing('limits', BTCUSDT)).toMatchObject({ symbolId: BTCUSDT });
    expect(await standing('fees')).toMatchObject({
      tiers: [{ minVolume: '0', makerPercent: '0.1', perpetualTakerPercent: '0.05' }],
    });
  });

  it('announces by four eyes: users read what, why and from when, and it holds from then on', async () => {
    const before = await standing('limits', BTCUSDT);
    const terms = { ...before, minNotional: '25', maxOpenOrders: 40, priceBandPercent: '12.5' };
    const effectiveTime = earliest('setSymbolLimits') + 5 * MINUTE_MS;
    const { proposalId } = await propose(terms, effectiveTime, 'limits');
    expect(await propose(terms, effectiveTime, 'limits')).toEqual({ proposalId });
    expect((await published()).announced).toEqual([]);
    const { records } = await second.call('getProposals', { query: {} });
    expect(records[0]).toMatchObject({
      act: 'announceMarketTerms',
      reason: REASON,
      before: { kind: 'limits', of: 'BTCUSDT', effective: 'now' },
      after: {
        kind: 'limits',
        of: 'BTCUSDT',
        effective: `${new Date(effectiveTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      },
    });
    expect(
      (
        await refusal(
          operator.call('approveProposal', { params: { id: String(proposalId) }, body: { reason: CHECKED } }),
        )
      ).key,
    ).toBe('OPERATOR_OWN_PROPOSAL');
    await approve(proposalId);
    const announced = { market: 'BTCUSDT', coin: 'USDT', announceTime: nowMs, effectiveTime, reason: REASON };
    expect((await published()).announced).toEqual([
      {
        changeNo: 1,
        state: 'announced',
        ...announced,
        before,
        after: terms,
        endTime: null,
        endReason: '',
      },
    ]);
    expect(await standing('limits', BTCUSDT)).toEqual(before);
    const told = {
      terms: 'limits',
      symbol: 'BTCUSDT',
      symbol_name: 'BTC/USDT',
      effectiveTime,
      reason: REASON,
    };
    const [notice, ...others] = await toldOf(house, reader, 'terms-changed');
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ read: false, facts: { ...told, state: 'announced' } });
    expect(noticeLink(notice!)).toBe('/rate/index');
    const log = await operator.call('getOperatorLog', { query: { pageSize: '1' } });
    expect(log.records[0]).toMatchObject({ action: 'announceMarketTerms', details: { of: 'BTCUSDT' } });
    nowMs = effectiveTime;
    await system(indexTick(Math.floor(nowMs / 250), nowMs));
    const { announced: left, ended } = await published();
    expect(left).toEqual([]);
    expect(ended[0]).toMatchObject({ changeNo: 1, state: 'applied', endTime: effectiveTime, after: terms });
    await house.noticed();
    const { rows } = await house.pool.query("select facts from notices.notice where kind = 'terms-changed'");
    // one a user, which says what holds now
    const { rows: users } = await house.pool.query('select user_id from identity.user');
    expect(rows).toHaveLength(users.length);
    for (const { facts } of rows) expect(facts).toMatchObject({ ...told, state: 'applied' });
    const changes = await clientOf(house).call('getMarketChanges', {
      params: { symbol: 'BTCUSDT' },
      query: { pageSize: '1' },
    });
    expect(changes.records[0]).toMatchObject({
      kind: 'limits',
      reason: REASON,
      time: effectiveTime,
      after: { priceBandPercent: '12.5' },
    });
  });

  it('refuses too little notice when it is proposed, and again when it is approved too late', async () => {
    // the hour that passed has ended the sessions
    operator = await desk.signIn();
    second = await desk.add('third', 'risk', operator);
    const brackets = await standing('brackets', BTCPERP);
    const terms = { ...brackets, brackets: [{ floor: '0', maintenancePercent: '2', maxLeverage: 20 }] };
    const soonest = earliest('setPerpetualTiers');
    expect((await refusal(propose(terms, soonest - MINUTE_MS))).key).toBe('TERMS_TOO_SOON');
    expect((await refusal(propose(terms, soonest + 1))).key).toBe('TERMS_INVALID');
    const { proposalId } = await propose(terms, soonest);
    nowMs += 2 * MINUTE_MS;
    expect((await refusal(approve(proposalId))).key).toBe('TERMS_TOO_SOON');
    const { records } = await operator.call('getProposals', { query: {} });
    expect(records.find(({ id }) => id === proposalId)).toMatchObject({ state: 'open', command: null });
    expect((await published()).announced).toEqual([]);
  });

  it('withdraws with a reason that users read; one change to the same terms at a time', async () => {
    const brackets = await standing('brackets', BTCPERP);
    const terms = { ...brackets, brackets: [{ floor: '0', maintenancePercent: '2.5', maxLeverage: 20 }] };
    const effectiveTime = earliest('setPerpetualTiers') + 60 * MINUTE_MS;
    await approve((await propose(terms, effectiveTime)).proposalId);
    expect((await refusal(propose(terms, effectiveTime + MINUTE_MS))).key).toBe('TERMS_CHANGE_PENDING');
    const [change] = (await published()).announced;
    expect(change).toMatchObject({ market: 'BTCUSDT-PERP', before: brackets, after: terms });
    const params = { changeNo: String(change!.changeNo) };
    const body = { reason: 'The venues trade as before' };
    const desk = await operator.call('withdrawMarketTerms', { params, body });
    expect(desk.changes.announced).toEqual([]);
    expect((await published()).ended[0]).toMatchObject({ state: 'withdrawn', endReason: body.reason });
    expect((await refusal(operator.call('withdrawMarketTerms', { params, body }))).key).toBe('NOT_FOUND');
    const unknown = { params: { changeNo: '999' }, body };
    expect((await refusal(operator.call('withdrawMarketTerms', unknown))).key).toBe('NOT_FOUND');
  });

  it('refuses what no market can have, in words', async () => {
    const fees = await standing('fees');
    const wrong: readonly MarketTerms[] = [
      { ...fees, tiers: [{ ...fees.tiers[0]!, takerPercent: '0.00001' }] },
      { ...(await standing('limits', BTCUSDT)), maxQuantity: '0.000001' },
      { ...(await standing('marginCoin')), hourlyRatePercent: '0.00000001' },
    ];
    for (const terms of wrong)
      expect((await refusal(propose(terms, earliest('setMarginAsset')))).key).toBe('TERMS_INVALID');
    const unordered = { ...fees, tiers: [fees.tiers[0]!, fees.tiers[0]!] };
    expect((await refusal(propose(unordered, earliest('setFeeTiers')))).key).toBe('TERMS_INVALID');
    expect((await published()).announced).toEqual([]);
  });
});
