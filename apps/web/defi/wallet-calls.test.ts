import { describe, expect, it } from 'vitest';
import { allowanceOf, chosenAccount, codeOf, onChain, sendJoin, signText } from './wallet-calls.ts';
import type { Provider } from './wallets.ts';

const OWNER = '0x00000000000000000000000000000000000000A1';
const REGISTRY = {
  address: '0x00000000000000000000000000000000000000b2',
  joinData: '0xb688a363',
  chainId: 31_337,
};
const HASH = `0x${'ab'.repeat(32)}`;

interface Asked {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** A wallet that answers by method; a function may throw. It notes all that it was asked. */
function wallet(answers: Readonly<Record<string, unknown>>): Provider & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    request: async (call) => {
      asked.push(call);
      const answer = answers[call.method];
      return typeof answer === 'function' ? answer() : answer;
    },
  };
}

const refuses = (code: unknown) => () => {
  throw Object.assign(new Error('no'), { code });
};

describe('joining', () => {
  const ready = {
    eth_requestAccounts: [OWNER],
    eth_chainId: '0x7a69',
    eth_getCode: '0x',
    eth_sendTransaction: HASH,
  };

  it('sends exactly one call, without value, and returns its hash', async () => {
    const provider = wallet(ready);
    expect(await sendJoin(provider, REGISTRY, OWNER.toLowerCase())).toBe(HASH);
    expect(provider.asked.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: OWNER.toLowerCase(), to: REGISTRY.address, data: '0xb688a363', value: '0x0' }],
    });
    expect(provider.asked.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'eth_getCode',
      'eth_sendTransaction',
    ]);
  });

  it.each([
    ['cancelled', { eth_sendTransaction: refuses(4001) }],
    ['cancelled', { eth_sendTransaction: refuses('ACTION_REJECTED') }],
    ['failed', { eth_sendTransaction: refuses(-32_000) }],
    ['failed', { eth_sendTransaction: '0x12' }],
    ['otherAccount', { eth_requestAccounts: [REGISTRY.address] }],
    ['delegated', { eth_getCode: `0xef0100${'c3'.repeat(20)}` }],
    ['noAccount', { eth_requestAccounts: [] }],
    ['otherChain', { eth_chainId: '0x1', wallet_switchEthereumChain: refuses(4902) }],
    ['otherChain', { eth_chainId: '0x1', wallet_switchEthereumChain: null }],
    ['cancelled', { eth_chainId: '0x1', wallet_switchEthereumChain: refuses(4001) }],
  ])('says that it was %s', async (fault, answers) => {
    await expect(sendJoin(wallet({ ...ready, ...answers }), REGISTRY, OWNER)).rejects.toMatchObject({
      fault,
    });
  });
});

it('signs a text as bytes', async () => {
  const provider = wallet({ personal_sign: '0x01' });
  expect(await signText(provider, 'Candor\n€', OWNER)).toBe('0x01');
  expect(provider.asked[0]?.params).toEqual(['0x43616e646f720ae282ac', OWNER]);
});

it('takes the first account', async () => {
  expect(await chosenAccount(wallet({ eth_requestAccounts: [OWNER, REGISTRY.address] }))).toBe(OWNER);
});

it('stays on a chain that the wallet is on', async () => {
  const provider = wallet({ eth_chainId: 31_337 });
  await onChain(provider, 31_337);
  expect(provider.asked).toHaveLength(1);
});

it('reads the code of an account', async () => {
  const code = (answer: string) => codeOf(wallet({ eth_getCode: answer }), OWNER);
  expect(await code('0x')).toEqual({ kind: 'none' });
  expect(await code(`0xEF0100${'c3'.repeat(20)}`)).toEqual({ kind: 'delegated', to: `0x${'c3'.repeat(20)}` });
  expect(await code('0x60806040')).toEqual({ kind: 'contract' });
});

it('reads an allowance, and takes no answer for none', async () => {
  const token = '0x00000000000000000000000000000000000000d4';
  const provider = wallet({ eth_call: `0x${'0'.repeat(63)}7` });
  expect(await allowanceOf(provider, token, OWNER, REGISTRY.address)).toBe(7n);
  expect(provider.asked[0]?.params?.[0]).toEqual({
    to: token,
    data: `0xdd62ed3e${OWNER.slice(2).toLowerCase().padStart(64, '0')}${REGISTRY.address.slice(2).padStart(64, '0')}`,
  });
  const silent = allowanceOf(wallet({ eth_call: '0x' }), token, OWNER, REGISTRY.address);
  await expect(silent).rejects.toMatchObject({ fault: 'failed' });
});
