import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { contractMarketRow, contractState } from '../perpetual/records.ts';
import { marketRow } from '../records.ts';
import { decimal, pageOf, pageQuery, symbolName, timeMs, wholeText } from '../scalars.ts';
import { listingRow, marketChangeRow } from './changes.ts';
import { indexTickSchema, intervalSchema, klineSchema, levelSchema, publicTradeSchema } from './channels.ts';
import { termsChanges } from './terms.ts';

/** sec = second contracts, spot, usta = USDT contracts. */
export const productType = z.enum(['sec', 'spot', 'usta']);

export const marketCalls = defineCalls({
  getSpotGoods: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/getSpotGoods',
    section: 'market',
    summary: 'Lists all spot markets.',
    auth: 'optional',
    cost: 2,
    isShared: true,
    data: z.array(marketRow),
  }),
  getContract: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/getContract',
    section: 'market',
    summary: 'Lists all contract markets.',
    auth: 'optional',
    cost: 2,
    isShared: true,
    data: z.array(contractMarketRow),
  }),
  getMarketInitData: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/market/initData',
    section: 'market',
    summary: 'Lists the markets of one product.',
    auth: 'optional',
    cost: 2,
    isShared: true,
    query: z.strictObject({ type: productType.optional() }),
    data: z.array(z.union([contractMarketRow, marketRow])),
  }),
  getContractDetail: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/open/get/contractDetail',
    section: 'market',
    summary: 'Returns the named markets of one product.',
    auth: 'optional',
    cost: 2,
    isShared: true,
    body: z.strictObject({
      symbolNameList: z.array(symbolName).max(100),
      type: productType.optional(),
    }),
    data: z.array(z.union([contractMarketRow, marketRow])),
  }),
  getFundingRate: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/getFundingRate',
    section: 'market',
    summary:
      'Returns mark price, index price, current funding rate and next funding time, of one contract or of all.',
    auth: 'none',
    cost: 2,
    isShared: true,
    query: z.strictObject({ symbolName: symbolName.optional() }),
    data: z.array(contractState),
  }),
  getCandles: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/kline/{symbol}/{interval}',
    section: 'market',
    summary: 'Lists candles of the venues, oldest first, ending before `endMs`.',
    auth: 'none',
    isShared: true,
    params: z.strictObject({ symbol: symbolName, interval: intervalSchema }),
    query: z.strictObject({
      endMs: wholeText(0, 8_640_000_000_000_000).optional(),
      limit: wholeText(1, 1500).optional(),
    }),
    data: z.array(klineSchema),
  }),
  getIndexTicks: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/index/{symbol}/ticks',
    section: 'market',
    summary: 'Lists the committed ticks of an index of the last minutes, oldest first.',
    auth: 'none',
    cost: 5,
    isShared: true,
    params: z.strictObject({ symbol: symbolName }),
    query: z.strictObject({ limit: wholeText(1, 1200).optional() }),
    data: z.array(indexTickSchema),
  }),
  getIndexCandles: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/index/{symbol}/candles',
    section: 'market',
    summary:
      'Lists one-second candles of an index, made of its committed ticks since the server started, oldest first.',
    auth: 'none',
    cost: 5,
    isShared: true,
    params: z.strictObject({ symbol: symbolName }),
    query: z.strictObject({ limit: wholeText(1, 1500).optional() }),
    data: z.array(klineSchema),
  }),
  getDepth: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/depth/{symbol}',
    section: 'market',
    summary: 'Returns a snapshot of our book; updates continue from the sequence number `u`.',
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
  }),
  getMarketChanges: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/marketChanges/{symbol}',
    section: 'market',
    summary:
      'Lists when a market was listed, halted or reopened and when its terms changed, newest first, with the published reasons.',
    auth: 'none',
    cost: 3,
    isShared: true,
    params: z.strictObject({ symbol: symbolName }),
    query: z.strictObject(pageQuery),
    data: pageOf(marketChangeRow),
  }),
  getNewListings: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/newListings',
    section: 'market',
    summary: 'Lists the markets that were listed last, newest first.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({ limit: wholeText(1, 50).optional() }),
    data: z.array(listingRow),
  }),
  getTermsChanges: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/termsChanges',
    section: 'market',
    summary:
      'Lists announced changes of fees, limits, brackets and margin terms with their effective times, and those that ended last.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: termsChanges,
  }),
  getRecentTrades: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/transaction/{symbol}/{limit}',
    section: 'trading',
    summary: 'Lists the latest public trades, newest first, each with its venue.',
    auth: 'none',
    isShared: true,
    params: z.strictObject({ symbol: symbolName, limit: wholeText(1, 200) }),
    data: z.array(publicTradeSchema),
  }),
  getPriceComparison: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/getPriceComparison/{symbol}',
    section: 'trading',
    summary: 'Compares the index with the venues that make it and with our own book.',
    auth: 'none',
    isShared: true,
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
  }),
  getHouse: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/house',
    section: 'market',
    summary:
      'Returns what anybody may check: the head of the journal, the sums of the ledger, the safety fund.',
    auth: 'none',
    cost: 5,
    isShared: true,
    data: z.strictObject({
      mode: z.enum(['practice', 'real']),
      /** Source of prices now. */
      feed: z.enum(['simulator', 'replay', 'live']),
      /** Source of prices when the journal began, if that was another feed; else null. */
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
  }),
});
