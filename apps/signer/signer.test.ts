import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Approved,
  allowKey,
  approvalText,
  connectSigner,
  fingerprintOf,
  forbidKey,
  openSigner,
  practiceWallet,
  readAllowedKeys,
  type Signer,
  type SignRequest,
  serveSigner,
} from './index.ts';
import { openWords, sealWords, walletKeys } from './keystore.ts';
import { readKeystore } from './wallet-file.ts';

/** The words of every development node, whose addresses are published. */
const KNOWN = 'test test test test test test test test test test test junk';
const USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DAY_MS = 86_400_000;

const operators = ['ann', 'ben', 'eve'].map((name) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
  return { name, privateKey, publicKey: raw, fingerprint: fingerprintOf(raw) };
});
const [ann, ben, eve] = operators as [Operator, Operator, Operator];
type Operator = (typeof operators)[number];
const policy = {
  isPractice: true,
  chains: [
    {
      chainId: 31_337,
      mostGas: '20000000000000000',
      mostGasPerDay: '40000000000000000',
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
        {
          code: 'ETH',
          contract: null,
          automaticEach: '10',
          automaticPerDay: '15',
          most: '90',
          mostPerDay: '200',
        },
      ],
    },
  ],
};
const keys = walletKeys(KNOWN);
const folders: string[] = [];
let nowMs = Date.UTC(2026, 0, 5);

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'signer-'));
  folders.push(made);
  return made;
}
const open = (at: string): Promise<Signer> => openSigner({ keys, folder: at, policy, now: () => nowMs });
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))));

const request = (more: Partial<SignRequest> = {}): SignRequest => ({
  withdrawalNo: 1,
  chainId: 31_337,
  nonce: 0,
  to: BOB,
  asset: { code: 'USDT', contract: USDT },
  amount: '700',
  gas: '90000',
  maxFeePerGas: '2000000000',
  maxPriorityFeePerGas: '1000000000',
  ...more,
});

/** A signer whose list has ann and ben. */
async function withOperators() {
  const at = await folder();
  for (const { name, fingerprint } of [ann, ben]) await allowKey(at, name, fingerprint, nowMs);
  return { at, own: await open(at) };
}

/** Makes these operators' signatures over a payment. */
function approved(of: SignRequest, people: readonly Operator[], more: Partial<Approved> = {}): Approved {
  const terms = { feeCeiling: `${10n ** 15n}`, expiresAtMs: nowMs + DAY_MS, ...more };
  const text = Buffer.from(approvalText({ ...of, ...terms }));
  const signatures = people.map(({ publicKey, privateKey }) => ({
    publicKey,
    signature: signWith(null, text, privateKey).toString('base64url'),
  }));
  return { ...terms, signatures };
}
/** The same bytes in base64url with other spare bits at the end. */
function otherLetters(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return `${text.slice(0, -1)}${letters[letters.indexOf(text.at(-1)!) + 1]}`;
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describe('keys', () => {
  it('lie on the paths of BIP-44', () => {
    expect(keys.depositAddress(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(keys.depositAddress(1)).toBe(BOB);
    expect(keys.hot.address).not.toBe(keys.depositAddress(0));
  });

  it('are encrypted at rest and open by their passphrase alone', async () => {
    const at = await folder();
    const made = await practiceWallet(at, 'open sesame');
    const again = await practiceWallet(at, 'open sesame');
    expect(again.hot.address).toBe(made.hot.address);
    const keystore = (await readKeystore(at))!;
    expect(JSON.stringify(keystore)).not.toMatch(/ /);
    expect(() => openWords(keystore, 'open sesam')).toThrow('does not open');
    expect(openWords(sealWords(KNOWN, 'x'), 'x')).toBe(KNOWN);
  });
});

describe('the mode of the journal', () => {
  it('opens no signer for a chain of the other mode', async () => {
    const of = (isPractice: boolean, chainId: number) => ({
      isPractice,
      chains: [{ ...policy.chains[0]!, chainId }],
    });
    const opening = async (isPractice: boolean, chainId: number) =>
      codeOf(openSigner({ keys, folder: await folder(), policy: of(isPractice, chainId), now: () => nowMs }));
    for (const practiceId of [31_337, 11_155_111, 17_000, 560_048])
      expect(await opening(false, practiceId)).toBe('CHAIN_OF_OTHER_MODE');
    for (const realId of [1, 10, 56, 137]) expect(await opening(true, realId)).toBe('CHAIN_OF_OTHER_MODE');
    expect(await opening(false, 1)).toBeNull();
    expect(await opening(true, 31_337)).toBeNull();
  });

  it('is looked at before every signature, whatever the list of chains says', async () => {
    // The list of a running signer gets an entry that it did not start with.
    const chains = [...policy.chains];
    const signer = await openSigner({
      keys,
      folder: await folder(),
      policy: { isPractice: true, chains },
      now: () => nowMs,
    });
    await signer.next(1);
    chains.push({ ...policy.chains[0]!, chainId: 1 });
    const fees = { gas: '90000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' };
    const own = { ...fees, chainId: 1, index: 0, nonce: 0, amount: '1' };
    expect(await codeOf(signer.sign(request({ chainId: 1 })))).toBe('CHAIN_OF_OTHER_MODE');
    expect(await codeOf(signer.signGas(own))).toBe('CHAIN_OF_OTHER_MODE');
    expect(await codeOf(signer.signSweep({ ...own, asset: { code: 'ETH', contract: null } }))).toBe(
      'CHAIN_OF_OTHER_MODE',
    );
    expect(await codeOf(signer.sign(request()))).toBeNull();
  });
});

describe('a payment', () => {
  it('is what was asked for, from the hot wallet', async () => {
    const signer = await open(await folder());
    const { raw } = await signer.sign(request());
    const made = parseTransaction(raw);
    expect(made).toMatchObject({ chainId: 31_337, to: USDT.toLowerCase(), gas: 90_000n });
    expect(made.data).toBe(
      `0xa9059cbb${BOB.slice(2).toLowerCase().padStart(64, '0')}${(700).toString(16).padStart(64, '0')}`,
    );
    expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(keys.hot.address);
    const coin = await signer.sign(
      request({ withdrawalNo: 2, nonce: 1, amount: '7', asset: { code: 'ETH', contract: null } }),
    );
    expect(parseTransaction(coin.raw)).toMatchObject({ to: BOB.toLowerCase(), value: 7n, nonce: 1 });
  });

  it('gets the same bytes again, also from a signer that was killed', async () => {
    const at = await folder();
    const first = await (await open(at)).sign(request());
    // killed in the middle of its next line
    await appendFile(join(at, 'bindings.jsonl'), '{"type":"bound","bin');
    const next = await open(at);
    expect(await next.sign(request())).toEqual(first);
    await next.sign(request({ withdrawalNo: 2, nonce: 1 }));
    expect((await readFile(join(at, 'bindings.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(2);
    expect(await (await open(at)).sign(request())).toEqual(first);
  });

  it('is bound to its nonce, recipient and amount', async () => {
    const at = await folder();
    await (await open(at)).sign(request());
    const signer = await open(at);
    const others: Partial<SignRequest>[] = [
      { nonce: 1 },
      { to: keys.depositAddress(5) },
      { amount: '701' },
      { asset: { code: 'ETH', contract: null }, amount: '7' },
      { withdrawalNo: 2 },
    ];
    for (const other of others) expect(await codeOf(signer.sign(request(other)))).toBe('BOUND_OTHERWISE');
    expect(await codeOf(signer.sign(request({ withdrawalNo: 2, nonce: 2 })))).toBe('NONCE_NOT_NEXT');
  });

  it('gets a new version for higher fees only, under the ceiling', async () => {
    const signer = await open(await folder());
    const first = await signer.sign(request());
    const fees = (max: string, tip: string) => ({ maxFeePerGas: max, maxPriorityFeePerGas: tip });
    expect(await codeOf(signer.sign(request(fees('2100000000', '1100000000'))))).toBe('FEE_NOT_RAISED');
    expect(await codeOf(signer.sign(request(fees('2200000000', '1000000000'))))).toBe('FEE_NOT_RAISED');
    expect(await codeOf(signer.sign(request(fees('900000000000', '1100000000'))))).toBe('FEE_TOO_HIGH');
    const second = await signer.sign(request(fees('2200000000', '1100000000')));
    expect(second.hash).not.toBe(first.hash);
    expect(parseTransaction(second.raw)).toMatchObject({ data: parseTransaction(first.raw).data });
    expect(await signer.sign(request())).toEqual(first);
  });

  it('says the fees of the newest version that it bound, over a restart too', async () => {
    const at = await folder();
    const signer = await open(at);
    expect(await signer.newestFees(1)).toBeNull();
    await signer.sign(request());
    const fees = { gas: '90000', maxFeePerGas: '2200000000', maxPriorityFeePerGas: '1100000000' };
    const second = await signer.sign(request(fees));
    await signer.sign(request());
    const path = join(at, 'fees.sock');
    const stop = await serveSigner(await open(at), path);
    const remote = connectSigner(path);
    expect(await remote.newestFees(1)).toEqual(fees);
    expect(await remote.newestFees(2)).toBeNull();
    expect(await remote.sign(request(fees))).toEqual(second);
    await stop();
  });
});

describe('policy', () => {
  let signer: Signer;
  beforeAll(async () => {
    signer = await open(await folder());
  });

  it.each([
    ['CHAIN_NOT_LISTED', { chainId: 17_000 }],
    ['ASSET_NOT_LISTED', { asset: { code: 'USDT', contract: BOB } }],
    ['ASSET_NOT_LISTED', { asset: { code: 'USDT', contract: null } }],
    ['ADDRESS_REFUSED', { to: USDT }],
    ['ADDRESS_REFUSED', { to: keys.hot.address }],
    ['ADDRESS_REFUSED', { to: BOB.toLowerCase() }],
    ['ADDRESS_REFUSED', { to: '0x0000000000000000000000000000000000000000' }],
    ['AMOUNT_INVALID', { amount: '0' }],
    ['REQUEST_INVALID', { amount: '-5' }],
    ['REQUEST_INVALID', { amount: '1e3' }],
    ['REQUEST_INVALID', { nonce: -1 }],
    ['LIMIT_REACHED', { amount: '9001' }],
    ['APPROVALS_NEEDED', { amount: '1001' }],
  ] as const)('refuses with %s', async (code, more) => {
    expect(await codeOf(signer.sign(request(more as Partial<SignRequest>)))).toBe(code);
  });

  it('counts the day by its own clock', async () => {
    const own = await open(await folder());
    await own.sign(request({ amount: '1000' }));
    const more = request({ withdrawalNo: 2, nonce: 1, amount: '501' });
    expect(await codeOf(own.sign(more))).toBe('APPROVALS_NEEDED');
    nowMs += DAY_MS;
    await own.sign(more);
  });

  it('refuses above the sum of the day, whoever approved it', async () => {
    const { own } = await withOperators();
    const first = request({ amount: '9000' });
    await own.sign({ ...first, approved: approved(first, [ann, ben]) });
    const second = request({ withdrawalNo: 2, nonce: 1, amount: '3001' });
    expect(await codeOf(own.sign({ ...second, approved: approved(second, [ann, ben]) }))).toBe(
      'LIMIT_REACHED',
    );
    // what operators approved leaves the automatic sum of the day untouched
    await own.sign(request({ withdrawalNo: 2, nonce: 1, amount: '1000' }));
  });
});

describe('two operators', () => {
  const large = request({ amount: '5000' });

  it('have a payment signed above the automatic limit', async () => {
    const { own } = await withOperators();
    const { raw } = await own.sign({ ...large, approved: approved(large, [ann, ben]) });
    expect(parseTransaction(raw).data).toContain((5000).toString(16));
  });

  it.each<[string, string, (at: string) => Promise<Approved | undefined> | Approved | undefined]>([
    ['no signature', 'APPROVALS_NEEDED', () => undefined],
    ['one signature', 'APPROVALS_NEEDED', () => approved(large, [ann])],
    ['one operator twice', 'APPROVALS_NEEDED', () => approved(large, [ann, ann])],
    [
      'one operator twice in other letters',
      'APPROVALS_NEEDED',
      () => {
        const once = approved(large, [ann]);
        const [{ publicKey, signature }] = once.signatures as [{ publicKey: string; signature: string }];
        const again = { publicKey: otherLetters(publicKey), signature: otherLetters(signature) };
        return { ...once, signatures: [...once.signatures, again] };
      },
    ],
    ['a key that is not on its list', 'APPROVALS_NEEDED', () => approved(large, [ann, eve])],
    ['another amount', 'APPROVALS_NEEDED', () => approved({ ...large, amount: '5001' }, [ann, ben])],
    [
      'another recipient',
      'APPROVALS_NEEDED',
      () => approved({ ...large, to: keys.depositAddress(7) }, [ann, ben]),
    ],
    ['another withdrawal', 'APPROVALS_NEEDED', () => approved({ ...large, withdrawalNo: 2 }, [ann, ben])],
    ['another chain', 'APPROVALS_NEEDED', () => approved({ ...large, chainId: 1 }, [ann, ben])],
    [
      'another asset',
      'APPROVALS_NEEDED',
      () => approved({ ...large, asset: { code: 'ETH', contract: null } }, [ann, ben]),
    ],
    [
      'a ceiling that nobody signed',
      'APPROVALS_NEEDED',
      () => ({ ...approved(large, [ann, ben]), feeCeiling: `${10n ** 16n}` }),
    ],
    [
      'a time that nobody signed',
      'APPROVALS_NEEDED',
      () => ({ ...approved(large, [ann, ben]), expiresAtMs: nowMs + 2 * DAY_MS }),
    ],
    ['a fee above the ceiling', 'FEE_TOO_HIGH', () => approved(large, [ann, ben], { feeCeiling: '1' })],
    ['expired ones', 'APPROVALS_EXPIRED', () => approved(large, [ann, ben], { expiresAtMs: nowMs })],
    [
      'a key that was taken from the list',
      'APPROVALS_NEEDED',
      async (at) => {
        await forbidKey(at, 'ben', nowMs);
        return approved(large, [ann, ben]);
      },
    ],
    [
      'the earlier key of an operator who has a new one',
      'APPROVALS_NEEDED',
      async (at) => {
        await allowKey(at, 'ben', eve.fingerprint, nowMs);
        return approved(large, [ann, ben]);
      },
    ],
    [
      'nonsense',
      'APPROVALS_NEEDED',
      () => ({ ...approved(large, []), signatures: [{ publicKey: 'x', signature: 'y' }] }),
    ],
    ['no time', 'REQUEST_INVALID', () => ({ ...approved(large, [ann, ben]), expiresAtMs: Number.NaN })],
  ])('are not replaced by %s', async (_, code, make) => {
    const { own, at } = await withOperators();
    const made = await make(at);
    const asked = made === undefined ? large : { ...large, approved: made };
    expect(await codeOf(own.sign(asked))).toBe(code);
    // nothing was bound: the right ones still pass
    await allowKey(at, 'ben', ben.fingerprint, nowMs);
    await own.sign({ ...large, approved: approved(large, [ann, ben]) });
  });

  it('bound the fee of every later version', async () => {
    const { own, at } = await withOperators();
    await own.sign({
      ...large,
      approved: approved(large, [ann, ben], { feeCeiling: `${90_000n * 2_200_000_000n}` }),
    });
    const raised = (max: string) => ({ ...large, maxFeePerGas: max, maxPriorityFeePerGas: '1200000000' });
    expect(await codeOf(own.sign(raised('2200000001')))).toBe('FEE_TOO_HIGH');
    const again = await open(at);
    expect(await codeOf(again.sign(raised('2200000001')))).toBe('FEE_TOO_HIGH');
    await again.sign(raised('2200000000'));
  });
});

describe('the list of keys', () => {
  it('has one key for a person and one person for a key', async () => {
    const at = await folder();
    expect(await readAllowedKeys(at)).toEqual([]);
    const typed = ann.fingerprint.toUpperCase().replaceAll('-', ' ');
    expect(await allowKey(at, 'Ann', typed, nowMs)).toEqual({
      operator: 'ann',
      fingerprint: ann.fingerprint,
    });
    await expect(allowKey(at, 'ben', ann.fingerprint, nowMs)).rejects.toThrow("ann's");
    await expect(allowKey(at, 'ben', 'abcd', nowMs)).rejects.toThrow('eight groups');
    await expect(allowKey(at, 'a b', ben.fingerprint, nowMs)).rejects.toThrow('Name the operator');
    await allowKey(at, 'ann', ben.fingerprint, nowMs);
    expect(await readAllowedKeys(at)).toEqual([{ operator: 'ann', fingerprint: ben.fingerprint }]);
    expect(await forbidKey(at, 'ANN', nowMs)).toBe(true);
    expect(await forbidKey(at, 'ann', nowMs)).toBe(false);
    expect(await readAllowedKeys(at)).toEqual([]);
  });
});

describe('the socket', () => {
  it('carries addresses, signatures and refusals, and no index twice', async () => {
    const at = await folder();
    const path = join(at, 'signer.sock');
    const stop = await serveSigner(await open(at), path);
    const signer = connectSigner(path);
    const derived = await signer.next(3);
    expect(derived.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(derived[1]?.address).toBe(BOB);
    expect(await signer.hotAddress()).toBe(keys.hot.address);
    expect((await signer.sign(request())).hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await codeOf(signer.sign(request({ chainId: 17_000 })))).toBe('CHAIN_NOT_LISTED');
    await allowKey(at, 'ann', ann.fingerprint, nowMs);
    expect(await signer.allowedKeys()).toEqual([{ operator: 'ann', fingerprint: ann.fingerprint }]);
    expect(await codeOf(signer.next(0))).toBe('REQUEST_INVALID');
    await stop();
    await expect(signer.hotAddress()).rejects.toThrow();
    const again = await serveSigner(await open(at), path);
    expect((await signer.next(1))[0]?.index).toBe(3);
    await again();
  });
});
