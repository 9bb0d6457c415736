const dots = '••••';
const noAccount = '--';

/** The label of an account: 2 + 2 characters of the email, else 3 + 4 of the phone, else `--`. */
export function maskAccount(account: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): string {
  if (account.email) return keepEnds(account.email, 2, 2);
  if (account.phone) return keepEnds(account.phone, 3, 4);
  return noAccount;
}

/** Too short a text would be given away by its ends: then only the first character stays. */
function keepEnds(text: string, head: number, tail: number): string {
  const characters = [...text];
  if (characters.length <= head + tail) return `${characters[0]}${dots}`;
  return `${characters.slice(0, head).join('')}${dots}${characters.slice(-tail).join('')}`;
}
