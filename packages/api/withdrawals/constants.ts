/** Words of withdrawals. No schemas: browsers load this module. */

/** `chain`: to an address. `bank`: to the bound bank card. */
export const WITHDRAWAL_METHODS = ['chain', 'bank'] as const;
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];

/** Withdrawal limits of a UTC day in USDT, by how far the identity is verified. */
export const DAILY_LIMITS_USDT = { none: '10000', primary: '50000', advanced: '200000' } as const;
export type VerifiedLevel = keyof typeof DAILY_LIMITS_USDT;

/** The network of withdrawals to a bank card. */
export const BANK_NETWORK = 'bank';

/** The clock of a withdrawal, in its order; the last three end it. */
export const WITHDRAWAL_STATES = [
  'requested',
  'confirming',
  'checks',
  'review',
  'signing',
  'broadcast',
  'done',
  'rejected',
  'cancelled',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** The coded reason of a state; none for a state that needs no words. */
export const WITHDRAWAL_REASONS = [
  /** Confirming: the first withdrawal to this address; its owner enters the code of a message. */
  'newAddress',
  /** Review: above the amount that is paid without one. */
  'amount',
  /** Review: the account was frozen, or withdrawals wait after a change of a factor. */
  'hold',
  /** Review: the signer asks for two operators. */
  'limit',
  /** Review: the operators' signatures expired before it was signed. */
  'expired',
  /** Review: an earlier payment to the address failed in the recipient's own code. */
  'failedBefore',
  /** Signing: the hot wallet waits for coins. */
  'refill',
  /** Signing: the chain's node or the signer does not answer. */
  'unreachable',
  /** Signing: the chain refuses the payment now; it is tried again, and ends once a final block refuses it as well. */
  'refusedNow',
  /** Signing: the network names no price that can be trusted; it goes on by itself once it does. */
  'noPrice',
  /** Broadcast: the network took its block back; the same payment was sent again. */
  'reorganised',
  /** Custody of the coin is short on its chains; it goes on by itself once the books agree. */
  'books',
  /** A deposit of its owner left its chain, and the coins are not there any more; it goes on once that is settled. */
  'takenBack',
  /** Signing, broadcast: the wallet is stopped until two operators have checked it against its chain. */
  'stopped',
  /** Something about it does not add up: it goes on once two operators have checked it. */
  'halted',
  /** Signing: the coin is no longer listed on the network, as its token is not as it is listed. */
  'delisted',
  /** Rejected: another transaction took the place of its payment, which can never be mined. */
  'replaced',
  /** Rejected: the balance did not cover it. */
  'balance',
  /** Rejected: the token refused the transfer. */
  'token',
  /** Rejected: the recipient cannot be paid. */
  'address',
  /** Rejected: the recipient's own code failed when it was paid; the published fee is kept. */
  'recipient',
  /** Rejected: the code of the linked wallet was delegated, so that rewards of mining would be somebody else's to take. */
  'delegated',
  /** Rejected: the recipient takes more gas than a payment may. */
  'gas',
  /** Rejected by operators, before their reasons had codes. */
  'operators',
  /** Rejected by an operator: the account is frozen. */
  'frozen',
  /** Rejected by an operator: signs that somebody else requested it. */
  'takeover',
  /** Rejected by an operator: the recipient stands on a sanctions list. */
  'sanctioned',
  /** Rejected by an operator, whom the owner asked to. */
  'asked',
  /** Rejected: the bank refused the card. */
  'card',
  /** Rejected: the identity check names another person than the card. */
  'personChanged',
  /** Cancelled: its owner did not confirm the address in time. */
  'unconfirmed',
  /** Cancelled by its owner. */
  'owner',
] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** A reason by its words: where one makes a withdrawal wait and also rejects one, each has a text of its own. */
export type WithdrawalReasonWord = WithdrawalReason | 'books.rejected' | 'takenBack.rejected';

/** Returns the word of a reason, the last part of its text's id. */
export function withdrawalReasonWord(reason: WithdrawalReason, isRejected: boolean): WithdrawalReasonWord {
  return isRejected && (reason === 'books' || reason === 'takenBack') ? `${reason}.rejected` : reason;
}

/** The published rules by which an operator may reject a withdrawal: each is a reason that its owner reads. */
export const WITHDRAWAL_REJECTIONS = [
  'frozen',
  'takeover',
  'sanctioned',
  'asked',
] as const satisfies readonly WithdrawalReason[];
export type WithdrawalRejection = (typeof WITHDRAWAL_REJECTIONS)[number];

/** The published rules by which an operator may reject a payout by bank. */
export const PAYOUT_REJECTIONS = [
  'frozen',
  'takeover',
  'sanctioned',
  'asked',
  'card',
] as const satisfies readonly WithdrawalReason[];
/** Hours that the approval of a payout by bank may take, and as many again the payment. */
export const PAYOUT_STEP_HOURS = 12;

/** Minutes within which the first withdrawal to an address is confirmed. */
export const WITHDRAWAL_CONFIRM_MINUTES = 30;
/** Channels of the code that confirms an address. */
export const CONFIRM_CHANNELS = ['email', 'sms'] as const;
export type ConfirmChannel = (typeof CONFIRM_CHANNELS)[number];

/** Hours within which two operators decide a withdrawal that waits for a review. */
export const WITHDRAWAL_REVIEW_HOURS = 20;

/** The spec's three statuses, which the clock maps to. */
export const WITHDRAWAL_STATUSES = ['review', 'passed', 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

const statuses: Readonly<Record<WithdrawalState, WithdrawalStatus>> = {
  requested: 'review',
  confirming: 'review',
  checks: 'review',
  review: 'review',
  signing: 'review',
  broadcast: 'review',
  done: 'passed',
  rejected: 'failed',
  cancelled: 'failed',
};

/** Maps a state of the clock to one of under review, passed and failed. */
export function withdrawalStatusOf(state: WithdrawalState): WithdrawalStatus {
  return statuses[state];
}
