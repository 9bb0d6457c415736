export type ContactKind = 'email' | 'phone';

/** The first characters of a contact and the last, as the account's name is shown elsewhere. */
export const masked = (kind: ContactKind, value: string): string =>
  kind === 'email'
    ? `${value.slice(0, 2)}****${value.slice(-2)}`
    : `${value.slice(0, 3)}****${value.slice(-4)}`;
