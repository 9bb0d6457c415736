import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { Refusal } from '../../base/errors/refusal.ts';
import { openSealedRequests } from './sealed.ts';

const USER = 7;
const nowMs = Date.UTC(2026, 4, 1);
const sealed = await openSealedRequests({ masterKey: Buffer.alloc(32, 8), now: () => nowMs });
const key = sealed.currentKey() as unknown as JWK;
const claims = {
  coin: 'USDT',
  network: 'practice-evm',
  address: `0x${'a'.repeat(40)}`,
  amount: '10',
  fee: '1',
  fundPassword: 'ab'.repeat(32),
  sub: String(USER),
  iat: nowMs / 1_000,
  jti: 'x'.repeat(20),
};

const sealTo = async (jwk: JWK, header: object = {}, more: object = {}) =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ ...claims, ...more })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid!, ...header })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
const payload = await sealTo(key);

/** The key of the refusal. Any other error would be an answer of the kind 5xx. */
async function refusalOf(text: string): Promise<string | null> {
  try {
    await sealed.open(USER, { payload: text });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.key;
    throw error;
  }
}
const REFUSED = /^(WITHDRAWAL_(KEY_UNKNOWN|PAYLOAD_INVALID|PAYLOAD_OLD)|INVALID_INPUT)$/;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = JSON.parse(Buffer.from(payload.split('.')[0]!, 'base64url').toString()) as Record<
  string,
  unknown
>;
const withHeader = (more: object) =>
  [encode({ ...header, ...more }), ...payload.split('.').slice(1)].join('.');

test('what was sealed to the key opens, and for its own user alone', async () => {
  expect(await refusalOf(payload)).toBeNull();
  await expect(sealed.open(USER + 1, { payload })).rejects.toMatchObject({
    key: 'WITHDRAWAL_PAYLOAD_INVALID',
  });
});

test('an id that the database cannot hold is refused in words', async () => {
  for (const letter of ['\0', '\n', '\u009f', '\u202e', '\ud800'])
    expect(await refusalOf(await sealTo(key, {}, { jti: `an-id-of-its-own${letter}` })), letter).toBe(
      'WITHDRAWAL_PAYLOAD_INVALID',
    );
});

test('one letter altered anywhere is refused in words', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ é\\0'.split('');
  await fc.assert(
    fc.asyncProperty(fc.nat(payload.length - 1), fc.constantFrom(...letters), async (at, letter) => {
      if (payload[at] === letter) return;
      const refused = await refusalOf(payload.slice(0, at) + letter + payload.slice(at + 1));
      // The last letter of a part has spare bits, which say nothing.
      const isEndOfPart = payload[at + 1] === '.' || at === payload.length - 1;
      if (!isEndOfPart || refused !== null) expect(refused).toMatch(REFUSED);
    }),
    { numRuns: 400, seed: 12 },
  );
});

test('cut, doubled, swapped and random text is refused in words', async () => {
  const parts = payload.split('.');
  const cases = [
    '',
    '.',
    '....',
    'a.b.c.d.e',
    parts.slice(0, 4).join('.'),
    `${payload}.x`,
    payload + payload,
    parts.toReversed().join('.'),
    parts.map(() => parts[0]).join('.'),
    payload.toUpperCase(),
    ...Array.from({ length: 40 }, (_, at) => payload.slice(0, at * 10)),
  ];
  for (const text of cases) expect(await refusalOf(text), text.slice(0, 40)).toMatch(REFUSED);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.base64String(), { minLength: 5, maxLength: 5 }), async (random) => {
      expect(await refusalOf(random.join('.'))).toMatch(REFUSED);
      expect(await refusalOf([parts[0], ...random.slice(1)].join('.'))).toMatch(REFUSED);
    }),
    { numRuns: 150, seed: 13 },
  );
});

test('a header that asks for anything else is refused in words', async () => {
  const epk = header.epk as Record<string, string>;
  const b64 = (length: number) => randomBytes(length).toString('base64url');
  const headers: readonly object[] = [
    { alg: 'dir' },
    { alg: 'none' },
    { alg: 'RSA-OAEP' },
    { alg: 'ECDH-ES+A256KW' },
    { alg: 'PBES2-HS256+A128KW', p2c: 1e9, p2s: 'AAAA' },
    { enc: 'A128GCM' },
    { enc: 'A128CBC-HS256' },
    { enc: 'none' },
    { zip: 'DEF' },
    { crit: ['exp'], exp: 1 },
    { b64: false, crit: ['b64'] },
    { kid: 'withdrawal-0' },
    { kid: '' },
    { kid: null },
    { kid: { toString: 'x' } },
    { kid: '__proto__' },
    { epk: undefined },
    { epk: null },
    { epk: 'x' },
    { epk: {} },
    { epk: [] },
    // points that are not on the curve, of another curve, or no points
    { epk: { ...epk, x: b64(32), y: b64(32) } },
    { epk: { ...epk, x: epk.y, y: epk.x } },
    { epk: { ...epk, y: undefined } },
    { epk: { ...epk, x: b64(31) } },
    { epk: { ...epk, x: b64(4_000) } },
    { epk: { ...epk, x: '', y: '' } },
    { epk: { ...epk, x: 'A'.repeat(43), y: 'A'.repeat(43) } },
    { epk: { ...epk, crv: 'P-384' } },
    { epk: { ...epk, crv: 'secp256k1' } },
    { epk: { kty: 'OKP', crv: 'X25519', x: b64(32) } },
    { epk: { kty: 'RSA', n: b64(256), e: 'AQAB' } },
    { epk: { kty: 'oct', k: b64(32) } },
    { epk: { ...epk, d: b64(32) } },
    { apu: 'x'.repeat(10_000) },
    { apu: 5 },
    { apv: {} },
    { apu: '!!' },
  ];
  for (const more of headers) {
    const refused = await refusalOf(withHeader(more));
    expect(refused, JSON.stringify(more)).toMatch(REFUSED);
  }
});

test('a payload sealed to another key, or to a key of an earlier period, is refused in words', async () => {
  const other = await openSealedRequests({ masterKey: Buffer.alloc(32, 9), now: () => nowMs });
  expect(await refusalOf(await sealTo(other.currentKey() as unknown as JWK))).toBe(
    'WITHDRAWAL_PAYLOAD_INVALID',
  );
  const old = await openSealedRequests({
    masterKey: Buffer.alloc(32, 8),
    now: () => nowMs - 90 * 86_400_000,
  });
  const oldKey = old.currentKey() as unknown as JWK;
  expect(await refusalOf(await sealTo(oldKey, { kid: oldKey.kid! }))).toBe('WITHDRAWAL_KEY_UNKNOWN');
  expect(await refusalOf(await sealTo(oldKey))).toBe('WITHDRAWAL_PAYLOAD_INVALID');
});
