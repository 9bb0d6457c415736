import { z } from 'zod';
import {
  clientOrderId,
  orderType,
  positiveDecimal,
  symbolName,
  timeInForce,
  wholeNumber,
} from '../scalars.ts';
import { marginMode, triggerBy } from './records.ts';

/** The highest leverage that any contract may allow. */
export const MAX_LEVERAGE = 200;

export const leverageInput = wholeNumber(1, MAX_LEVERAGE);

/** Fields that opening and closing orders share. */
export const contractOrderFields = {
  symbol: symbolName,
  type: orderType,
  /** GTC where left out of a limit order; a market order is always IOC. */
  timeInForce: timeInForce.optional(),
  postOnly: z.boolean().optional(),
  price: positiveDecimal.optional(),
  /** A whole number of contracts. */
  quantity: positiveDecimal,
  /**
   * With it the order waits, holding nothing, until the price comes there from where it stands now; then it is placed, or
   * refused if it can't be any more.
   */
  triggerPrice: positiveDecimal.optional(),
  /** Price that fires the trigger: the mark price where left out. */
  triggerBy: triggerBy.optional(),
  clientOrderId: clientOrderId.optional(),
};

/**
 * Fields that only opening orders have. Leverage and margin mode are set with the order and then hold for the whole
 * contract; when the order is rejected they keep their values.
 */
export const openingFields = {
  leverage: leverageInput.optional(),
  marginMode: marginMode.optional(),
  /** Trigger prices that the position gets once the order fills; the first that fires cancels the other. */
  stopProfit: positiveDecimal.optional(),
  stopLoss: positiveDecimal.optional(),
  /** Contracts that they close; the whole position where left out. */
  stopQuantity: positiveDecimal.optional(),
  /** Price that fires them: the mark price where left out. */
  stopTriggerBy: triggerBy.optional(),
};
