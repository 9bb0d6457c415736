import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { assertBytes, assertSpent, assertSums } from './asserts.ts';
import { Bindings } from './bindings.ts';
import { SpendMemory, type SpendVersion } from './bitcoin/memory.ts';
import { openSigner, type SignRequest } from './index.ts';
import { walletKeys } from './keystore.ts';

const USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const [BOB, ANN] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];
const keys = walletKeys('test test test test test test test test test test test junk');
const policy = {
  isPractice: true,
  chains: [
    {
      chainId: 31_337,
      mostGas: '1000',
      mostGasPerDay: '5000',
      mostFee: `${10n ** 16n}`,
      assets: [
        {
          code: 'USDT',
          contract: USDT,
          automaticEach: '1000',
          automaticPerDay: '5000',
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
const payment = (withdrawalNo: number): SignRequest => ({
  withdrawalNo,
  chainId: 31_337,
  nonce: withdrawalNo - 1,
  to: BOB!,
  amount: '100',
  asset: { code: 'USDT', contract: USDT },
  gas: '90000',
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '1000000000',
});

type Line = { type: string; [name: string]: unknown };
/** Signs three payments and a version of the third, and gives the file's lines. */
async function written(): Promise<{ readonly at: string; readonly lines: Line[] }> {
  const at = await folder();
  const signer = await open(at);
  await signer.next(3);
  for (const no of [1, 2, 3]) await signer.sign(payment(no));
  await signer.sign({ ...payment(3), maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1500000000' });
  const text = await readFile(join(at, 'bindings.jsonl'), 'utf8');
  return {
    at,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}
const put = (at: string, lines: readonly Line[]) =>
  writeFile(join(at, 'bindings.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const bent = (line: Line, values: object): Line => ({
  ...line,
  binding: { ...(line.binding as object), ...values },
});

/** Each bends the lines of a good file: three payments after the addresses, then a version. */
const broken: Readonly<Record<string, (lines: readonly Line[]) => Line[]>> = {
  SIGNER_NONCE: ([given, first, , third, version]) => [given!, first!, third!, version!],
  SIGNER_AMOUNT: ([given, first, ...rest]) => [given!, bent(first!, { amount: '-5' }), ...rest],
  SIGNER_BOUND_OTHERWISE: ([given, first, ...rest]) => [given!, first!, bent(first!, { to: ANN }), ...rest],
  SIGNER_UNBOUND: (lines) => [...lines.slice(0, 4), { ...lines[4]!, withdrawalNo: 9 }],
  SIGNER_FEE_NOT_RAISED: (lines) => [
    ...lines.slice(0, 4),
    { ...lines[4]!, version: { ...(lines[4]!.version as object), maxFeePerGas: '1' } },
  ],
  SIGNER_ADDRESSES: ([given, ...rest]) => [given!, { ...given!, given: 1 }, ...rest],
};

it.each(Object.entries(broken))(
  '%s: a file that cannot be signs nothing, and goes on once it is put right',
  async (code, bend) => {
    const { at, lines } = await written();
    await put(at, bend(lines));
    const signer = await open(at);
    const refused = { code: 'INVARIANT', message: expect.stringContaining(code) };
    await expect(signer.sign(payment(4))).rejects.toMatchObject(refused);
    await expect(signer.signRow([payment(1)])).rejects.toMatchObject(refused);
    const gas = { ...payment(4), index: 0, nonce: 0, amount: '10' };
    await expect(signer.signGas(gas)).rejects.toMatchObject(refused);
    expect(await signer.hotAddress()).toBe(keys.hot.address);
    await put(at, lines);
    expect((await (await open(at)).signRow([payment(3), payment(4)])).signed).toHaveLength(2);
  },
);

it('knows a line that was written again after a failed sync', async () => {
  const { at, lines } = await written();
  const [given, first, second, ...rest] = lines;
  const again = [given!, first!, second!, first!, second!, ...rest];
  await put(at, again);
  expect((await (await open(at)).signRow([payment(2), payment(4)])).signed).toHaveLength(2);
});

it('signs nothing more once it was about to give bytes that were not asked for', async () => {
  const at = await folder();
  const signTransaction = async () =>
    (await keys.hot.signTransaction({
      type: 'eip1559',
      chainId: 31_337,
      nonce: 0,
      gas: 90_000n,
      to: ANN as `0x${string}`,
      value: 5n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })) as never;
  const otherwise = { ...keys, hot: { ...keys.hot, signTransaction } };
  const signer = await openSigner({ keys: otherwise, folder: at, policy, now: () => 0 });
  const refused = { code: 'INVARIANT', message: expect.stringContaining('SIGNER_BYTES_RECIPIENT') };
  await expect(signer.sign(payment(1))).rejects.toMatchObject(refused);
  await expect(signer.signRow([payment(1)])).rejects.toMatchObject(refused);
  await expect(readFile(join(at, 'bindings.jsonl'), 'utf8')).rejects.toThrow();
  // nothing was bound: another start signs it
  expect((await (await open(at)).signRow([payment(1)])).signed).toHaveLength(1);
});

it('compares each part of a transaction with what was asked for', async () => {
  const { hash, raw } = await (await open(await folder())).sign(payment(1));
  const { asset, ...request } = payment(1);
  const asked = { ...request, contract: asset.contract };
  assertBytes({ hash, raw }, asked);
  const others = {
    SIGNER_BYTES_CHAIN: { chainId: 1 },
    SIGNER_BYTES_NONCE: { nonce: 7 },
    SIGNER_BYTES_RECIPIENT: { to: ANN! },
    SIGNER_BYTES_TOKEN: { contract: null },
    SIGNER_BYTES_AMOUNT: { amount: '101' },
    SIGNER_BYTES_GAS: { gas: '90001' },
    SIGNER_BYTES_FEE: { maxFeePerGas: '2000000001' },
    SIGNER_BYTES_TIP: { maxPriorityFeePerGas: '1000000001' },
  };
  for (const [code, other] of Object.entries(others))
    expect(() => assertBytes({ hash, raw }, { ...asked, ...other })).toThrow(code);
  expect(() => assertBytes({ hash: `0x${'0'.repeat(64)}`, raw }, asked)).toThrow('SIGNER_BYTES_HASH');
  expect(() => assertBytes({ hash, raw: '0x1234' }, asked)).toThrow('SIGNER_BYTES');
});

it('binds no output of a chain of outputs to two payments, over restarts too', async () => {
  const at = join(await folder(), 'outputs.jsonl');
  const lost: string[] = [];
  const read = () => SpendMemory.read(at, ({ code }) => lost.push(code));
  const memory = await read();
  const version = (hash: string, fee: string, inputs: readonly string[]): SpendVersion => ({
    hash,
    raw: '',
    inputs,
    fee,
  });
  const binding = (withdrawalNo: number, paymentNo: number) => ({
    withdrawalNo,
    paymentNo,
    to: 'bcrt1',
    amount: '5',
    day: '2026-01-05',
  });
  await memory.bind(binding(1, 0), version('a', '10', ['x:0']));
  await expect(memory.bind(binding(2, 1), version('b', '10', ['x:0']))).rejects.toThrow(
    'SIGNER_OUTPUT_BOUND',
  );
  await expect(memory.bind(binding(2, 2), version('b', '10', ['y:0']))).rejects.toThrow('SIGNER_NONCE');
  await expect(memory.addVersion(1, version('c', '10', ['x:0']))).rejects.toThrow('SIGNER_FEE_NOT_RAISED');
  await expect(memory.giveAddresses(-1)).rejects.toThrow('SIGNER_ADDRESSES');
  await memory.addVersion(1, version('c', '11', ['x:0']));
  expect((await read()).of(1)?.versions).toHaveLength(2);
  expect(lost).toEqual([]);
  const text = await readFile(at, 'utf8');
  await writeFile(at, text.replace('"paymentNo":0', '"paymentNo":-1'));
  await read();
  // the version's payment was left out
  expect(lost).toEqual(['SIGNER_NONCE', 'SIGNER_UNBOUND']);
});

it('asserts before anything of a line is kept', async () => {
  const at = await folder();
  const bindings = await Bindings.read(join(at, 'bindings.jsonl'), () => {});
  await expect(bindings.addGas(31_337, '2026-01-05', '0')).rejects.toThrow('SIGNER_AMOUNT');
  expect(bindings.gasOn('2026-01-05', 31_337)).toBe(0n);
  await bindings.giveAddresses(3);
  await expect(bindings.giveAddresses(2)).rejects.toThrow('SIGNER_ADDRESSES');
  expect(bindings.given).toBe(3);
});

it('asserts the sums of a day and the id of a spend', () => {
  assertSums(5n, 5n);
  expect(() => assertSums(4n, 5n)).toThrow('SIGNER_DAY_SUM');
  expect(() => assertSums(4n, -1n)).toThrow('SIGNER_DAY_SUM');
  assertSpent('ab', 'ab');
  expect(() => assertSpent('ab', 'cd')).toThrow('SIGNER_BYTES_HASH');
});
