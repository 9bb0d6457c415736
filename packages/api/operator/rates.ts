import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { positiveDecimal, textLine } from '../scalars.ts';
import { currencyRateRow } from '../wallet/calls.ts';
import { reason } from './fields.ts';

/** The rate table, as operators keep it. */
export const operatorRates = z.array(currencyRateRow);

export const rateDeskCalls = defineCalls({
  getOperatorRates: defineCall({
    method: 'GET',
    path: '/api/console/rates',
    section: 'operator',
    summary: 'Returns the exchange rates that values are shown with.',
    auth: 'required',
    data: operatorRates,
  }),
  setExchangeRate: defineCall({
    method: 'POST',
    path: '/api/console/rates/{currency}',
    section: 'operator',
    summary: 'Changes the exchange rate of a currency, with its day, its source and a reason. Logged.',
    auth: 'required',
    act: true,
    params: z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/) }),
    body: z.strictObject({
      rate: positiveDecimal,
      asOf: z.iso.date(),
      source: textLine(3, 100),
      reason,
    }),
    data: operatorRates,
  }),
});
