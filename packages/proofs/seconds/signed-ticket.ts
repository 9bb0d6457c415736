import type { SecondTicket } from './receipt.ts';

/** The exchange's public key for tickets, as a JSON web key. */
export interface TicketKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** Base64url. */
  readonly x: string;
  readonly kid: string;
}

/** Type that precedes the terms in a signed ticket. */
export const TICKET_TYPE = 'candor-second-ticket+jws';

/**
 * Reads a ticket (a compact JSON web signature) and checks that this key signed it. Null for anything else, and where
 * the browser knows no Ed25519.
 */
export async function readSignedTicket(signed: string, key: TicketKey): Promise<SecondTicket | null> {
  const parts = signed.split('.');
  if (parts.length !== 3) return null;
  try {
    const [head, body, signature] = parts.map(fromBase64Url) as [Bytes, Bytes, Bytes];
    const header = JSON.parse(new TextDecoder().decode(head)) as Record<string, unknown>;
    if (header.alg !== 'EdDSA' || header.typ !== TICKET_TYPE || header.kid !== key.kid) return null;
    const { kty, crv, x } = key;
    const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const said = new TextEncoder().encode(`${parts[0]}.${parts[1]}`);
    if (!(await crypto.subtle.verify('Ed25519', imported, signature, said))) return null;
    return JSON.parse(new TextDecoder().decode(body)) as SecondTicket;
  } catch {
    return null;
  }
}

/** True when two tickets say the same: the one that was signed and the one that a receipt states. */
export function sameTicket(a: SecondTicket, b: SecondTicket): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
