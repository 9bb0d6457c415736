/**
 * The login name in a form that asks for a password alone, unseen: a password manager fills in, and saves, the password of
 * this account.
 */
export function ManagedName({ value }: { readonly value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />;
}
