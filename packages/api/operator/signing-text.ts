/**
 * The text by which an operator proves to hold a new signing key. Its first line keeps it apart from the approvals that
 * the key signs later.
 */
export function signingKeyText(operator: string, publicKey: string): string {
  return ['Candor signing key of an operator, version 1', `operator: ${operator}`, `key: ${publicKey}`].join(
    '\n',
  );
}
