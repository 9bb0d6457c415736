import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { offerChangeRow } from '../earn/records.ts';
import { factsOf } from '../factors/act-facts.ts';
import { fileLink } from '../files/calls.ts';
import {
  decimal,
  idText,
  linePageQuery,
  pageOf,
  pageQuery,
  positiveDecimal,
  timeMs,
  timesQuery,
} from '../scalars.ts';
import {
  creditChangeRow,
  creditScoreRow,
  id,
  loanDetail,
  loanPoolEntryRow,
  loanPoolRow,
  loanProductRow,
  loanRecordRow,
  loanRecordStatus,
  loanRow,
  repayType,
  termsHash,
} from './rows.ts';

export const loanCalls = defineCalls({
  getRepayTypes: defineCall({
    method: 'POST',
    path: '/api/common/type/t_repay_type',
    section: 'upload',
    summary: 'Lists the ways in which a power loan is repaid.',
    auth: 'none',
    data: z.array(z.strictObject({ id, type: repayType })),
  }),
  getLoanProducts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getProducts',
    section: 'wallet',
    summary: 'Lists the products of power loans with their fixed terms, and the pools that pay them out.',
    auth: 'none',
    cost: 2,
    data: z.strictObject({
      products: z.array(loanProductRow),
      pools: z.array(loanPoolRow),
      /** Newest acts of the operators on the products, with their reasons. */
      changes: z.array(offerChangeRow),
      /** The server’s time. */
      time: timeMs,
    }),
  }),
  getLoans: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getLoans',
    section: 'wallet',
    summary:
      'Returns the open power loans of the user: what is due, what falls due, and the price of repaying all now.',
    auth: 'required',
    cost: 2,
    data: z.strictObject({ loans: z.array(loanRow), time: timeMs }),
  }),
  getLoanPoolEntries: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getPoolEntries',
    section: 'wallet',
    summary: 'Lists the movements of the pool of power loans, newest first: funding, payouts and repayments.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject(linePageQuery),
    data: pageOf(loanPoolEntryRow),
  }),
  applyLoan: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/apply',
    section: 'wallet',
    summary:
      'Applies for a power loan with three photos of a document. Nothing is paid before the payout. Send the hash of the terms that the user accepted, and the most that they were shown to repay in all: other terms, or more to repay, are refused with LOAN_TERMS_CHANGED.',
    auth: 'required',
    cost: 5,
    opens: () => 'loan',
    act: true,
    stepUp: 'account',
    shows: ({ body: { amount, totalAtMost } }) => factsOf({ amount, totalAtMost }),
    body: z.strictObject({
      offerId: id,
      amount: positiveDecimal,
      /** The most that is repaid in all if each instalment is paid on time, as the borrower was shown it. */
      totalAtMost: positiveDecimal,
      termsHash,
      /** The links that uploads of photos answered. */
      front: fileLink,
      back: fileLink,
      handheld: fileLink,
    }),
    data: loanRecordRow,
  }),
  cancelLoanApplication: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/cancel',
    section: 'wallet',
    summary: 'Takes back an application that is not decided. It costs nothing.',
    auth: 'required',
    keyScope: null,
    act: true,
    body: z.strictObject({ id }),
    data: loanRecordRow,
  }),
  getLoanRecords: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getRecords',
    section: 'wallet',
    summary: 'Lists the applications and power loans of the user, newest first.',
    auth: 'required',
    keyScope: null,
    cost: 3,
    query: z.strictObject({ status: loanRecordStatus.optional(), ...pageQuery, ...timesQuery }),
    data: pageOf(loanRecordRow),
  }),
  getLoanRecord: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/getRecord',
    section: 'wallet',
    summary:
      'Returns an application and the power loan that it became: its schedule as agreed and as it stands, and everything that happened, each with its place in the journal.',
    auth: 'required',
    keyScope: null,
    cost: 3,
    query: z.strictObject({ id: idText }),
    data: loanDetail,
  }),
  repayLoan: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/loan/repay',
    section: 'wallet',
    summary:
      'Repays a power loan out of the spot wallet: what is due first, then overdue interest, then what is not due. No more is taken than is owed.',
    auth: 'required',
    act: true,
    cost: 5,
    body: z.strictObject({
      id,
      /** Null repays all. */
      amount: positiveDecimal.nullable(),
      /** True takes nothing beyond what is due then, such as where a part of it was collected meanwhile. */
      onlyDue: z.boolean().optional(),
    }),
    data: z.strictObject({
      id,
      /** Owed still, at that second. */
      owed: decimal,
    }),
  }),
  getCreditScore: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/creditScore',
    section: 'wallet',
    summary:
      'Returns the credit score of the user with all of its inputs and points, and the limit that follows from it.',
    auth: 'required',
    cost: 3,
    data: creditScoreRow,
  }),
  getCreditChanges: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/loan/creditChanges',
    section: 'wallet',
    summary:
      'Lists the changes of the credit score that the loans of the user made, newest first: why, and the points before and after.',
    auth: 'required',
    keyScope: null,
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(creditChangeRow),
  }),
});
