import { z } from 'zod';
import { contractMarketRow, contractState } from '../contract-records.ts';
import { defineCall } from '../define.ts';
import {
  indexTickSchema,
  intervalSchema,
  klineSchema,
  levelSchema,
  publicTradeSchema,
} from '../realtime/market.ts';
import { marketRow } from '../records.ts';
import { decimal, symbolName, timeMs, wholeText } from '../scalars.ts';

/** sec = second contracts, spot, usta = USDT contracts. */
export const productType = z.enum(['sec', 'spot', 'usta']);

export const getSpotGoods = defineCall({
  name: 'getSpotGoods',
  method: 'GET',
  path: '/api/{head}/coin/open/getSpotGoods',
  section: 'market',
  summary: 'All spot markets.',
  auth: 'optional',
  data: z.array(marketRow),
});

export const getContract = defineCall({
  name: 'getContract',
  method: 'GET',
  path: '/api/{head}/coin/open/getContract',
  section: 'market',
  summary: 'All contract markets.',
  auth: 'optional',
  data: z.array(contractMarketRow),
});

export const getMarketInitData = defineCall({
  name: 'getMarketInitData',
  method: 'GET',
  path: '/api/{head}/coin/open/market/initData',
  section: 'market',
  summary: 'The markets of one product.',
  auth: 'optional',
  query: z.strictObject({ type: productType.optional() }),
  data: z.array(z.union([contractMarketRow, marketRow])),
});

export const getContractDetail = defineCall({
  name: 'getContractDetail',
  method: 'POST',
  path: '/api/{head}/coin/open/get/contractDetail',
  section: 'market',
  summary: 'The named markets of one product.',
  auth: 'optional',
  body: z.strictObject({
    symbolNameList: z.array(symbolName).max(100),
    type: productType.optional(),
  }),
  data: z.array(z.union([contractMarketRow, marketRow])),
});

export const getFundingRate = defineCall({
  name: 'getFundingRate',
  method: 'GET',
  path: '/api/{head}/coin/open/getFundingRate',
  section: 'market',
  summary: 'Mark, index, funding rate by now and its next settlement, of one contract or of all.',
  auth: 'none',
  query: z.strictObject({ symbolName: symbolName.optional() }),
  data: z.array(contractState),
});

export const getCandles = defineCall({
  name: 'getCandles',
  method: 'GET',
  path: '/api/{head}/coin/open/kline/{symbol}/{interval}',
  section: 'market',
  summary: 'Candles of the venues, oldest first, ending before `endMs`.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName, interval: intervalSchema }),
  query: z.strictObject({
    endMs: wholeText(0, 8_640_000_000_000_000).optional(),
    limit: wholeText(1, 1500).optional(),
  }),
  data: z.array(klineSchema),
});

export const getIndexTicks = defineCall({
  name: 'getIndexTicks',
  method: 'GET',
  path: '/api/{head}/coin/open/index/{symbol}/ticks',
  section: 'market',
  summary: 'The latest committed ticks of an index, of some minutes, oldest first.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject({ limit: wholeText(1, 1200).optional() }),
  data: z.array(indexTickSchema),
});

export const getIndexCandles = defineCall({
  name: 'getIndexCandles',
  method: 'GET',
  path: '/api/{head}/coin/open/index/{symbol}/candles',
  section: 'market',
  summary:
    'Candles of one second of an index, of its committed ticks since the server started, oldest first.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject({ limit: wholeText(1, 1500).optional() }),
  data: z.array(klineSchema),
});

export const getDepth = defineCall({
  name: 'getDepth',
  method: 'GET',
  path: '/api/{head}/coin/open/depth/{symbol}',
  section: 'market',
  summary: 'A snapshot of our book; `u` is the sequence number that updates continue from.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject({ levels: wholeText(1, 500).optional() }),
  data: z.strictObject({
    symbol: z.string(),
    u: z.number().int(),
    t: timeMs,
    b: z.array(levelSchema),
    a: z.array(levelSchema),
  }),
});

export const getRecentTrades = defineCall({
  name: 'getRecentTrades',
  method: 'GET',
  path: '/api/{head}/coin/open/transaction/{symbol}/{limit}',
  section: 'trading',
  summary: 'The latest public trades, newest first, each with where it happened.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName, limit: wholeText(1, 200) }),
  data: z.array(publicTradeSchema),
});

export const getPriceComparison = defineCall({
  name: 'getPriceComparison',
  method: 'GET',
  path: '/api/{head}/coin/open/getPriceComparison/{symbol}',
  section: 'trading',
  summary: 'The index beside the venues that it is made of and our own book.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  data: z.strictObject({
    symbol: z.string(),
    /** Null while stale. */
    index: decimal.nullable(),
    venuesUsed: z.number().int(),
    bestBid: decimal.nullable(),
    bestAsk: decimal.nullable(),
    venues: z.array(
      z.strictObject({
        name: z.string(),
        connected: z.boolean(),
        bid: decimal.nullable(),
        ask: decimal.nullable(),
        time: timeMs.nullable(),
      }),
    ),
  }),
});

export const getHouse = defineCall({
  name: 'getHouse',
  method: 'GET',
  path: '/api/{head}/coin/open/house',
  section: 'market',
  summary: 'What anybody may check: the head of the journal, the sums of the ledger, the safety fund.',
  auth: 'none',
  data: z.strictObject({
    mode: z.enum(['practice', 'real']),
    /** Where prices come from now. */
    feed: z.enum(['simulator', 'replay', 'live']),
    /** Where they came from when the journal began, if that was another feed; else null. */
    firstFeed: z.enum(['simulator', 'replay', 'live']).nullable(),
    seedHash: z.string().nullable(),
    journalSeq: z.number().int(),
    headHash: z.string(),
    kernelVersion: z.string(),
    assets: z.array(
      z.strictObject({
        coin: z.string(),
        /** Over all accounts: 0, or the books are broken. */
        sum: decimal,
        custody: decimal,
        users: decimal,
        house: decimal,
        fees: decimal,
        safetyFund: decimal,
        /** Pools, insurance and clearing of products, and what users owe them. */
        products: decimal,
      }),
    ),
    time: timeMs,
  }),
});
