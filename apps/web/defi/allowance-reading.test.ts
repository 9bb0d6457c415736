import { expect, it } from 'vitest';
import { readAllowances, type Spender, verdictOf } from './allowance-reading.ts';
import type { Provider } from './wallets.ts';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const OWNER = address('a');
const TOKENS = [
  { coin: 'USDT', contract: address('1') },
  { coin: 'USDC', contract: address('2') },
];
const SPENDERS: readonly Spender[] = [
  { address: address('b'), whose: 'registry' },
  { address: address('c'), whose: 'deposit' },
  { address: address('d'), whose: 'house' },
  { address: address('D'), whose: 'house' },
];
const WORD = '0'.repeat(64);
/** Selectors of `allowance(address,address)`, and of Permit2's with the token. */
const ERC20 = '0xdd62ed3e';
const PERMIT2 = '0x927da105';

/** A wallet whose tokens allow nothing, on a chain with Permit2 or without; `given` answers a call by its data. */
function wallet(hasPermit2: boolean, given: (data: string) => string | null = () => null) {
  const asked: string[] = [];
  const provider: Provider = {
    request: async ({ method, params }) => {
      if (method === 'eth_getCode') return hasPermit2 ? '0x6080' : '0x';
      const { data } = (params as [{ readonly data: string }])[0];
      asked.push(data.slice(0, 10));
      return given(data) ?? `0x${data.startsWith(PERMIT2) ? WORD.repeat(3) : WORD}`;
    },
  };
  return { provider, asked };
}

it('reads each token to each address of ours, once', async () => {
  const { provider, asked } = wallet(false);
  const read = await readAllowances(provider, OWNER, TOKENS, SPENDERS);
  expect(read.map(({ coin, whose, by }) => `${coin} ${whose} ${by}`)).toEqual([
    'USDT registry token',
    'USDT deposit token',
    'USDT house token',
    'USDC registry token',
    'USDC deposit token',
    'USDC house token',
  ]);
  expect(new Set(asked)).toEqual(new Set([ERC20]));
  expect(verdictOf(read)).toBe('none');
});

it('reads Permit2 too where it stands, and finds what is given there alone', async () => {
  const toHouse = (data: string) =>
    data.startsWith(PERMIT2) && data.endsWith('d'.repeat(40)) ? `0x${WORD.slice(1)}7${WORD}${WORD}` : null;
  const { provider, asked } = wallet(true, toHouse);
  const read = await readAllowances(provider, OWNER, TOKENS.slice(0, 1), SPENDERS);
  expect(asked).toEqual([ERC20, PERMIT2, ERC20, PERMIT2, ERC20, PERMIT2]);
  expect(read.filter(({ units }) => units > 0n)).toEqual([
    { coin: 'USDT', token: address('1'), address: address('d'), whose: 'house', by: 'permit2', units: 7n },
  ]);
  expect(verdictOf(read)).toBe('some');
});

it('fails where Permit2 answers something else', async () => {
  const { provider } = wallet(true, (data) => (data.startsWith(PERMIT2) ? `0x${WORD}` : null));
  await expect(readAllowances(provider, OWNER, TOKENS, SPENDERS)).rejects.toMatchObject({ fault: 'failed' });
});

it('reads nothing where no token is listed, and never calls that none', async () => {
  const { provider, asked } = wallet(true);
  const read = await readAllowances(provider, OWNER, [], SPENDERS);
  expect([read, asked]).toEqual([[], []]);
  expect(verdictOf(read)).toBe('nothing');
});
