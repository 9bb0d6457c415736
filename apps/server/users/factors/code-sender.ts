import type { ConfirmedAct, Language } from '@candor/api';

interface CodeFlow {
  /** The challenge or the login that the code is for: tries of another do not burn it. */
  readonly browser: string;
  readonly purpose: 'confirm' | 'bind';
  readonly channel: 'email' | 'sms';
  readonly to: string;
}

/** Codes by mail and SMS, as step-up needs them. */
export interface CodeSender {
  send(
    request: CodeFlow & {
      readonly ip: string;
      /** The asker's own count of codes, apart from that of strangers. */
      readonly device?: string | null;
      readonly language: Language;
      readonly userId: number | null;
      readonly antiPhishing: string | null;
      /** The act that the code confirms. */
      readonly act?: ConfirmedAct;
      readonly send: 'code' | { readonly notice: 'accountExists' };
    },
  ): Promise<{ readonly expiresAtMs: number; readonly resendAtMs: number }>;
  /** Uses a code up. @throws Refusal CODE_WRONG */
  use(flow: CodeFlow, code: string): Promise<void>;
}
