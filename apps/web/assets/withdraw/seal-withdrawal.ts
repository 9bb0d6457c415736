import type { PlatformConfig, WithdrawalRequest } from '@candor/api';
import { loadFile } from '@candor/ui';

type Key = PlatformConfig['withdrawalKey'];

const ID_BYTES = 16;
/** A retry within this time sends the same bytes again: the server knows it by them. */
const KEPT_MS = 10 * 60_000;

/** Encrypts requests of withdrawals to the key of `config.js`, each once. */
export type SealWithdrawal = (
  request: WithdrawalRequest,
) => Promise<WithdrawalRequest | { readonly payload: string }>;

/**
 * Returns a function that encrypts. The same request gets the same bytes for ten minutes, so that a retry under the same
 * key is the same act. Without a key the request leaves in plain JSON, which the server takes as well.
 */
export function createSeal(key: Key | undefined, userId: number, nowMs: () => number): SealWithdrawal {
  let last: { readonly text: string; readonly payload: string; readonly madeMs: number } | null = null;
  return async (request) => {
    if (key === undefined) return request;
    const text = JSON.stringify(request);
    if (last?.text === text && nowMs() - last.madeMs < KEPT_MS) return { payload: last.payload };
    const { CompactEncrypt, importJWK } = await loadFile(() => import('jose'));
    const id = crypto.getRandomValues(new Uint8Array(ID_BYTES));
    const jti = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const madeMs = nowMs();
    const claims = { ...request, sub: String(userId), iat: Math.floor(madeMs / 1_000), jti };
    const payload = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
      .encrypt(await importJWK(key, 'ECDH-ES'));
    last = { text, payload, madeMs };
    return { payload };
  };
}
