import { z } from 'zod';
import { contractMarketRow } from '../contract-records.ts';
import { defineCall } from '../define.ts';
import { marketRow } from '../records.ts';
import { nothing, wholeText } from '../scalars.ts';

const symbolId = wholeText(1, 2_147_483_647);

export const getOptional = defineCall({
  name: 'getOptional',
  method: 'GET',
  path: '/api/{head}/coin/quotes/getOptional',
  section: 'watchlist',
  summary: 'The favourites, spot markets and contracts, in the order in which they were added.',
  auth: 'required',
  data: z.array(z.union([contractMarketRow, marketRow])),
});

export const addOptional = defineCall({
  name: 'addOptional',
  method: 'GET',
  path: '/api/{head}/coin/quotes/addOptional/{symbolId}/{flag}',
  section: 'watchlist',
  summary: 'Adds a favourite: the market’s id and 1. Adding twice is adding once.',
  auth: 'required',
  act: true,
  params: z.strictObject({ symbolId, flag: z.literal('1') }),
  data: nothing,
});

export const cancelOptional = defineCall({
  name: 'cancelOptional',
  method: 'GET',
  path: '/api/{head}/coin/quotes/cancelOptional/{favouriteId}/{flag}',
  section: 'watchlist',
  summary: 'Removes a favourite: its c_id, which is the market’s id, and 1.',
  auth: 'required',
  act: true,
  params: z.strictObject({ favouriteId: symbolId, flag: z.literal('1') }),
  data: nothing,
});
