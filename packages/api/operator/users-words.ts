// apart from the calls, so that a page that names them ships no schema

/** Why an operator looks at an account, each with a text `review.reason.look.<reason>` in all languages. */
export const lookReasons = ['request', 'check', 'payment', 'risk', 'complaint'] as const;
export type LookReason = (typeof lookReasons)[number];

/** Why an operator ends the sessions of an account, each with a text `review.reason.sessions.<reason>` in all languages. */
export const sessionEndReasons = ['asked', 'takeover', 'lostDevice', 'leak'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

/** Parts of a user's timeline. */
export const timelineParts = ['access', 'identity', 'money', 'trading', 'operators', 'messages'] as const;
export type TimelinePart = (typeof timelineParts)[number];

/** Kinds of events of a user's timeline, each with a text `console.users.event.<kind>`. */
export const timelineKinds = [
  'registered',
  'login',
  'frozen',
  'authenticatorBound',
  'passkeyAdded',
  'fundPasswordSet',
  'holdBegun',
  'apiKeyMade',
  'kycSubmitted',
  'kycDecided',
  'depositSeen',
  'depositEnded',
  'withdrawalStep',
  'balanceMoved',
  'spotOrder',
  'contractOrder',
  'secondOpened',
  'secondEnded',
  'swapDone',
  'operatorActed',
  'noteWritten',
  'messageSent',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Kinds of words in a fact of the timeline. Each word has a text `console.facts.<of>.<word>` in all languages. */
export const factKinds = [
  'method',
  'hold',
  'scope',
  'level',
  'kyc',
  'kycReason',
  'deposit',
  'withdrawal',
  'withdrawalReason',
  'entry',
  'side',
  'way',
  'result',
  'act',
  'role',
  'code',
  'channel',
  'message',
  'messageState',
] as const;
export type FactKind = (typeof factKinds)[number];
