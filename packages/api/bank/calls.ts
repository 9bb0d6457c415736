import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { factsOf } from '../factors/act-facts.ts';
import { personName } from '../kyc/calls.ts';
import { textLine, timeMs } from '../scalars.ts';
import { isCardNumber, isSwiftCode, paymentServices, paymentTypes } from './rules.ts';

const optional = {
  /** SWIFT or international bank code; '' for none. */
  swiftCode: z.union([z.literal(''), z.string().trim().max(11).refine(isSwiftCode)]),
  branch: textLine(0, 100),
  /** Address or phone of the bank. */
  bankAddress: textLine(0, 200),
  homeAddress: textLine(0, 200),
};

/** A bank card as its owner sees it: the number is masked once it is bound. */
export const bankCard = z.strictObject({
  name: z.string(),
  cardNumber: z.string(),
  bankName: z.string(),
  swiftCode: z.string(),
  branch: z.string(),
  bankAddress: z.string(),
  homeAddress: z.string(),
  createTime: timeMs,
});

/** A way in which other users pay the signed-in one. */
export const paymentMethod = z.strictObject({
  type: z.enum(paymentTypes),
  name: z.string(),
  account: z.string(),
  bankName: z.string(),
  updateTime: timeMs,
});

/** Parts of one fact that were given, in their order. */
const together = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ');

export const bankCalls = defineCalls({
  saveBankCard: defineCall({
    method: 'POST',
    path: '/api/userBank/save',
    section: 'account',
    summary: 'Binds the bank card of the signed-in user, for ever: a bound card cannot be changed.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: ({ body: { name, bankName, cardNumber, swiftCode, branch, bankAddress, homeAddress } }) =>
      factsOf({
        holder: together(name, homeAddress),
        bank: together(bankName, swiftCode?.toUpperCase(), branch, bankAddress),
        account: cardNumber,
      }),
    body: z.strictObject({
      name: personName,
      cardNumber: z.string().trim().max(80).refine(isCardNumber),
      bankName: textLine(1, 100),
      swiftCode: optional.swiftCode.optional(),
      branch: optional.branch.optional(),
      bankAddress: optional.bankAddress.optional(),
      homeAddress: optional.homeAddress.optional(),
    }),
    data: z.null(),
  }),
  getBankCard: defineCall({
    method: 'POST',
    path: '/api/userBank/getbank',
    section: 'account',
    summary: 'Returns the bank card of the signed-in user, its number masked; null where none is bound.',
    auth: 'required',
    data: bankCard.nullable(),
  }),
  payment: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/payment',
    section: 'account',
    summary: 'Sets a payment method of the signed-in user, one of each type. An empty account removes it.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: ({ body: { type, name, bankName, account } }) =>
      factsOf({
        holder: name,
        bank: bankName || (type === 'bank' ? '' : paymentServices[type]),
        account,
        on: account === '' ? 'no' : 'yes',
      }),
    body: z.strictObject({
      type: z.enum(paymentTypes),
      name: personName,
      account: textLine(0, 100),
      bankName: textLine(0, 100).optional(),
    }),
    data: z.null(),
  }),
  getPayment: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getPayment',
    section: 'account',
    summary: 'Lists the payment methods of the signed-in user.',
    auth: 'required',
    data: z.array(paymentMethod),
  }),
});

export type BankCard = z.output<typeof bankCard>;
export type PaymentMethod = z.output<typeof paymentMethod>;
