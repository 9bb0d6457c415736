import type { UserInfo } from '@candor/api';
import type { MessageId } from '@candor/i18n';
import type { ReactNode } from 'react';
import { masked } from '../common/masked.ts';
import type { Security } from '../data/index.ts';
import { AntiPhishingForm } from './anti-phishing.tsx';
import { AuthenticatorForm } from './authenticator.tsx';
import { ContactForm } from './contacts.tsx';
import type { SettingFormOptions } from './form-frame.tsx';
import { Passkeys } from './passkeys.tsx';
import { FundPasswordForm, LoginPasswordForm } from './passwords.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The parts of the user that settings show. */
export type Contacts = Pick<UserInfo, 'email' | 'phone'>;

/** Shown state of a setting: `on` and `none` stand for words; null where it is always set. */
export type SettingState = null | 'on' | 'none' | { readonly value: string } | { readonly codesLeft: number };

export interface AccountSetting {
  readonly title: MessageId;
  readonly text: MessageId;
  readonly state: (security: Security, contacts: Contacts) => SettingState;
  /** Withdrawals wait after a change; anti-phishing words hold nothing back. */
  readonly holds: boolean;
  readonly form: (options: SettingFormOptions) => ReactNode;
  /** The page stays after the act: it lists what there is, or shows what it made. */
  readonly stays?: boolean;
}

const onOrNone = (isOn: boolean): SettingState => (isOn ? 'on' : 'none');
const valueOrNone = (value: string | null): SettingState => (value === null ? 'none' : { value });

/** The security settings by the last part of their address. */
export const accountSettings = {
  google: {
    title: 'account.authenticator.title',
    text: 'account.authenticator.text',
    state: ({ authenticator }) => onOrNone(authenticator),
    holds: true,
    form: (options) => <AuthenticatorForm {...options} />,
  },
  passkeys: {
    title: 'account.passkeys.title',
    text: 'account.passkeys.text',
    state: ({ passkeys }) => onOrNone(passkeys.length > 0),
    holds: true,
    form: (options) => <Passkeys {...options} />,
    stays: true,
  },
  'recovery-codes': {
    title: 'account.recovery.title',
    text: 'account.recovery.text',
    state: ({ recoveryCodesLeft: left }) => (left === null ? 'none' : { codesLeft: left }),
    holds: true,
    form: (options) => <RecoveryCodes {...options} />,
  },
  'login-pwd': {
    title: 'account.password.login',
    text: 'account.password.loginText',
    state: () => null,
    holds: true,
    form: ({ onDone }) => <LoginPasswordForm onDone={onDone} />,
  },
  'trade-pwd': {
    title: 'account.password.fund',
    text: 'account.password.fundText',
    state: ({ fundPassword }) => onOrNone(fundPassword),
    holds: true,
    form: (options) => <FundPasswordForm {...options} />,
  },
  email: {
    title: 'account.contact.email',
    text: 'account.contact.text',
    state: (_security, { email }) => valueOrNone(email === null ? null : masked('email', email)),
    holds: true,
    form: ({ onDone }) => <ContactForm kind="email" onDone={onDone} />,
  },
  phone: {
    title: 'account.contact.phone',
    text: 'account.contact.text',
    state: (_security, { phone }) => valueOrNone(phone === null ? null : masked('phone', phone)),
    holds: true,
    form: ({ onDone }) => <ContactForm kind="phone" onDone={onDone} />,
  },
  'anti-code': {
    title: 'account.antiPhishing.title',
    text: 'account.antiPhishing.text',
    state: ({ antiPhishing }) => valueOrNone(antiPhishing),
    holds: false,
    form: (options) => <AntiPhishingForm {...options} />,
  },
} as const satisfies Record<string, AccountSetting>;

export type SettingName = keyof typeof accountSettings;

/** Returns the setting of an address; null for one that does not exist. */
export const settingOf = (name: string): AccountSetting | null =>
  Object.hasOwn(accountSettings, name) ? accountSettings[name as SettingName] : null;
