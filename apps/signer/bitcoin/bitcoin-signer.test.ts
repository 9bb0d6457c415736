import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BITCOIN_MAINNET, BITCOIN_REGTEST } from '@candor/chains';
import { buildPsbt, readTransaction, scriptOfAddress, toHex } from '@candor/chains/bitcoin';
import { RawTx, Transaction } from '@scure/btc-signer';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { allowKey } from '../allowed-keys.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { approvalText } from '../protocol.ts';
import { connectSigner, serveSigner } from '../socket.ts';
import {
  bitcoinKeys,
  bitcoinPolicy,
  connectOutputSigner,
  openBitcoinSigner,
  type SpendRequest,
} from './index.ts';

const WORDS = 'test test test test test test test test test test test junk';
const keys = bitcoinKeys(WORDS, BITCOIN_REGTEST);
const policy = bitcoinPolicy(true);
const NETWORK = BITCOIN_REGTEST;
const DAY_MS = 86_400_000;
const STRANGER = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const made: string[] = [];
let nowMs = Date.UTC(2026, 0, 5);
let at = '';

const folder = async () => {
  made.push(await mkdtemp(join(tmpdir(), 'candor-bitcoin-signer-')));
  return made.at(-1)!;
};
const open = (place = at) => openBitcoinSigner({ keys, folder: place, policy, now: () => nowMs });
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error) => error.code ?? String(error),
  );
afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true, force: true }))));
beforeEach(async () => {
  at = await folder();
  nowMs = Date.UTC(2026, 0, 5);
});

interface Input {
  readonly key: number | 'hot';
  readonly hash: string;
  readonly index: number;
  readonly previous: string;
  readonly amount: bigint;
}

/** A transaction of a stranger that pays one of our keys. */
function funded(key: number | 'hot', amount: bigint): Input {
  const { address } = key === 'hot' ? keys.hot : keys.deposit(key);
  const previous = toHex(
    RawTx.encode({
      version: 2,
      segwitFlag: false,
      witnesses: [],
      lockTime: 0,
      inputs: [{ txid: randomBytes(32), index: 0, finalScriptSig: new Uint8Array(), sequence: 1 }],
      outputs: [{ amount, script: scriptOfAddress(address, NETWORK)! }],
    } as never),
  );
  const { hash } = readTransaction(new Uint8Array(Buffer.from(previous, 'hex')));
  return { key, hash, index: 0, previous, amount };
}

/** A payment from inputs, with its change. */
function spend(
  inputs: readonly Input[],
  more: Partial<SpendRequest> & { readonly fee?: bigint } = {},
): SpendRequest {
  const { fee = 1_000n, ...rest } = more;
  const amount = BigInt(rest.amount ?? 1_000_000n);
  const to = rest.to ?? STRANGER;
  const total = inputs.reduce((sum, each) => sum + each.amount, 0n);
  const change = total - amount - fee;
  const outputs = [
    { script: scriptOfAddress(to, NETWORK)!, amount },
    ...(change > 0n ? [{ script: scriptOfAddress(keys.hot.address, NETWORK)!, amount: change }] : []),
  ];
  return {
    withdrawalNo: 7,
    chainId: NETWORK.chainId,
    paymentNo: 0,
    to,
    asset: { code: 'BTC', contract: null },
    amount: `${amount}`,
    psbt: buildPsbt(inputs, outputs).unsigned,
    keys: inputs.map(({ key }) => key),
    ...rest,
  };
}

async function ready(count = 5) {
  const signer = await open();
  await signer.next(count);
  return signer;
}

describe('keys', () => {
  it("are BIP-84's, and no address is given twice", async () => {
    const signer = await open();
    const first = await signer.next(2);
    expect(first.map(({ index }) => index)).toEqual([0, 1]);
    expect(first[0]?.address).toBe(keys.deposit(0).address);
    expect(new Set([...first.map(({ address }) => address), await signer.hotAddress()]).size).toBe(3);
    expect((await (await open()).next(1))[0]?.index).toBe(2);
    expect(await codeOf(signer.next(0))).toBe('REQUEST_INVALID');
    // BIP-84's own words give BIP-84's own address.
    const words =
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
    expect(bitcoinKeys(words, BITCOIN_MAINNET).deposit(0).address).toBe(
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    );
  });

  it('of one network are opened with the limits of no other', async () => {
    const real = { keys, folder: at, policy: bitcoinPolicy(false), now: () => nowMs };
    await expect(openBitcoinSigner(real)).rejects.toThrow(/different networks/);
    expect(bitcoinPolicy(false).network).toBe(BITCOIN_MAINNET);
  });
});

describe('a payment', () => {
  it('is signed by the keys of its inputs, and gets the same bytes again', async () => {
    const signer = await ready();
    const request = spend([funded(0, 700_000n), funded('hot', 600_000n)]);
    const signed = await signer.signSpend(request);
    const { hash, outputs, inputs } = readTransaction(new Uint8Array(Buffer.from(signed.raw, 'hex')));
    expect(hash).toBe(signed.hash);
    expect(inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
    expect(outputs.map(({ amount }) => amount)).toEqual([1_000_000n, 299_000n]);
    expect(await signer.signSpend(request)).toEqual(signed);
    // Also from a signer that was killed.
    expect(await (await open()).signSpend(request)).toEqual(signed);
  });

  it('is bound to its recipient, its amount and its number', async () => {
    const signer = await ready();
    const coin = funded(0, 5_000_000n);
    await signer.signSpend(spend([coin]));
    for (const other of [{ amount: '1000001' }, { to: keys.deposit(3).address }, { paymentNo: 1 }])
      expect(await codeOf(signer.signSpend(spend([coin], { ...other, fee: 9_000n })))).toBe(
        'BOUND_OTHERWISE',
      );
    expect(
      await codeOf(signer.signSpend(spend([funded(1, 5_000_000n)], { withdrawalNo: 8, paymentNo: 0 }))),
    ).toBe('BOUND_OTHERWISE');
    expect(
      await codeOf(signer.signSpend(spend([funded(1, 5_000_000n)], { withdrawalNo: 8, paymentNo: 2 }))),
    ).toBe('NONCE_NOT_NEXT');
  });

  it('takes no input that another payment has', async () => {
    const signer = await ready();
    const coin = funded(0, 5_000_000n);
    await signer.signSpend(spend([coin]));
    const other = spend([coin], { withdrawalNo: 8, paymentNo: 1 });
    expect(await codeOf(signer.signSpend(other))).toBe('BOUND_OTHERWISE');
    expect(await codeOf((await open()).signSpend(other))).toBe('BOUND_OTHERWISE');
    const merge = buildPsbt(
      [coin],
      [{ script: scriptOfAddress(keys.hot.address, NETWORK)!, amount: 4_999_000n }],
    );
    expect(
      await codeOf(signer.signMerge({ chainId: NETWORK.chainId, psbt: merge.unsigned, keys: [0] })),
    ).toBe('BOUND_OTHERWISE');
  });

  it('is replaced only by one that spends all earlier inputs for a higher fee', async () => {
    const signer = await ready();
    const [first, second, third] = [funded(0, 1_005_000n), funded(1, 900_000n), funded(2, 3_000_000n)];
    await signer.signSpend(spend([first]));
    expect(await codeOf(signer.signSpend(spend([third], { fee: 9_000n })))).toBe('INPUTS_MISSING');
    expect(await codeOf(signer.signSpend(spend([first, second], { fee: 1_000n })))).toBe('FEE_NOT_RAISED');
    await signer.signSpend(spend([first, second], { fee: 9_000n }));
    // The first version's inputs alone are not enough any more.
    expect(await codeOf(signer.signSpend(spend([first, third], { fee: 20_000n })))).toBe('INPUTS_MISSING');
    expect((await signer.signSpend(spend([second, first, third], { fee: 20_000n }))).hash).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });

  it('pays nobody but its recipient and the hot wallet', async () => {
    const signer = await ready();
    const coin = funded(0, 5_000_000n);
    const pay = { script: scriptOfAddress(STRANGER, NETWORK)!, amount: 1_000_000n };
    const to = (address: string, amount: bigint) => ({ script: scriptOfAddress(address, NETWORK)!, amount });
    const wrong = [
      [pay, to(keys.deposit(1).address, 3_999_000n)],
      [to(STRANGER, 999_999n), to(keys.hot.address, 3_999_000n)],
      [to(keys.hot.address, 3_999_000n), pay],
      [pay, to(keys.hot.address, 1_000_000n), to(STRANGER, 2_999_000n)],
    ];
    for (const outputs of wrong) {
      const request = { ...spend([coin]), psbt: buildPsbt([coin], outputs).unsigned };
      expect(await codeOf(signer.signSpend(request))).toMatch(/REQUEST_INVALID|ADDRESS_REFUSED/);
    }
    expect(await codeOf(signer.signSpend(spend([coin], { to: keys.hot.address })))).toBe('ADDRESS_REFUSED');
    // Another user's deposit address is a recipient like any other.
    expect(await codeOf(signer.signSpend(spend([coin], { to: keys.deposit(2).address })))).toBeNull();
  });

  it('believes no amount of an input, no foreign key and no strange PSBT', async () => {
    const signer = await ready();
    const coin = funded(0, 5_000_000n);
    const request = spend([coin]);
    const lying = Transaction.fromPSBT(new Uint8Array(Buffer.from(request.psbt, 'base64')));
    // The transaction that made the input says 5,000,000: a smaller one would hide a fee.
    const other = funded(0, 2_000_000n);
    const swapped = { ...coin, previous: other.previous };
    expect(() => buildPsbt([swapped], [])).toThrow();
    const bare = new Transaction();
    const { script } = { script: scriptOfAddress(keys.deposit(0).address, NETWORK)! };
    bare.addInput({
      txid: coin.hash,
      index: 0,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount: 2_000_000n },
    });
    for (let i = 0; i < lying.outputsLength; i++) {
      const { script: out, amount } = lying.getOutput(i);
      bare.addOutput({ script: out!, amount: amount! });
    }
    const withoutPrevious = Buffer.from(bare.toPSBT()).toString('base64');
    expect(await codeOf(signer.signSpend({ ...request, psbt: withoutPrevious }))).toBe('REQUEST_INVALID');
    expect(await codeOf(signer.signSpend({ ...request, keys: [1] }))).toBe('REQUEST_INVALID');
    expect(await codeOf(signer.signSpend({ ...request, keys: [] }))).toBe('REQUEST_INVALID');
    expect(await codeOf(signer.signSpend({ ...request, keys: [99] }))).toBe('INDEX_UNKNOWN');
    for (const psbt of ['', 'AAAA', 'x'.repeat(500)])
      expect(await codeOf(signer.signSpend({ ...request, psbt }))).toBe('REQUEST_INVALID');
    expect(await codeOf(signer.signSpend({ ...request, chainId: BITCOIN_MAINNET.chainId }))).toBe(
      'CHAIN_NOT_LISTED',
    );
    expect(await codeOf(signer.signSpend({ ...request, amount: '-1' }))).toBe('REQUEST_INVALID');
    expect(await codeOf(signer.signSpend(spend([coin], { fee: 1_000_001n })))).toBe('FEE_TOO_HIGH');
    // None of these bound anything.
    expect(await codeOf(signer.signSpend(request))).toBeNull();
  });
});

describe('limits', () => {
  const operators = ['ann', 'ben'].map((name) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
    return { name, publicKey: raw, fingerprint: fingerprintOf(raw), privateKey };
  });
  const approved = (request: SpendRequest, feeCeiling = '50000') => {
    const expiresAtMs = nowMs + 60_000;
    const text = approvalText({ ...request, feeCeiling, expiresAtMs });
    const signatures = operators.map(({ publicKey, privateKey }) => ({
      publicKey,
      signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    }));
    return { ...request, approved: { feeCeiling, expiresAtMs, signatures } };
  };

  it('of one payment and of a day hold without the server', async () => {
    const signer = await ready();
    const big = spend([funded(0, 600_000_000n)], { amount: '5000001' });
    expect(await codeOf(signer.signSpend(big))).toBe('APPROVALS_NEEDED');
    for (let no = 0; no < 40; no++)
      await signer.signSpend(
        spend([funded(0, 6_000_000n)], { withdrawalNo: no + 100, paymentNo: no, amount: '5000000' }),
      );
    const over = spend([funded(0, 6_000_000n)], { withdrawalNo: 900, paymentNo: 40, amount: '1' });
    expect(await codeOf((await open()).signSpend(over))).toBe('APPROVALS_NEEDED');
    nowMs += DAY_MS;
    expect(await codeOf(signer.signSpend(over))).toBeNull();
  });

  it('are passed by two operators, who approved this payment and its fee', async () => {
    for (const { name, fingerprint } of operators) await allowKey(at, name, fingerprint, nowMs);
    const signer = await ready();
    const coin = funded(0, 600_000_000n);
    const request = spend([coin], { amount: '400000000', fee: 40_000n });
    expect(await codeOf(signer.signSpend({ ...approved(request), amount: '400000001' }))).toBe(
      'REQUEST_INVALID',
    );
    expect(await codeOf(signer.signSpend(approved(request, '39999')))).toBe('FEE_TOO_HIGH');
    const one = approved(request);
    const alone = { ...one, approved: { ...one.approved, signatures: one.approved.signatures.slice(0, 1) } };
    expect(await codeOf(signer.signSpend(alone))).toBe('APPROVALS_NEEDED');
    expect(await codeOf(signer.signSpend(approved(request)))).toBeNull();
    const dearer = spend([coin], { amount: '400000000', fee: 50_001n });
    expect(await codeOf(signer.signSpend(dearer))).toBe('FEE_TOO_HIGH');
    const most = approved(
      spend([funded(1, 900_000_000n)], { withdrawalNo: 8, paymentNo: 1, amount: '500000001' }),
    );
    expect(await codeOf(signer.signSpend(most))).toBe('LIMIT_REACHED');
  });
});

it('puts coins together at the hot wallet alone, for a bounded cost', async () => {
  const signer = await ready();
  const coins = [funded(0, 10_000_000n), funded(1, 20_000_000n)];
  const merge = (to: string, fee: bigint, inputs = coins) => ({
    chainId: NETWORK.chainId,
    keys: inputs.map(({ key }) => key),
    psbt: buildPsbt(inputs, [
      {
        script: scriptOfAddress(to, NETWORK)!,
        amount: inputs.reduce((sum, { amount }) => sum + amount, 0n) - fee,
      },
    ]).unsigned,
  });
  expect(await codeOf(signer.signMerge(merge(STRANGER, 1_000n)))).toBe('ADDRESS_REFUSED');
  expect(await codeOf(signer.signMerge(merge(keys.hot.address, 1_000_001n)))).toBe('FEE_TOO_HIGH');
  const signed = await signer.signMerge(merge(keys.hot.address, 1_000n));
  expect(await (await open()).signMerge(merge(keys.hot.address, 1_000n))).toEqual(signed);
  for (let i = 0; i < 9; i++)
    await signer.signMerge(merge(keys.hot.address, 1_000_000n, [funded(0, 2_000_000n)]));
  expect(await codeOf(signer.signMerge(merge(keys.hot.address, 1_000_000n, [funded(0, 2_000_000n)])))).toBe(
    'LIMIT_REACHED',
  );
});

it('answers on the socket of the other signer', async () => {
  const path = join(at, 'signer.sock');
  const none = { hotAddress: async () => 'evm' } as never;
  const stop = await serveSigner(none, path, { outputs: await open() });
  const signer = connectOutputSigner(path);
  expect(await signer.hotAddress()).toBe(keys.hot.address);
  expect(await connectSigner(path).hotAddress()).toBe('evm');
  expect((await signer.next(3)).map(({ index }) => index)).toEqual([0, 1, 2]);
  const request = spend([funded(2, 5_000_000n)]);
  expect((await signer.signSpend(request)).hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await codeOf(signer.signSpend({ ...request, amount: '7' }))).toBe('REQUEST_INVALID');
  await stop();
  const alone = await serveSigner(none, path);
  expect(await codeOf(signer.hotAddress())).toBe('REQUEST_INVALID');
  await alone();
});
