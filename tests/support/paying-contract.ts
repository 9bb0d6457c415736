import { numberToHex, pad } from 'viem';
import { FAUCET_ADDRESS } from '../../apps/server/money/chains/index.ts';
import type { ChainBench } from './practice-chain.ts';

const address = (last: string) => `0x${last.padStart(40, '0')}`;
const FORWARDS = address('c0ffee02');
const DESTRUCTS = address('c0ffee03');
const REVERTS = address('c0ffee04');
const CATCHES = address('c0ffee05');

/** CALL to the address in the first word with all value. */
const forward = '6000600060006000346000355af1';

/** EVM code by address: contracts that pay the address in the first word of their call. */
const CODES: Readonly<Record<string, string>> = {
  [FORWARDS]: `${forward}00`,
  [DESTRUCTS]: '600035ff',
  [REVERTS]: `${forward}60006000fd`,
  // Calls REVERTS with its own input and value, and goes on.
  [CATCHES]: `60206000600037600060006020600034${`73${REVERTS.slice(2)}`}5af100`,
};

/**
 * Ways in which a contract pays: `forwards` as a smart wallet does, `destructs` at its end; `reverts` fails as a whole, and of
 * `catches` the part fails that pays.
 */
export type Way = 'forwards' | 'destructs' | 'reverts' | 'catches';
const ADDRESSES: Readonly<Record<Way, string>> = {
  forwards: FORWARDS,
  destructs: DESTRUCTS,
  reverts: REVERTS,
  catches: CATCHES,
};

/** Contracts on a practice chain that pay coins without a transaction of their own. */
export interface PayingContracts {
  /** Has the faucet pay wei through a contract. Returns the transaction's hash. */
  pay(way: Way, to: string, wei: bigint): Promise<string>;
  /** Adds wei as the chain itself does, such as to a validator that leaves: no transaction pays it. */
  grant(to: string, wei: bigint): Promise<void>;
}

export async function deployPaying(chain: Pick<ChainBench, 'ask'>): Promise<PayingContracts> {
  const place = async () => {
    for (const [at, code] of Object.entries(CODES)) await chain.ask('anvil_setCode', [at, `0x${code}`]);
  };
  await place();
  return {
    async pay(way, to, wei) {
      await place();
      const data = pad(to as `0x${string}`, { size: 32 });
      return chain.ask<string>('eth_sendTransaction', [
        { from: FAUCET_ADDRESS, to: ADDRESSES[way], value: numberToHex(wei), gas: '0x493e0', data },
      ]);
    },
    async grant(to, wei) {
      const before = BigInt(await chain.ask<string>('eth_getBalance', [to, 'latest']));
      await chain.ask('anvil_setBalance', [to, numberToHex(before + wei)]);
    },
  };
}
