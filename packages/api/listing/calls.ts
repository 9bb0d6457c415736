import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { uploadedFile } from '../files/calls.ts';
import { idText, pageOf, pageQuery, textLines, timeMs, timesQuery } from '../scalars.ts';
import {
  LISTING_ANSWER_LENGTH,
  listingChecks,
  listingQuestions,
  listingRejections,
  listingStates,
} from './constants.ts';
import { listingContents, listingForm } from './form.ts';

const id = z.number().int().positive();
const state = z.enum(listingStates);
/** Counts the changes: an act names the one that its user saw. */
const version = z.number().int().positive();

/** An application in the list. */
const row = {
  id,
  state,
  project: z.string(),
  symbol: z.string(),
  createTime: timeMs,
  changeTime: timeMs,
  /** Latest sending; null for a draft. */
  sendTime: timeMs.nullable(),
  /** Time by which it is decided, while it is under review. */
  dueTime: timeMs.nullable(),
  decideTime: timeMs.nullable(),
};

export const listingSummary = z.strictObject(row);

export const listingApplication = z.strictObject({
  ...row,
  version,
  form: listingContents,
  files: z.array(uploadedFile.pick({ id: true, link: true, expireTime: true })),
  /** One round for each sending: with the answer that it brought, and the question that it led to. */
  rounds: z.array(
    z.strictObject({
      sendTime: timeMs,
      answer: z.string().nullable(),
      question: z.strictObject({ code: z.enum(listingQuestions), text: z.string(), time: timeMs }).nullable(),
    }),
  ),
  /** Approvals of the round that is under review. */
  approvals: z.number().int().nonnegative(),
  reason: z.enum(listingRejections).nullable(),
  /** Items of the checklist that it did not meet, where it was rejected. */
  unmet: z.array(z.enum(listingChecks)),
});

const act = { method: 'POST', section: 'content', auth: 'required', act: true } as const;

export const listingCalls = defineCalls({
  getListings: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/listing/list',
    section: 'content',
    summary: 'Lists own applications for the listing of a token, newest first.',
    auth: 'required',
    query: z.strictObject({ ...pageQuery, ...timesQuery }),
    data: pageOf(listingSummary),
  }),
  getListing: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/listing/detail',
    section: 'content',
    summary: 'Returns an own application with its questions, answers and decision.',
    auth: 'required',
    query: z.strictObject({ id: idText }),
    data: listingApplication,
  }),
  saveListing: defineCall({
    ...act,
    cost: 5,
    path: '/api/{head}/coin/listing/save',
    summary:
      'Saves a draft, or the form while a question is open. Without `id` it begins one. Nothing is fetched from its links.',
    body: z.strictObject({
      /** The application and its version as seen; left out for a new one. */
      of: z.strictObject({ id, version }).optional(),
      form: listingForm,
    }),
    data: listingApplication,
  }),
  sendListing: defineCall({
    ...act,
    cost: 5,
    path: '/api/{head}/coin/listing/send',
    summary:
      'Sends an application for review, or the answer to a question. It costs nothing, and two operators decide by the published checklist.',
    body: z.strictObject({
      id,
      version,
      /** Answer to the open question; left out where none is open. */
      answer: textLines(1, LISTING_ANSWER_LENGTH).optional(),
      /** True: the rules of listing were read. */
      accepted: z.literal(true),
    }),
    data: listingApplication,
  }),
  withdrawListing: defineCall({
    ...act,
    path: '/api/{head}/coin/listing/withdraw',
    summary: 'Withdraws an application before it is decided, or discards a draft.',
    body: z.strictObject({ id }),
    data: listingApplication,
  }),
});

export type ListingSummary = z.output<typeof listingSummary>;
export type ListingApplication = z.output<typeof listingApplication>;
