import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { contractMarketRow } from '../perpetual/records.ts';
import { marketRow } from '../records.ts';
import { nothing, wholeText } from '../scalars.ts';

const symbolId = wholeText(1, 2_147_483_647);

export const watchlistCalls = defineCalls({
  getOptional: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/quotes/getOptional',
    section: 'watchlist',
    summary: 'Lists the favourites, spot markets and contracts, in the order in which they were added.',
    auth: 'required',
    cost: 3,
    data: z.array(z.union([contractMarketRow, marketRow])),
  }),
  addOptional: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/quotes/addOptional/{symbolId}/{flag}',
    section: 'watchlist',
    summary: 'Adds a favourite: the market’s id and 1. Adding twice is adding once.',
    auth: 'required',
    act: true,
    params: z.strictObject({ symbolId, flag: z.literal('1') }),
    data: nothing,
  }),
  cancelOptional: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/quotes/cancelOptional/{favouriteId}/{flag}',
    section: 'watchlist',
    summary: 'Removes a favourite: its c_id, which is the market’s id, and 1.',
    auth: 'required',
    act: true,
    params: z.strictObject({ favouriteId: symbolId, flag: z.literal('1') }),
    data: nothing,
  }),
});
