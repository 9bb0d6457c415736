import { Transaction } from '@scure/btc-signer';
import { expect, it } from 'vitest';
import { satoshi } from './amounts.ts';
import { fromHex } from './bytes.ts';
import { merkleRoot, readBlock, readTransaction } from './raw.ts';

/** The first block of Bitcoin. */
const GENESIS = [
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3',
  '888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
  '01',
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d',
  '65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72',
  '2062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6',
  'bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
].join('');

/** The signed example of BIP-143: an input of P2PK and one of P2WPKH. */
const BIP_143 = [
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb',
  '62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed',
  '01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb20600000000197',
  '6a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988',
  'ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f33',
  '58f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
].join('');

it('reads the first block, and recomputes its hash and that of its transaction', () => {
  const block = readBlock(fromHex(GENESIS));
  expect(block).toMatchObject({
    hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    parentHash: '0'.repeat(64),
    timeMs: Date.UTC(2009, 0, 3, 18, 15, 5),
    transactions: [
      {
        hash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        isCoinbase: true,
        outputs: [{ amount: 5_000_000_000n }],
      },
    ],
  });
});

it('refuses a block whose transactions are not those of its header', () => {
  const changed = GENESIS.replace('00f2052a01', '01f2052a01');
  expect(() => readBlock(fromHex(changed))).toThrow(/not those of the header/);
  expect(() => readBlock(fromHex(`${GENESIS}00`))).toThrow(RangeError);
  expect(() => readBlock(fromHex(GENESIS.slice(0, -2)))).toThrow(RangeError);
  const twice = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
  expect(() => merkleRoot([twice, twice])).toThrow(RangeError);
});

it("reads BIP-143's example as the signer's library does", () => {
  const read = readTransaction(fromHex(BIP_143));
  const other = Transaction.fromRaw(fromHex(BIP_143), { disableScriptCheck: true });
  expect(read.hash).toBe(other.id);
  expect(read.weight).toBe(other.weight);
  expect(read.inputs.map(({ hash, index }) => `${hash}:${index}`)).toEqual([
    '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff:0',
    '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef:1',
  ]);
  expect(read.outputs.map(({ amount }) => amount)).toEqual([112_340_000n, 223_450_000n]);
  expect(read.isCoinbase).toBe(false);
});

it('reads amounts of coins without a float', () => {
  expect(satoshi('20999999.97690000')).toBe(2_099_999_997_690_000n);
  expect(satoshi('0.00001000')).toBe(1_000n);
  expect(satoshi('1e-8')).toBe(1n);
  expect(satoshi(50)).toBe(5_000_000_000n);
  for (const text of ['0.000000001', '-1', '', 'NaN', '1,5'])
    expect(() => satoshi(text)).toThrow(/amount|decimals/);
});
