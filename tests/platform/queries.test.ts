import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Amount } from '@candor/money';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QueryArgs, QueryName } from '../../apps/server/engine/core/index.ts';
import { readAsk, writeAsk } from '../../apps/server/engine/core/wire/messages.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { MAKER, PERPETUAL, SYMBOL, USDT } from '../wallets/setup.ts';
import { ALICE, BOB, type Furnished, furnishedKernel, MINING_WITHDRAWAL } from './furnished-kernel.ts';

type Asked = { readonly [Name in QueryName]: (given: Furnished) => readonly QueryArgs<Name>[] };

const ALL = { kinds: null, symbolId: null };
const ISOLATED = { kinds: ['margin-isolated' as const], symbolId: SYMBOL };
const FIRST = Number.POSITIVE_INFINITY;
const NOTHING = 0n as Amount;

/** The arguments of each query; all of them find data. */
const asked: Asked = {
  newestSeq: () => [[]],
  journalMode: () => [[]],
  journalOrigin: () => [[]],
  contractsToOpen: () => [[MAKER]],
  secondsToOpen: () => [[]],
  marginToOpen: () => [[]],
  houseInMarkets: () => [[MAKER]],
  houseInContracts: () => [[MAKER]],
  marketSymbols: () => [[]],
  indexes: () => [[]],
  recorderStart: () => [[]],
  houseFigures: () => [[]],
  watchedPrices: () => [[]],
  missingOfDeposits: () => [[[{ userId: ALICE, assetId: USDT }]]],
  heldWithdrawals: () => [[[1]]],
  custodyFigures: () => [[[USDT], { depositNos: [1], fundingNos: [1], costNos: [1], withdrawalNos: [1] }]],
  bookStates: () => [[]],
  assetPlaces: () => [[ALICE, USDT, [SYMBOL]]],
  poolFigures: () => [[USDT]],
  userFigures: () => [[ALICE, 200]],
  correctionFunds: () => [[ALICE, MAKER, USDT]],
  indexAndBest: () => [[SYMBOL]],
  ledgerSums: () => [[]],
  ledgerBalances: () => [[ALICE]],
  stillOpen: () => [[ALICE, [SYMBOL]]],
  spotCatalogue: () => [[]],
  listedContracts: () => [[]],
  liveContracts: () => [[[PERPETUAL]]],
  contractInsurance: () => [[[USDT]]],
  contractPositions: () => [
    [ALICE, null, USDT],
    [ALICE, PERPETUAL, USDT],
  ],
  contractOrders: () => [
    [ALICE, null, FIRST, FIRST],
    [ALICE, PERPETUAL, FIRST, 1],
  ],
  contractTriggerDirections: () => [[ALICE]],
  contractStops: () => [
    [ALICE, null, FIRST, FIRST],
    [ALICE, PERPETUAL, FIRST, 1],
  ],
  contractAccount: () => [[ALICE, USDT]],
  contractSettings: () => [[ALICE, [PERPETUAL]]],
  openPosition: ({ positionId }) => [[positionId]],
  contractEntry: () => [[ALICE, PERPETUAL]],
  contractLast: () => [[PERPETUAL]],
  feeTiers: () => [[ALICE], [null]],
  usedKey: () => [
    [ALICE, 'order/first', 'b0'],
    [ALICE, 'order/first', 'another body'],
  ],
  marginAccount: () => [
    [ALICE, 'margin-cross', 0],
    [ALICE, 'margin-isolated', SYMBOL],
  ],
  borrowPreview: () => [
    [ALICE, { kind: 'margin-cross', symbolId: 0 }, USDT, NOTHING],
    [ALICE, { kind: 'margin-isolated', symbolId: SYMBOL }, USDT, NOTHING],
  ],
  lentAssets: () => [[ALICE]],
  marginTerms: () => [[]],
  openOrders: () => [
    [ALICE, null, 'spot', FIRST, FIRST],
    [ALICE, SYMBOL, 'margin-cross', FIRST, 1],
  ],
  spotLast: () => [[SYMBOL]],
  openSpotOrder: ({ kernel }) => [[ALICE, kernel.spot.openOrders(ALICE, null)[0]!.orderId]],
  openSeconds: () => [[ALICE]],
  openSecond: ({ contractId }) => [[ALICE, contractId]],
  secondsOffers: () => [[null]],
  secondsPool: () => [[]],
  secondsAsset: () => [[]],
  secondsLimits: () => [[ALICE]],
  secondsDesk: () => [[MAKER]],
  coinPrices: () => [[[SYMBOL]]],
  swapOffer: () => [[]],
  swapQuote: () => [[ALICE]],
  swapDesk: () => [[MAKER]],
  swapsToOpen: () => [[]],
  referralTerms: () => [[]],
  referralAgents: () => [[]],
  referralOwes: () => [[ALICE]],
  referralUnpaidDay: () => [[]],
  earnOffers: () => [['staking'], ['finance']],
  earnOffer: ({ kernel }) => [
    ['staking', kernel.staking.offers()[0]!.offerId],
    ['finance', kernel.finance.offers()[0]!.offerId],
  ],
  earnOf: () => [
    ['staking', ALICE],
    ['finance', ALICE],
  ],
  earnDesk: () => [
    ['staking', MAKER],
    ['finance', MAKER],
  ],
  earnToOpen: () => [['staking'], ['finance']],
  financeParticipations: () => [[ALICE]],
  miningToOpen: () => [[]],
  miningState: () => [[]],
  miningIndex: () => [[]],
  miningOf: () => [[ALICE]],
  miningJoinedWith: () => [[ALICE]],
  miningWaitingMove: () => [[ALICE]],
  miningJoinedBy: () => [[`0x${'a1'.repeat(20)}`]],
  rewardWithdrawals: () => [[[{ withdrawalNo: MINING_WITHDRAWAL, userId: ALICE }]]],
  miningDesk: () => [[MAKER]],
  loanOffers: () => [[]],
  loanRefusal: () => [
    [
      {
        accountUserId: ALICE,
        offerId: 1,
        amount: 5n as Amount,
        applicationId: 1,
        totalAtMost: 10n as Amount,
        kyc: 'none',
        memberDays: 0,
      },
    ],
  ],
  otcBoard: () => [[]],
  otcOffers: () => [[{ side: 'sell', assetId: USDT, currency: 'CNY' }]],
  otcOffersOf: () => [[ALICE]],
  otcOffer: ({ otc }) => [[otc.offerId]],
  otcOrder: ({ otc }) => [[otc.paidId], [otc.appealedId]],
  otcOrders: () => [[ALICE]],
  otcOpenAmong: ({ otc }) => [[[otc.paidId, otc.appealedId]]],
  otcUser: () => [[ALICE]],
  otcToOpen: () => [[]],
  otcIsMerchant: () => [[ALICE]],
  loansToOpen: () => [[]],
  loanDesk: () => [[MAKER]],
  loansOf: () => [[ALICE]],
  creditOf: () => [[ALICE]],
  hasAccount: () => [[BOB]],
  withdrawable: () => [[ALICE, [USDT], [SYMBOL]]],
  wallets: () => [
    [ALICE, ALL, [SYMBOL]],
    [ALICE, ISOLATED, [SYMBOL]],
  ],
  walletBalances: () => [[ALICE, 'spot', 0, [SYMBOL]]],
  transferableBalances: () => [
    [ALICE, ALL, null],
    [ALICE, ISOLATED, USDT],
  ],
  listings: () => [[]],
  books: () => [[]],
  accounts: () => [[[ALICE, BOB]]],
  openSecondsOfAll: () => [[[ALICE]]],
  marginAccountsOfAll: () => [[[ALICE]]],
  contractsOfAll: () => [[[PERPETUAL], [ALICE], USDT]],
  marketTerms: () => [[]],
  termsProblem: () => [
    [
      {
        type: 'setMarginAsset',
        assetId: 1,
        borrowable: true,
        hourlyRatePpb: 1,
        haircutPpm: 1,
        maxBorrow: 1n as Amount,
      },
    ],
  ],
  marketStates: () => [[]],
};

const names = Object.keys(liveQueries) as QueryName[];
const crossed = <Value>(value: Value): Value => deserialize(serialize(value)) as Value;
const ask = (name: QueryName, view: Furnished['kernel'], args: readonly unknown[]): unknown =>
  (liveQueries[name] as (view: unknown, ...args: readonly unknown[]) => unknown)(view, ...args);

/** Returns the paths at which a result is empty: the test would prove nothing there. */
function emptyParts(result: unknown, path = ''): string[] {
  if (result === null || result === undefined) return path === '' ? ['it'] : [];
  if (typeof result !== 'object') return [];
  if (Array.isArray(result)) return result.length === 0 ? [path] : [];
  if (result instanceof Map || result instanceof Set) return result.size === 0 ? [path] : [];
  if (path !== '') return [];
  return Object.entries(result).flatMap(([key, value]) => emptyParts(value, key));
}

describe('the list of queries', () => {
  it('has each of its members in this test', () => {
    expect(Object.keys(asked).sort()).toEqual([...names].sort());
  });

  it('has all queries of all rooms, no two under one name', async () => {
    const root = join(import.meta.dirname, '../../apps/server');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(^|\/)queries\.ts$/.test(file),
    );
    const found: string[] = [];
    for (const file of files) {
      const room = (await import(join(root, file))) as Record<string, unknown>;
      const lists = Object.entries(room).filter(([name]) => name.endsWith('Queries'));
      expect(lists, file).toHaveLength(1);
      for (const [, list] of lists) found.push(...Object.keys(list as object));
    }
    expect(found.sort()).toEqual([...names].sort());
  });
});

describe.each(names)('the query %s', (name) => {
  let given: Furnished;
  let args: readonly (readonly unknown[])[];
  beforeAll(() => {
    given = furnishedKernel();
    args = asked[name](given);
  });

  it('crosses to another process and comes back the same', () => {
    for (const each of args) {
      const result = ask(name, given.kernel, each);
      expect(emptyParts(result)).toEqual([]);
      expect(crossed(result)).toStrictEqual(result);
      expect(readAsk(writeAsk(7, name, each))).toStrictEqual({ requestNo: 7, name, args: each });
    }
  });

  it('changes nothing, and what it told stays as it was told', () => {
    const hash = given.kernel.stateHash();
    const told = args.map((each) => ask(name, given.kernel, each));
    expect(given.kernel.stateHash()).toBe(hash);
    const kept = crossed(told);
    given.disturb();
    expect(told).toStrictEqual(kept);
  });
});
