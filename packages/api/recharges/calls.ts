import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { fileLink } from '../files/index.ts';
import { coinCode, decimal, positiveDecimal, textLine } from '../scalars.ts';
import { RECHARGE_METHODS } from './constants.ts';

const bankKey = z.string().regex(/^[a-z0-9-]{1,32}$/);

/** An account of the house that users pay to. */
const rechargeBank = z.strictObject({
  bank: bankKey,
  bankName: z.string(),
  holder: z.string(),
  account: z.string(),
  /** SWIFT or international bank code. */
  swiftCode: z.string(),
  /** Currency of the account. */
  currency: z.string(),
  /** The coin that is credited, one for each unit of the currency. */
  coin: z.string(),
  minimum: decimal,
  maximum: decimal,
  /** An account that does not exist: nothing can be paid to it. */
  practice: z.boolean(),
});

export const rechargeCalls = defineCalls({
  getRechargeBanks: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getRechargeBanks',
    section: 'wallet',
    summary: 'Lists the bank accounts that a recharge may be paid to, and what a reviewed recharge needs.',
    auth: 'required',
    cost: 3,
    data: z.strictObject({
      list: z.array(rechargeBank),
      /** To be written into the transfer, so that it is found. */
      reference: z.string(),
      /** Coins of recharges that were paid otherwise. */
      manualCoins: z.array(z.string()),
      reviewHours: z.number().int(),
      /** Above this, in USDT, two operators review it. */
      fourEyesAbove: decimal,
      waiting: z.number().int(),
      mostWaiting: z.number().int(),
    }),
  }),
  recharge: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/recharge',
    section: 'wallet',
    summary:
      'Submits a payment by bank card or transfer, or one made otherwise, with its screenshot, for review. A chain needs none: what it proves is credited by itself.',
    auth: 'required',
    cost: 10,
    act: true,
    keyScope: null,
    body: z.strictObject({
      method: z.enum(RECHARGE_METHODS),
      /** The account paid to; only for the method `bank`. */
      bank: bankKey.optional(),
      coin: coinCode,
      amount: positiveDecimal,
      /** The upload of the payment's screenshot. */
      screenshot: fileLink,
      /** The payer's own words for it, such as the number of the transaction. */
      note: textLine(0, 120).optional(),
    }),
    data: z.strictObject({ orderNo: z.string(), coin: z.string(), amount: decimal }),
  }),
});

export type RechargeBank = z.output<typeof rechargeBank>;
