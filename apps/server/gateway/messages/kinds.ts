/** Channel by which a message reaches a person. */
export type Channel = 'email' | 'sms';

/** The withdrawal that a message is about, as it names it: `amount` is a decimal, `network` a code. */
export interface WithdrawalNotice {
  readonly amount: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
}

/**
 * The page that a link of a message opens: at `/user/<use>`, and for `setup` at `/setup` of the console. `support` opens the
 * support dialog and needs no secret; `chat` shows a conversation that was begun without an account.
 */
export type LinkUse = 'freeze' | 'recover' | 'setup' | 'support' | 'chat';

/**
 * The kinds of messages. A kind with a code shows one of six digits, which `codeOf` derives. Each kind has its texts in
 * the catalogues, in the room `mail`: `mail.<kind>.subject`, `.text` and `.sms`. A kind with a link names its use: it
 * freezes an account, cancels the request to remove its factors, or says what support answers, and logs nobody in. A link
 * of use `setup` goes to a new operator, and no other operator reads it.
 */
export const messageKinds = {
  codeRegister: { hasCode: true },
  codeLogin: { hasCode: true },
  codeReset: { hasCode: true },
  codeBind: { hasCode: true },
  codeConfirm: { hasCode: true },
  codeWithdrawal: { hasCode: true, link: 'freeze' },
  accountExists: { hasCode: false },
  passwordChanged: { hasCode: false, link: 'support' },
  contactChanged: { hasCode: false, link: 'support' },
  securityChanged: { hasCode: false, link: 'support' },
  withdrawalAsked: { hasCode: false, link: 'support' },
  sessionsEnded: { hasCode: false, link: 'support' },
  loggedOutEverywhere: { hasCode: false, link: 'support' },
  newDevice: { hasCode: false, link: 'freeze' },
  dataReady: { hasCode: false, link: 'support' },
  closingAsked: { hasCode: false },
  closingSoon: { hasCode: false },
  closingCancelled: { hasCode: false, link: 'support' },
  closingStopped: { hasCode: false },
  accountClosed: { hasCode: false },
  recoveryAsked: { hasCode: false, link: 'recover' },
  recoveryRefused: { hasCode: false, link: 'support' },
  recoveryCancelled: { hasCode: false, link: 'support' },
  recoveryDone: { hasCode: false, link: 'support' },
  supportAnswered: { hasCode: false, link: 'chat' },
  notice: { hasCode: false },
  operatorSetup: { hasCode: false, link: 'setup' },
} as const satisfies Record<string, { readonly hasCode: boolean; readonly link?: LinkUse }>;

export type MessageKind = keyof typeof messageKinds;

/** The use of the link of a kind; null for a kind without one. */
export const linkUse = (kind: MessageKind): LinkUse | null => {
  const declared: { readonly hasCode: boolean; readonly link?: LinkUse } = messageKinds[kind];
  return declared.link ?? null;
};
