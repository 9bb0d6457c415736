import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Call, calls, operatorCalls } from '@candor/api';
import { expect, it } from 'vitest';
import { EncodedBody, encodingOf, isCompressible, LEAST_COMPRESSED_BYTES } from './encodings.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip; Q=0', null],
  ['deflate', null],
  ['brotli', null],
  ['', null],
  [`${'x;q=0,'.repeat(2_000)}br`, null],
  [undefined, null],
])('of "%s" the encoding is %s', (header, encoding) => {
  expect(encodingOf(header)).toBe(encoding);
});

it('no answer with a token, a code or an invitation is compressed, and no act', () => {
  const compressed = (table: Readonly<Record<string, Call>>) =>
    Object.values(table)
      .filter(isCompressible)
      .map(({ name }) => name);
  expect(compressed(operatorCalls)).toEqual([]);
  expect(compressed(calls)).toEqual(expect.arrayContaining(['getCandles', 'getContract', 'getMyBill']));
  const secret = ['register', 'login', 'refreshToken', 'logout', 'getInfo', 'exchange', 'transfer'];
  expect(compressed(calls).filter((name) => secret.includes(name))).toEqual([]);
});

it('a body is compressed once for each encoding, and not at all where it is small', async () => {
  const long = Buffer.from('a candle '.repeat(1_000));
  const body = new EncodedBody(long);
  const [first, second] = await Promise.all([body.for('br'), body.for('gzip, br')]);
  expect(first.encoding).toBe('br');
  expect(first.bytes).toBe(second.bytes);
  expect(brotliDecompressSync(first.bytes)).toEqual(long);
  expect(gunzipSync((await body.for('gzip')).bytes)).toEqual(long);
  expect(await body.for(undefined)).toEqual({ bytes: long, encoding: null });
  const short = new EncodedBody(long.subarray(0, LEAST_COMPRESSED_BYTES - 1));
  expect((await short.for('br')).encoding).toBeNull();
});
