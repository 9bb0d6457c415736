import {
  isDelegated,
  JOIN_DATA,
  JOIN_REGISTRY_ADDRESS,
  JOIN_REGISTRY_DEPLOYMENT,
  type Signatory,
} from '@candor/chains';
import {
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  serializeErc6492Signature,
  type TransactionSerializable,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import { isRegistryThere, lookAtJoin } from '../../apps/server/money/defi/look.ts';
import { type ChainBench, openChainBench } from '../support/practice-chain.ts';

let chain: ChainBench;
beforeAll(async () => {
  chain = await openChainBench();
});
afterAll(() => chain?.end());

const abi = parseAbi([
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function delegate(address)',
  'function transfer(address,uint256)',
]);
const HOUSE = '0x000000000000000000000000000000000000dEaD';
const ALL = 2n ** 256n - 1n;
const WORD = `0x${'11'.repeat(32)}` as const;
const REGISTRY = JOIN_REGISTRY_ADDRESS as Hex;
const TOKEN = PRACTICE_USDT_ADDRESS as Hex;

/** A wallet with coins for gas. */
async function someone(): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.ask('anvil_setBalance', [account.address, numberToHex(10n ** 18n)]);
  return account;
}

type Sent = Partial<TransactionSerializable> & { readonly [part: string]: unknown };

/** Signs a transaction and has it mined. Returns its hash. */
async function send(account: PrivateKeyAccount, more: Sent, isMined = true): Promise<string> {
  const nonce = Number(await chain.ask<string>('eth_getTransactionCount', [account.address, 'pending']));
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: PRACTICE_CHAIN.chainId,
    to: REGISTRY,
    data: JOIN_DATA,
    nonce,
    gas: 200_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    ...more,
  } as TransactionSerializable);
  const hash = await chain.ask<string>('eth_sendRawTransaction', [raw]);
  if (isMined) await chain.mine();
  return hash;
}

const look = (hash: string, account: string) => lookAtJoin(chain.adapter, hash, account);
const refused = (reason: string) => ({ state: 'refused', reason });
const call = (functionName: never, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args: args as never });

/** Puts a contract with this code on the chain. */
async function contract(code: string): Promise<Hex> {
  const { address } = await someone();
  await chain.ask('anvil_setCode', [address, code]);
  return address;
}

/** Code that calls an address with `join()` and passes on that it worked. */
const calling = (target: string) =>
  `0x63b688a3635f5260205f6004601c5f73${target.slice(2).toLowerCase()}5af15f5260205ff3`;
/** Code that emits Joined(caller) as the registry would. */
const emitting = '0x337f7073afa60b48e833a1a66ebb442bc8e0d19e9f3cc05f34bdcd1da22c8d87f2755f5fa200';

describe('a join', () => {
  it('is seen, and confirmed block by block, with any plain type of transaction', async () => {
    expect(await isRegistryThere(chain.adapter)).toBe(true);
    const account = await someone();
    const hash = await send(account, {}, false);
    expect(await look(hash, account.address)).toEqual({ state: 'seen', confirmations: 0 });
    await chain.mine(3);
    expect(await look(hash, account.address)).toEqual({ state: 'seen', confirmations: 3 });
    const legacy = await someone();
    const fees = { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 10n ** 10n };
    const other = await send(legacy, { type: 'legacy', ...fees });
    expect(await look(other, legacy.address)).toEqual({ state: 'seen', confirmations: 1 });
  });

  it('is open only where the published code stands', async () => {
    const gone = { codeAt: async () => '0x' };
    const other = { codeAt: async () => `${JOIN_REGISTRY_DEPLOYMENT}00` };
    expect([await isRegistryThere(gone), await isRegistryThere(other)]).toEqual([false, false]);
  });
});

describe('a forged join', () => {
  const NEVER = 'APPROVALS_NEVER_ASKED';
  const approvals: readonly (readonly [string, () => Sent])[] = [
    ['1 approve', () => ({ to: TOKEN, data: call('approve' as never, [HOUSE, ALL]) })],
    ['2 increaseAllowance', () => ({ to: TOKEN, data: call('increaseAllowance' as never, [HOUSE, ALL]) })],
    ['3 setApprovalForAll', () => ({ to: TOKEN, data: call('setApprovalForAll' as never, [HOUSE, true]) })],
    [
      '4 permit',
      () => ({ to: TOKEN, data: call('permit' as never, [HOUSE, HOUSE, ALL, ALL, 27, WORD, WORD]) }),
    ],
    ['5 delegate', () => ({ to: TOKEN, data: call('delegate' as never, [HOUSE]) })],
    ['6 approve that is sent to the registry', () => ({ data: call('approve' as never, [HOUSE, ALL]) })],
  ];
  it.each(approvals)('%s: is answered with a warning', async (_, sent) => {
    const account = await someone();
    expect(await look(await send(account, sent()), account.address)).toEqual(refused(NEVER));
  });

  it('7 of a token: moves something', async () => {
    const account = await someone();
    const data = call('transfer' as never, [HOUSE, 0n]);
    expect(await look(await send(account, { to: TOKEN, data }), account.address)).toEqual(
      refused('JOIN_WRONG_CONTRACT'),
    );
  });

  it('8 without a chain in its signature, so that any chain would take it', async () => {
    const account = await someone();
    const hash = `0x${'88'.repeat(32)}`;
    const found = { ...(await callOf(account)), chainId: null, hash };
    expect(await lookAtJoin(nodeWith(found), hash, account.address)).toEqual(refused('JOIN_WRONG_CHAIN'));
  });

  it('9 of another chain', async () => {
    const account = await someone();
    const found = { ...(await callOf(account)), chainId: 1 };
    expect(await lookAtJoin(nodeWith(found), found.hash, account.address)).toEqual(
      refused('JOIN_WRONG_CHAIN'),
    );
  });

  it('10 by another wallet', async () => {
    const [account, other] = [await someone(), await someone()];
    expect(await look(await send(other, {}), account.address)).toEqual(refused('JOIN_WRONG_SENDER'));
  });

  it('11 with coins, which the contract does not take', async () => {
    const account = await someone();
    expect(await look(await send(account, { value: 1n }), account.address)).toEqual(
      refused('JOIN_SENDS_VALUE'),
    );
  });

  it('12 with more behind its calldata', async () => {
    const account = await someone();
    const data = `${JOIN_DATA}00` as const;
    expect(await look(await send(account, { data }), account.address)).toEqual(refused('JOIN_OTHER_CALL'));
  });

  it('13 by another function of the contract', async () => {
    const account = await someone();
    const data = `0x877f4e12${'0'.repeat(64)}` as const;
    expect(await look(await send(account, { data }), account.address)).toEqual(refused('JOIN_OTHER_CALL'));
  });

  it('14 through a contract in between, which joins itself', async () => {
    const account = await someone();
    const proxy = await contract(calling(REGISTRY));
    const hash = await send(account, { to: proxy });
    expect((await chain.adapter.callOf(hash))?.included).toMatchObject({
      succeeded: true,
      logs: [{ contract: REGISTRY.toLowerCase() }],
    });
    expect(await look(hash, account.address)).toEqual(refused('JOIN_WRONG_CONTRACT'));
  });

  it('15 of a contract that emits the same event', async () => {
    const account = await someone();
    const hash = await send(account, { to: await contract(emitting) });
    const topic = `0x${account.address.slice(2).toLowerCase().padStart(64, '0')}`;
    expect((await chain.adapter.callOf(hash))?.included?.logs[0]?.topics[1]).toBe(topic);
    expect(await look(hash, account.address)).toEqual(refused('JOIN_WRONG_CONTRACT'));
  });

  it('16 that deploys a registry of its own', async () => {
    const account = await someone();
    const data = `0x${JOIN_REGISTRY_DEPLOYMENT.slice(66)}` as const;
    const hash = await send(account, { to: null, data });
    expect(await look(hash, account.address)).toEqual(refused('JOIN_WRONG_CONTRACT'));
  });

  it('17 a second time by the same wallet', async () => {
    const account = await someone();
    await send(account, {});
    expect(await look(await send(account, {}), account.address)).toEqual(refused('JOIN_FAILED'));
  });

  it('18 with too little gas', async () => {
    const account = await someone();
    expect(await look(await send(account, { gas: 22_000n }), account.address)).toEqual(
      refused('JOIN_FAILED'),
    );
  });

  it('19 that delegates the wallet’s code (EIP-7702)', async () => {
    const account = await someone();
    const nonce = Number(await chain.ask<string>('eth_getTransactionCount', [account.address, 'latest']));
    const authorization = await account.signAuthorization({
      address: await contract('0x00'),
      chainId: PRACTICE_CHAIN.chainId,
      nonce: nonce + 1,
    });
    const hash = await send(account, { type: 'eip7702', authorizationList: [authorization] });
    expect(await look(hash, account.address)).toEqual(refused('WALLET_DELEGATED'));
    expect(isDelegated(await chain.adapter.codeAt(account.address))).toBe(true);
    // 20: an honest call by a wallet whose code is delegated now
    const later = await someone();
    await chain.ask('anvil_setCode', [later.address, `0xef0100${HOUSE.slice(2)}`]);
    const call = { ...(await callOf(later)), from: later.address };
    const node = { ...nodeWith(call), codeAt: chain.adapter.codeAt };
    expect(await lookAtJoin(node, call.hash, later.address)).toEqual(refused('WALLET_DELEGATED'));
  });

  it('21 by a contract’s address', async () => {
    const account = await someone();
    const node = { ...nodeWith(await callOf(account)), codeAt: async () => '0x00' };
    expect(await lookAtJoin(node, WORD, account.address)).toEqual(refused('JOIN_CONTRACT_WALLET'));
  });

  it('22 of a kind that nobody knows', async () => {
    const account = await someone();
    const found = { ...(await callOf(account)), kind: 'other' as const };
    expect(await lookAtJoin(nodeWith(found), WORD, account.address)).toEqual(refused('JOIN_OTHER_CALL'));
  });

  it('23 whose event names somebody else, or comes twice', async () => {
    const account = await someone();
    const found = await callOf(account);
    const included = found.included!;
    const [log] = included.logs;
    for (const logs of [[], [log!, log!], [{ ...log!, topics: [log!.topics[0]!, WORD] }]])
      expect(
        await lookAtJoin(nodeWith({ ...found, included: { ...included, logs } }), WORD, account.address),
      ).toEqual(refused('JOIN_FAILED'));
  });

  it('24 that no block and no pool has', async () => {
    expect(await look(WORD, HOUSE)).toEqual(refused('JOIN_NOT_FOUND'));
  });

  it('25 that was seen, and is mined again and fails', async () => {
    const account = await someone();
    const hash = await send(account, {});
    expect(await look(hash, account.address)).toEqual({ state: 'seen', confirmations: 1 });
    const raw = await chain.raw(hash);
    await chain.rollback(1);
    expect(await look(hash, account.address)).not.toMatchObject({ state: 'seen', confirmations: 1 });
    // the wallet is in the list already, by a block that came in its place
    const slot = await chain.ask<string>('eth_call', [
      { to: REGISTRY, data: hasJoined(account.address) },
      'latest',
    ]);
    expect(BigInt(slot)).toBe(0n);
    await chain.ask('anvil_setStorageAt', [
      REGISTRY,
      storageOf(account.address),
      numberToHex(1n, { size: 32 }),
    ]);
    await chain.ask('eth_sendRawTransaction', [raw]).catch(() => {});
    await chain.mine();
    expect(await look(hash, account.address)).toEqual(refused('JOIN_FAILED'));
  });

  type Call = NonNullable<Awaited<ReturnType<ChainBench['adapter']['callOf']>>>;
  const callOf = async (account: PrivateKeyAccount): Promise<Call> =>
    (await chain.adapter.callOf(await send(account, {})))!;
  const nodeWith = (found: Call) => ({
    chainId: PRACTICE_CHAIN.chainId,
    callOf: async () => found,
    codeAt: async () => '0x',
  });
});

/** The place of a wallet in the contract's one mapping. */
const storageOf = (address: string): Hex =>
  keccak256(`0x${address.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`);
const hasJoined = (address: string) => `0x877f4e12${address.slice(2).toLowerCase().padStart(64, '0')}`;

describe('a login', () => {
  const TEXT = 'localhost wants you to sign in';
  const signatory = (address: string, text: string, signature: string): Promise<Signatory> =>
    chain.adapter.signatoryOf(address, text, signature);

  it('is signed by the key of a plain wallet, and by no other', async () => {
    const [account, other] = [await someone(), await someone()];
    const signature = await account.signMessage({ message: TEXT });
    expect(await signatory(account.address, TEXT, signature)).toBe('plain');
    expect(await signatory(account.address, `${TEXT}\n`, signature)).toBeNull();
    expect(await signatory(other.address, TEXT, signature)).toBeNull();
    expect(await signatory(account.address, TEXT, `0x${'00'.repeat(65)}`)).toBeNull();
    expect(await signatory(account.address, TEXT, '0x00')).toBeNull();
  });

  /** A contract wallet that calls every signature its own (EIP-1271), and one that refuses each. */
  const YES = '0x631626ba7e60e01b5f5260205ff3';
  const NO = '0x5f5ffd';
  /** A signature that its wallet alone understands. */
  const OPAQUE = `0x${'12'.repeat(96)}`;

  it('is signed by a contract wallet, which answers for itself', async () => {
    expect(await signatory(await contract(YES), TEXT, OPAQUE)).toBe('contract');
    expect(await signatory(await contract(NO), TEXT, OPAQUE)).toBeNull();
  });

  it('is signed by a contract wallet that is not deployed yet', async () => {
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C' as const;
    const wallet = (code: string) => {
      const runtime = code.slice(2);
      const length = (runtime.length / 2).toString(16).padStart(2, '0');
      // copies what follows its own ten bytes, and returns it
      const creation: Hex = `0x60${length}600a5f3960${length}5ff3${runtime}`;
      const salt = numberToHex(7n, { size: 32 });
      return {
        address: getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: creation }),
        data: `${salt}${creation.slice(2)}` as Hex,
      };
    };
    for (const [code, expected] of [
      [YES, 'contract'],
      [NO, null],
    ] as const) {
      const { address, data } = wallet(code);
      const signature = serializeErc6492Signature({ address: factory, data, signature: '0x1234' });
      expect(await chain.adapter.codeAt(address)).toBe('0x');
      expect(await signatory(address, TEXT, signature)).toBe(expected);
    }
  });
});
