import type { NamedRole, OperatorRole } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';

/** Outcome of a review. */
export type ReviewVerdict = 'approve' | 'reject';

/** An item of the queue, as its kind gets it. */
export interface ReviewItem {
  readonly id: number;
  readonly kind: string;
  /** The kind's own id of what is judged. */
  readonly subject: string;
  /** Version of the subject: a decision on an earlier version is refused. */
  readonly version: number;
  /** The user whom it concerns. */
  readonly userId: number;
}

/** The operator who looks or decides. */
export interface Reviewer {
  readonly operatorId: number;
  readonly name: string;
  /** Users read it where an act concerns them. */
  readonly role: OperatorRole;
}

/** A decision, as its kind gets it within the transaction that holds it. */
export interface ReviewDecision {
  readonly verdict: ReviewVerdict;
  /** One of the kind's coded reasons; the user reads its words in the user's own language. */
  readonly reason: string;
  readonly reviewer: Reviewer;
  /** Signature by the reviewer's registered key over what `signs` returned; null where nothing is signed. */
  readonly signature: ReviewSignature | null;
  /** Reference that the approval must name, such as a bank's; null without. */
  readonly reference: string | null;
  /** Items of the kind's checklist that the reviewer found not met; empty for an approval. */
  readonly unmet: readonly string[];
  readonly timeMs: number;
}

/** A question to the user, which ends the item: the answer enters a later version. */
export interface ReviewQuestion {
  /** One of the kind's coded reasons. */
  readonly reason: string;
  /** The reviewer's words, which the user reads. */
  readonly text: string;
  readonly reviewer: Reviewer;
  readonly timeMs: number;
}

/** An operator's Ed25519 signature, in base64url. */
export interface ReviewSignature {
  readonly publicKey: string;
  readonly signature: string;
}

/** The reviewer's view of an item: facts as label and value, and evidence in pictures. */
export interface ReviewFile {
  /** Labels are words of `review.fact.<kind>.<name>`. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Titles are words of `review.image.<kind>.<name>`; `picture` is asked for each by its name. */
  readonly images: readonly string[];
  /** True where an approval is the first of two: nothing changes for the user by it. */
  readonly isFirst?: boolean;
}

/** A picture as it is shown: re-encoded by its kind, never a file as a user sent it. */
export interface ReviewPicture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** A kind of review: a product plugs into the queue by one declaration. */
export interface ReviewKind {
  /** Unique, and kept in rows. Its words are `review.kind.<kind>`. */
  readonly kind: string;
  /** Time from entering to the moment by which it should be decided. */
  readonly deadlineMs: number;
  /** The coded reasons of each verdict, with the words `review.reason.<kind>.<code>` in all languages. */
  readonly reasons: Readonly<Record<ReviewVerdict, readonly string[]>>;
  /** The reasons that fit one item, where its kind has several steps; `reasons` has all of them. */
  readonly reasonsOf?: (item: ReviewItem) => ReviewKind['reasons'];
  /**
   * Items that the reviewer answers one by one, with the words `review.check.<kind>.<code>`, which users read as well. An
   * approval needs a yes to each.
   */
  readonly checklist?: readonly string[];
  /** Questions that the kind may ask the user, by coded reasons as those of verdicts, and what asking means. */
  readonly asks?: {
    readonly reasons: readonly string[];
    readonly onAsked: (trx: Trx, item: ReviewItem, question: ReviewQuestion) => Promise<void>;
  };
  /** True for an item whose approval needs a reference from outside, such as a bank's. */
  readonly asksReference?: (item: ReviewItem) => boolean;
  /** The roles that see, claim and decide it, beside admin; `review` by default. */
  readonly roles?: readonly NamedRole[];
  /** True for a kind that lets money leave: the reviewer also sees the account's age, factors and where its money came from. */
  readonly showsAccount?: boolean;
  /** Reads what the reviewer sees. Note the look here where the user is to see who looked. */
  readonly read: (item: ReviewItem, reviewer: Reviewer) => Promise<ReviewFile>;
  /** Reads one of its pictures; null for an unknown name. Left out by a kind without evidence. */
  readonly picture?: (item: ReviewItem, name: string, reviewer: Reviewer) => Promise<ReviewPicture | null>;
  /** The operators who approved it before: neither they, nor whom they added lately, give the next approval. */
  readonly approvers?: (item: ReviewItem) => Promise<readonly number[]>;
  /**
   * The text that an approval signs with the reviewer's key; null where the item can be approved no more. Left out by a
   * kind whose approvals need no signature.
   */
  readonly signs?: (item: ReviewItem) => Promise<string | null>;
  /** Does what the decision means, in the transaction that holds it: both are there, or neither. */
  readonly onDecided: (trx: Trx, item: ReviewItem, decision: ReviewDecision) => Promise<void>;
}

/** Entry of items by a product, in any process. */
export type ReviewKindName = Pick<ReviewKind, 'kind' | 'deadlineMs'>;

const codePattern = /^[a-z][A-Za-z0-9]{1,39}$/;

/** Declares a kind of review. @throws RangeError for codes that no message id could have, and a verdict without any */
export function defineReviewKind(kind: ReviewKind): ReviewKind {
  const { approve, reject } = kind.reasons;
  const more = [...(kind.asks?.reasons ?? []), ...(kind.checklist ?? [])];
  for (const code of [kind.kind, ...approve, ...reject, ...more])
    if (!codePattern.test(code)) throw new RangeError(`${code} is no code of a review`);
  if (approve.length === 0 || reject.length === 0)
    throw new RangeError(`the review ${kind.kind} has a verdict without a reason`);
  if (kind.deadlineMs <= 0) throw new RangeError(`the review ${kind.kind} has no deadline`);
  return kind;
}
