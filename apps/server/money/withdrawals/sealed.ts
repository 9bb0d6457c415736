import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto';
import { noControls, type WithdrawalRequest, withdrawalRequest, withoutLongNumbers } from '@candor/api';
import { compactDecrypt, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** Keys change after so long. The one before is accepted as long again: a page may be open for days. */
const PERIOD_MS = 30 * 86_400_000;
/** A request is taken within this time of when it says that it was made: longer than factors are waited for. */
const LIVES_MS = 15 * 60_000;
/** A clock may be ahead by so much. */
const AHEAD_MS = 60_000;

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const jtiText = z.string().min(16).max(64).regex(noControls);
const sealedText = z.object({ iat: z.number().int(), jti: jtiText }).loose();

/** The id of an encrypted request, and how long it could still be taken. */
export interface PayloadId {
  readonly jti: string;
  readonly expiresAtMs: number;
}

/** A public key for the payloads of withdrawals, as `config.js` names it. */
export interface WithdrawalKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ECDH-ES';
  readonly use: 'enc';
}

/** Requests that arrive encrypted to the key of `config.js`. */
export interface SealedRequests {
  /** The key to encrypt to now. */
  currentKey(): WithdrawalKey;
  /**
   * Opens a request; one in plain JSON is returned as it is, without an id.
   * @throws Refusal WITHDRAWAL_KEY_UNKNOWN, WITHDRAWAL_PAYLOAD_INVALID, WITHDRAWAL_PAYLOAD_OLD
   */
  open(
    userId: number,
    body: WithdrawalRequest | { readonly payload: string },
  ): Promise<{ readonly request: WithdrawalRequest; readonly id: PayloadId | null }>;
}

export interface SealedOptions {
  /** The master key of users' files: every door has it. */
  readonly masterKey: Uint8Array;
  readonly now: () => number;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
/** 32 bytes, big-endian. */
const scalar = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** The key of a period, derived from the master key: doors agree on it without a word, and no key is stored. */
function keyOf(masterKey: Uint8Array, period: number) {
  const info = `candor withdrawal payloads ${period}`;
  const wide = BigInt(`0x${Buffer.from(hkdfSync('sha256', masterKey, '', info, 48)).toString('hex')}`);
  const d = scalar((wide % (ORDER - 1n)) + 1n);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const coordinates = { x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
  const jwk = { kty: 'EC', crv: 'P-256', ...coordinates } as const;
  return {
    secret: createPrivateKey({ key: { ...jwk, d: base64url(d) }, format: 'jwk' }),
    shown: { kid: `withdrawal-${period}`, ...jwk, alg: 'ECDH-ES', use: 'enc' } as const,
  };
}

export async function openSealedRequests({ masterKey, now }: SealedOptions): Promise<SealedRequests> {
  const periodOf = (timeMs: number) => Math.floor(timeMs / PERIOD_MS);
  const kept = new Map<number, ReturnType<typeof keyOf>>();
  const keyAt = (period: number) => {
    const known = kept.get(period) ?? keyOf(masterKey, period);
    kept.set(period, known);
    return known;
  };

  async function decrypted(payload: string): Promise<unknown> {
    const period = periodOf(now());
    try {
      const { kid } = decodeProtectedHeader(payload);
      const key = [keyAt(period), keyAt(period - 1)].find(({ shown }) => shown.kid === kid);
      if (key === undefined) throw new Refusal('WITHDRAWAL_KEY_UNKNOWN');
      const { plaintext } = await compactDecrypt(payload, key.secret, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      const text = new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
      return withoutLongNumbers(text, JSON.parse(text));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
        throw new Refusal('WITHDRAWAL_PAYLOAD_INVALID');
      throw error;
    }
  }

  return {
    currentKey: () => keyAt(periodOf(now())).shown,
    async open(userId, body) {
      if (!('payload' in body)) return { request: body, id: null };
      const text = sealedText.safeParse(await decrypted(body.payload));
      if (!text.success) throw new Refusal('WITHDRAWAL_PAYLOAD_INVALID');
      const { iat, jti, sub, ...rest } = text.data;
      // One user's request says nothing under another's name.
      if (sub !== String(userId)) throw new Refusal('WITHDRAWAL_PAYLOAD_INVALID');
      const madeMs = iat * 1_000;
      if (madeMs > now() + AHEAD_MS || now() - madeMs > LIVES_MS) throw new Refusal('WITHDRAWAL_PAYLOAD_OLD');
      const request = withdrawalRequest.safeParse(rest);
      if (!request.success)
        throw new Refusal('INVALID_INPUT', { field: String(request.error.issues[0]?.path[0] ?? 'payload') });
      return { request: request.data, id: { jti, expiresAtMs: madeMs + LIVES_MS + AHEAD_MS } };
    },
  };
}

/** Notes an encrypted request within the transaction that does it. @throws Refusal WITHDRAWAL_PAYLOAD_REPLAYED */
export async function takePayload(
  trx: Trx,
  userId: number,
  { jti, expiresAtMs }: PayloadId,
  nowMs: number,
): Promise<void> {
  await trx
    .deleteFrom('withdrawals.payload')
    .where('user_id', '=', BigInt(userId))
    .where('expires_at', '<', new Date(nowMs))
    .execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('withdrawals.payload')
    .values({ user_id: userId, jti, expires_at: new Date(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('WITHDRAWAL_PAYLOAD_REPLAYED');
}
