import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountChain } from '@candor/chains';
import { createEvmAdapter } from '@candor/chains/evm';
import { encodeFunctionData, numberToHex, parseAbi } from 'viem';
import {
  FAUCET_ADDRESS,
  PRACTICE_CHAIN,
  PRACTICE_USDT_ADDRESS,
} from '../../apps/server/money/chains/index.ts';
import { type PracticeChain, startPracticeChain } from '../../apps/server/money/practice-chain/index.ts';

const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function pause()',
  'function unpause()',
  'function addBlackList(address user)',
  'function destroyBlackFunds(address user)',
]);

/** The practice chain with tokens whose source nobody has read. */
export const UNREAD_CHAIN: typeof PRACTICE_CHAIN = {
  ...PRACTICE_CHAIN,
  assets: PRACTICE_CHAIN.assets.map((asset) => ({ ...asset, logsWhatArrives: false })),
};

/** Makes tokens take a hundredth of each transfer, and name the whole in its event. */
export function withTransferFee(adapter: AccountChain): AccountChain {
  return {
    ...adapter,
    transfersOf: async (hash) =>
      (await adapter.transfersOf(hash))?.map((transfer) =>
        transfer.contract === null ? transfer : { ...transfer, amount: (transfer.amount * 100n) / 99n },
      ) ?? null,
  };
}

/** A practice chain with hands: what a test sends and mines on it. */
export interface ChainBench extends PracticeChain {
  readonly adapter: AccountChain;
  readonly folder: string;
  /** Sends wei from the faucet's account. Returns the transaction's hash. */
  sendEth(to: string, wei: bigint, more?: object): Promise<string>;
  /** Sends base units of the practice USDT from the faucet's account. */
  sendUsdt(to: string, units: bigint, more?: object): Promise<string>;
  /** Runs a function of the practice USDT by its issuer. */
  issuer(
    functionName: 'pause' | 'unpause' | 'addBlackList' | 'destroyBlackFunds',
    args?: readonly string[],
  ): Promise<string>;
  mine(blocks?: number): Promise<void>;
  /** Replaces the newest blocks by new ones; each raw transaction stands with the block, from 0, that takes it. */
  reorganise(depth: number, transactions?: readonly (readonly [string, number])[]): Promise<void>;
  rollback(depth: number): Promise<void>;
  raw(hash: string): Promise<string>;
  /** Ends the node and removes its folder. */
  end(): Promise<void>;
}

/** Starts a practice chain in a folder of its own. */
export async function openChainBench({ now = Date.now } = {}): Promise<ChainBench> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-chain-'));
  const chain = await startPracticeChain({ folder, now });
  const { ask } = chain;
  const adapter = createEvmAdapter({
    url: chain.url,
    chainId: PRACTICE_CHAIN.chainId,
    assets: PRACTICE_CHAIN.assets,
  });
  const send = (call: object) => ask<string>('eth_sendTransaction', [{ from: FAUCET_ADDRESS, ...call }]);
  return {
    ...chain,
    adapter,
    folder,
    sendEth: (to, wei, more = {}) => send({ to, value: numberToHex(wei), gas: '0x5208', ...more }),
    sendUsdt: (to, units, more = {}) =>
      send({
        to: PRACTICE_USDT_ADDRESS,
        gas: '0x186a0',
        data: encodeFunctionData({ abi, functionName: 'transfer', args: [to as `0x${string}`, units] }),
        ...more,
      }),
    issuer: (functionName, args = []) =>
      send({
        to: PRACTICE_USDT_ADDRESS,
        gas: '0x186a0',
        data: encodeFunctionData({ abi, functionName, args: args as never }),
      }),
    mine: async (blocks = 1) => void (await ask('anvil_mine', [numberToHex(blocks)])),
    reorganise: async (depth, transactions = []) => void (await ask('anvil_reorg', [depth, transactions])),
    rollback: async (depth) => void (await ask('anvil_rollback', [depth])),
    raw: (hash) => ask<string>('eth_getRawTransactionByHash', [hash]),
    end: async () => {
      // its state goes with the folder, and a large one takes longer to save than a node may take to answer
      process.kill(chain.pid, 'SIGKILL');
      await chain.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
