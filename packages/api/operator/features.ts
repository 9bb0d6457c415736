import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { countryCode, feature } from '../features/calls.ts';
import { EVERYWHERE } from '../features/constants.ts';
import { timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { reason } from './fields.ts';

const place = z.union([z.literal(EVERYWHERE), countryCode]);

/** The switches by country: what holds without a rule, and the rules that hold now. */
export const operatorFeatures = z.array(
  z.strictObject({
    feature,
    opensByDefault: z.boolean(),
    rules: z.array(z.strictObject({ country: place, open: z.boolean(), reason: z.string(), time: timeMs })),
  }),
);

export const featuresDeskCalls = defineCalls({
  getOperatorFeatures: defineCall({
    method: 'GET',
    path: '/api/console/features',
    section: 'operator',
    summary: 'Returns which products are open in which countries.',
    auth: 'required',
    data: operatorFeatures,
  }),
  setFeature: defineCall({
    method: 'POST',
    path: '/api/console/features/{feature}',
    section: 'operator',
    summary:
      'Proposes to open or close a product for a country, with a reason that users read. Withdrawing, closing and selling stay open everywhere.',
    auth: 'required',
    act: true,
    params: z.strictObject({ feature }),
    body: z.strictObject({ country: place, open: z.boolean(), reason }),
    data: proposal,
  }),
});

export type OperatorFeatures = z.output<typeof operatorFeatures>;
