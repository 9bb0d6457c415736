import { z } from 'zod';
import { clientOrderId, orderType, positiveDecimal, symbolName, timeInForce } from '../scalars.ts';
import { triggerFields } from '../triggers.ts';

/** The fields of an order without its side. Prices and quantities are decimal text. */
export const orderFields = {
  symbol: symbolName,
  type: orderType,
  /** GTC where left out of a limit order; a market order is always IOC. */
  timeInForce: timeInForce.optional(),
  postOnly: z.boolean().optional(),
  price: positiveDecimal.optional(),
  quantity: positiveDecimal.optional(),
  /** Market orders only: how much of the quote coin to spend or to earn. */
  quoteAmount: positiveDecimal.optional(),
  clientOrderId: clientOrderId.optional(),
  /** With these it waits for a price, and what it may need is held until then. */
  ...triggerFields,
};

/** Orders that a list holds: still open, done, or both. */
export const orderScope = z.enum(['open', 'history', 'all']);
