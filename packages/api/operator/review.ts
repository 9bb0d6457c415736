import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, idText, nothing, textLine, textLines, timeMs } from '../scalars.ts';
import { signature } from './fields.ts';
import { REVIEW_QUESTION_LENGTH } from './review-limits.ts';
import { filterText, tablePage, tableQuery, userIdText } from './tables.ts';

const code = z.string().regex(/^[a-z][A-Za-z0-9]{1,39}$/);
/** `ask`: the user is asked for more, and an answer is a later version. */
const verdict = z.enum(['approve', 'reject', 'ask']);

/** More items than any checklist has. */
const MOST_CHECKS = 40;

export const reviewState = z.enum(['open', 'claimed', 'decided', 'withdrawn']);

export const reviewRow = z.strictObject({
  id: z.number().int(),
  kind: z.string(),
  /** The product's own id of what is judged, and its version. */
  subject: z.string(),
  version: z.number().int(),
  userId: z.number().int(),
  priority: z.number().int(),
  /** Its worth when it entered, in USDT; null where nothing is paid, or nobody values the coin. */
  value: decimal.nullable(),
  state: reviewState,
  createTime: timeMs,
  deadline: timeMs,
  /** Operator who has it in hand or decided it. */
  operator: z.string().nullable(),
  isOwn: z.boolean(),
  /** True for one that waits, and for one whose claim may be taken over. */
  canClaim: z.boolean(),
  verdict: verdict.nullable(),
  reason: z.string().nullable(),
  endTime: timeMs.nullable(),
});

/** A change of an account's factors, or a hold that began; `hold` is the reason of one. */
export const factorChange = z.strictObject({
  change: z.enum(['authenticatorBound', 'passkeyAdded', 'fundPasswordSet', 'holdBegun']),
  hold: z.string().nullable(),
  time: timeMs,
});

/** An account from which money is to leave. */
const reviewAccount = z.strictObject({
  registered: timeMs,
  identity: z.enum(['none', 'primary', 'advanced']),
  /** Changes of the last 30 days, newest first. */
  factorChanges: z.array(factorChange),
  /** Amounts that came in, summed by kind of entry and coin, the latest first. */
  sources: z.array(z.strictObject({ entry: z.string(), amount: z.string(), count: z.number().int() })),
});

/** An item with all that its reviewer sees. */
export const reviewItem = z.strictObject({
  ...reviewRow.shape,
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** The names of its pictures. */
  images: z.array(z.string()),
  /** The text that an approval signs with the operator's key; null for a kind that needs no signature. */
  toSign: z.string().nullable(),
  /** True where an approval names a reference from outside, such as a bank's. */
  asksReference: z.boolean(),
  /** The pictures that the operator was served: a verdict needs all of them. */
  seen: z.array(z.string()),
  reasons: z.strictObject({
    approve: z.array(z.string()),
    reject: z.array(z.string()),
    /** Subjects of a question to the user; none where the kind has no questions. */
    ask: z.array(z.string()),
  }),
  /** Items of the published checklist, each of which a decision answers; none where the kind has no checklist. */
  checklist: z.array(code),
  /** True where an approval is the first of two: nothing changes for the user by it. */
  isFirst: z.boolean(),
  /** Facts about an account before money leaves it; null for other kinds. */
  account: reviewAccount.nullable(),
  notes: z.array(z.strictObject({ operator: z.string(), text: z.string(), time: timeMs })),
});

const act = {
  method: 'POST',
  section: 'operator',
  auth: 'required',
  act: true,
  params: z.strictObject({ id: idText }),
} as const;

export const reviewDeskCalls = defineCalls({
  getReviews: defineCall({
    method: 'GET',
    path: '/api/console/reviews',
    section: 'operator',
    summary:
      'Lists what waits for a reviewer: what is late first, then by priority and deadline. With `ended`, what was decided, newest first.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['time', 'deadline', 'kind', 'value']),
      kind: code.optional(),
      ended: z.enum(['yes', 'no']).optional(),
      userId: userIdText.optional(),
      /** A part of the name of who has it in hand or decided it. */
      operator: filterText.optional(),
    }),
    data: tablePage(reviewRow),
  }),
  getReviewKinds: defineCall({
    method: 'GET',
    path: '/api/console/reviewKinds',
    section: 'operator',
    summary: 'Lists the kinds of reviews that the operator may judge, with what waits and since when.',
    auth: 'required',
    data: z.array(z.strictObject({ kind: z.string(), waiting: z.number().int(), oldest: timeMs.nullable() })),
  }),
  getReview: defineCall({
    method: 'GET',
    path: '/api/console/reviews/{id}',
    section: 'operator',
    summary: 'Returns an item with facts, evidence, coded reasons and notes.',
    auth: 'required',
    params: z.strictObject({ id: idText }),
    data: reviewItem,
  }),
  getReviewPicture: defineCall({
    method: 'GET',
    path: '/api/console/reviews/{id}/picture/{name}',
    section: 'operator',
    summary: 'Returns a picture of the evidence. Logged.',
    auth: 'required',
    params: z.strictObject({ id: idText, name: code }),
    data: z.strictObject({ type: z.enum(['image/jpeg', 'image/png', 'image/webp']), base64: z.string() }),
  }),
  claimReview: defineCall({
    ...act,
    path: '/api/console/reviews/{id}/claim',
    summary: 'Takes an item in hand, so that nobody else decides it. Logged.',
    data: reviewRow,
  }),
  releaseReview: defineCall({
    ...act,
    path: '/api/console/reviews/{id}/release',
    summary: 'Puts an item back into the queue. Logged.',
    data: reviewRow,
  }),
  noteReview: defineCall({
    ...act,
    path: '/api/console/reviews/{id}/note',
    summary: 'Adds a note for other operators; the user does not see it. Logged.',
    body: z.strictObject({ text: z.string().trim().min(1).max(1_000) }),
    data: nothing,
  }),
  decideReview: defineCall({
    ...act,
    path: '/api/console/reviews/{id}/decide',
    summary:
      'Decides an item in hand by a coded reason, which the user reads in the user’s own language. Logged.',
    body: z.strictObject({
      version: z.number().int(),
      verdict,
      reason: code,
      /** Signature of the operator's signing key over `toSign`, for an approval that needs one. */
      signature: signature.optional(),
      /** An answer to every item of the checklist; a question needs none. */
      checks: z
        .array(z.strictObject({ code, isMet: z.boolean() }))
        .max(MOST_CHECKS)
        .optional(),
      /** The question, as the user reads it. */
      question: textLines(1, REVIEW_QUESTION_LENGTH).optional(),
      /** From outside, such as a bank's, for an approval that asks for it. */
      reference: textLine(4, 64).optional(),
    }),
    data: reviewRow,
  }),
});

export type ReviewRow = z.output<typeof reviewRow>;
export type FactorChange = z.output<typeof factorChange>;
export type ReviewAccount = z.output<typeof reviewAccount>;
export type ReviewItemRow = z.output<typeof reviewItem>;
