import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { feeTiers, ocoReceipt, orderReceipt } from '../records.ts';
import { clientOrderId, positiveDecimal, side, symbolName } from '../scalars.ts';
import { triggerSource } from '../triggers.ts';

const orderId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** One cancels the other: a limit order that rests, and a stop of the same side and quantity. */
const ocoFields = {
  symbol: symbolName,
  quantity: positiveDecimal,
  /** Price of the limit order, which may not take: selling above the trigger, buying below it. */
  price: positiveDecimal,
  clientOrderId: clientOrderId.optional(),
  triggerPrice: positiveDecimal,
  /** `last` where it is left out. */
  triggerSource: triggerSource.optional(),
  /** Price at which the stop rests once it fires; a market order where it is left out. */
  stopPrice: positiveDecimal.optional(),
  /** Amount that a market stop spends when it buys, in the quote coin. */
  stopQuoteAmount: positiveDecimal.optional(),
  stopClientOrderId: clientOrderId.optional(),
};

/**
 * New values of an order; an omitted field keeps its value. `quantity` is the whole order's, the filled part included.
 */
const amendFields = {
  /** The market of the order. */
  symbol: symbolName,
  orderId: orderId.optional(),
  clientOrderId: clientOrderId.optional(),
  price: positiveDecimal.optional(),
  quantity: positiveDecimal.optional(),
  quoteAmount: positiveDecimal.optional(),
  triggerPrice: positiveDecimal.optional(),
};

const amendBody = z
  .strictObject(amendFields)
  .refine((body) => (body.orderId === undefined) !== (body.clientOrderId === undefined))
  .refine((body) =>
    [body.price, body.quantity, body.quoteAmount, body.triggerPrice].some((value) => value !== undefined),
  );

const ocoSummary =
  'Places two orders of which the first fill of the one, the trigger of the other, or the end of either ends its twin. Holds the larger of the two.';

const amendSummary =
  'Changes an open order. It keeps its place in the queue when nothing but its quantity changes, and downwards; else it is placed again under its id. Refused, it changes nothing.';

export const spotOrderCalls = defineCalls({
  exchangeOco: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/entrust/exchange/oco/{side}',
    section: 'trading',
    summary: ocoSummary,
    auth: 'required',
    opens: ({ params }) => (params.side === 'buy' ? 'spot' : null),
    act: true,
    params: z.strictObject({ side }),
    body: z.strictObject(ocoFields),
    data: ocoReceipt,
  }),
  amendEntrust: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/entrust/amend/entrust',
    section: 'trading',
    summary: amendSummary,
    auth: 'required',
    opens: () => 'spot',
    act: true,
    body: amendBody,
    data: orderReceipt,
  }),
  getFeeTiers: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/getFeeTiers',
    section: 'trading',
    summary:
      'Fees by the volume of 30 complete UTC days, the tier of the signed-in user and what the next one needs. Fills with the house on either side are not counted.',
    auth: 'optional',
    data: feeTiers,
  }),
  currencyOrderOco: defineCall({
    method: 'POST',
    path: '/api/currency/order/submitOco',
    section: 'trading-legacy',
    summary: ocoSummary,
    auth: 'required',
    opens: ({ body }) => (body.side === 'buy' ? 'spot' : null),
    act: true,
    body: z.strictObject({ side, ...ocoFields }),
    data: ocoReceipt,
  }),
  currencyOrderAmend: defineCall({
    method: 'POST',
    path: '/api/currency/order/amendOrder',
    section: 'trading-legacy',
    summary: amendSummary,
    auth: 'required',
    opens: () => 'spot',
    act: true,
    body: amendBody,
    data: orderReceipt,
  }),
});
