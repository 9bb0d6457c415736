import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTransaction } from 'viem';
import { afterAll, expect, it } from 'vitest';
import { connectSigner, openSigner, type SignRequest, serveSigner } from './index.ts';
import { walletKeys } from './keystore.ts';
import { LineFile } from './line-file.ts';

const USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const keys = walletKeys('test test test test test test test test test test test junk');
const policy = {
  isPractice: true,
  chains: [
    {
      chainId: 31_337,
      mostGas: '1',
      mostGasPerDay: '1',
      mostFee: `${10n ** 16n}`,
      assets: [
        {
          code: 'USDT',
          contract: USDT,
          automaticEach: '1000',
          automaticPerDay: '1500',
          most: '9000',
          mostPerDay: '12000',
        },
      ],
    },
  ],
};
const folders: string[] = [];
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'signer-'));
  folders.push(made);
  return made;
}
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

const open = (at: string) => openSigner({ keys, folder: at, policy, now: () => Date.UTC(2026, 0, 5) });
/** The payment of a withdrawal whose nonce is one less than its number. */
const payment = (withdrawalNo: number, amount = '100'): SignRequest => ({
  withdrawalNo,
  chainId: 31_337,
  nonce: withdrawalNo - 1,
  to: BOB,
  amount,
  asset: { code: 'USDT', contract: USDT },
  gas: '90000',
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '1000000000',
});
const bound = async (at: string): Promise<number[]> => {
  const text = await readFile(join(at, 'bindings.jsonl'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).binding.withdrawalNo as number);
};

it('is signed in its order, on disk before it leaves, and again with the same bytes', async () => {
  const at = await folder();
  const row = [payment(1), payment(2), payment(3)];
  const first = await (await open(at)).signRow(row);
  expect(first.refused).toBeNull();
  expect(first.signed.map(({ raw }) => parseTransaction(raw).nonce ?? 0)).toEqual([0, 1, 2]);
  expect(await bound(at)).toEqual([1, 2, 3]);
  const next = await open(at);
  expect(await next.signRow(row)).toEqual(first);
  expect((await next.signRow([payment(3), payment(4)])).signed[0]).toEqual(first.signed[2]);
  expect(await bound(at)).toEqual([1, 2, 3, 4]);
});

it('ends before the first that is refused, and binds nothing behind it', async () => {
  const at = await folder();
  const signer = await open(at);
  // the very first payment of a chain: nothing says yet which nonce is next
  const none = await signer.signRow([payment(1, '1001'), payment(2)]);
  expect(none).toMatchObject({ signed: [], refused: { code: 'APPROVALS_NEEDED' } });
  expect(await bound(at)).toEqual([]);
  // the sum of the day counts those before it in the same row
  const some = await signer.signRow([payment(1, '800'), payment(2, '700'), payment(3, '1'), payment(4, '1')]);
  expect(some.signed).toHaveLength(2);
  expect(some.refused).toMatchObject({ code: 'APPROVALS_NEEDED' });
  expect(await bound(at)).toEqual([1, 2]);
});

it('is bound in no part where it could not be put on disk', async () => {
  const at = await folder();
  const signer = await open(at);
  await signer.signRow([payment(1)]);
  const append = LineFile.prototype.appendAll;
  LineFile.prototype.appendAll = async () => {
    throw new Error('no space left');
  };
  try {
    await expect(signer.signRow([payment(2, '700'), payment(3, '700')])).rejects.toThrow('no space left');
  } finally {
    LineFile.prototype.appendAll = append;
  }
  expect(await bound(at)).toEqual([1]);
  // others take their nonces and their part of the day
  const row = [
    { ...payment(2, '700'), withdrawalNo: 8 },
    { ...payment(3, '700'), withdrawalNo: 9 },
  ];
  expect(await signer.signRow(row)).toMatchObject({ refused: null });
  expect(await bound(at)).toEqual([1, 8, 9]);
});

it('crosses the socket whole, and has an end', async () => {
  const at = await folder();
  const path = join(at, 'signer.sock');
  const stop = await serveSigner(await open(at), path);
  const signer = connectSigner(path);
  const answer = await signer.signRow([payment(1), payment(2, '1001'), payment(3)]);
  expect(answer.signed).toHaveLength(1);
  expect(answer.refused).toMatchObject({ code: 'APPROVALS_NEEDED' });
  for (const row of [[], Array.from({ length: 101 }, (_, i) => payment(i + 2, '1'))])
    await expect(signer.signRow(row)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  await stop();
});
