/** How a message reaches a person. */
export type Channel = 'email' | 'sms';

/**
 * The kinds of messages. A kind with a code shows one of six digits, which `codeOf` derives. Each kind has its texts in
 * the catalogues, in the room `mail`: `mail.<kind>.subject`, `.text` and `.sms`. The kind
 * `newDevice` alone has a link, which freezes an account and logs nobody in.
 */
export const messageKinds = {
  codeRegister: { hasCode: true },
  codeLogin: { hasCode: true },
  codeReset: { hasCode: true },
  codeBind: { hasCode: true },
  codeConfirm: { hasCode: true },
  accountExists: { hasCode: false },
  passwordChanged: { hasCode: false },
  contactChanged: { hasCode: false },
  securityChanged: { hasCode: false },
  newDevice: { hasCode: false },
} as const satisfies Record<string, { readonly hasCode: boolean }>;

export type MessageKind = keyof typeof messageKinds;
