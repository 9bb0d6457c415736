/** A login message holds for so long. */
export const LOGIN_MS = 5 * 60_000;
const STATEMENT =
  'Link this wallet to your Candor account. Signing moves nothing, approves nothing and costs nothing.';
/** The hosts of a developer's machine. */
const LOCAL = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

export interface LoginMessage {
  readonly origin: URL;
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedMs: number;
}

/** Writes the text of a login by EIP-4361. It is compared whole, so that nothing in it needs to be read again. */
export function loginMessage({ origin, address, chainId, nonce, issuedMs }: LoginMessage): string {
  return [
    `${origin.host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    STATEMENT,
    '',
    `URI: ${origin.origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedMs).toISOString()}`,
    `Expiration Time: ${new Date(issuedMs + LOGIN_MS).toISOString()}`,
  ].join('\n');
}

/** Returns the origin that a wallet compares with its page: the public one; on a developer's machine the local host asked for. */
export function originOf(publicUrl: string | null, host: string | undefined): URL {
  if (publicUrl !== null) return new URL(publicUrl);
  return new URL(`http://${host !== undefined && LOCAL.test(host) ? host : 'localhost'}`);
}
