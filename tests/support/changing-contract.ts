import { numberToHex, pad } from 'viem';
import { FAUCET_ADDRESS, PRACTICE_USDT_ADDRESS } from '../../apps/server/money/chains/index.ts';
import type { ChainBench } from './practice-chain.ts';

/** Transfers that one call of the contract sends: the receipt of the same transaction follows them. */
export interface Sending {
  /** Base units of the practice USDT, sent in this order; 0 sends nothing. */
  readonly amounts: readonly [bigint, bigint];
  /** True for an event before the transfers, which moves them by one place in the receipt. */
  readonly isShifted: boolean;
}

/** A contract that sends what its storage says, so that one transaction has another receipt in another block. */
export interface ChangingContract {
  /** Sets what calls send from the next block on. */
  set(sending: Sending): Promise<void>;
  /** Has the faucet call it for a recipient. Returns the transaction's hash. */
  call(to: string): Promise<string>;
}

const ADDRESS = '0x00000000000000000000000000000000c0ffee01';
const [SHIFTED, FIRST, SECOND] = [0, 1, 2];
const usdt = PRACTICE_USDT_ADDRESS.slice(2).toLowerCase();

/** EVM code that transfers the amount in a storage slot to the address in the call's first word, unless it is 0. */
function transferOf(slot: number, at: number): string {
  const call =
    // transfer(address,uint256) with its arguments in memory, then CALL without value
    `63a9059cbb60e01b60005260003560045260${hex(slot)}54602452` + `60006000604460006000${`73${usdt}`}5af150`;
  const end = at + 7 + call.length / 2;
  return `60${hex(slot)}541560${hex(end)}57${call}5b`;
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** LOG0 where slot 0 is set, then both transfers. */
function code(): `0x${string}` {
  const shift = '60005415600c5760006000a05b';
  const first = transferOf(FIRST, shift.length / 2);
  const second = transferOf(SECOND, (shift.length + first.length) / 2);
  return `0x${shift}${first}${second}00`;
}

/** Puts the contract on a practice chain, with coins to send. */
export async function deployChanging(chain: ChainBench, units: bigint): Promise<ChangingContract> {
  await chain.ask('anvil_setCode', [ADDRESS, code()]);
  await chain.sendUsdt(ADDRESS, units);
  await chain.mine();
  const word = (value: bigint | number) => numberToHex(value, { size: 32 });
  const store = (slot: number, value: bigint) =>
    chain.ask('anvil_setStorageAt', [ADDRESS, word(slot), word(value)]);
  return {
    async set({ amounts, isShifted }) {
      await store(SHIFTED, isShifted ? 1n : 0n);
      await store(FIRST, amounts[0]);
      await store(SECOND, amounts[1]);
    },
    call: (to) =>
      chain.ask<string>('eth_sendTransaction', [
        { from: FAUCET_ADDRESS, to: ADDRESS, gas: '0x493e0', data: pad(to as `0x${string}`, { size: 32 }) },
      ]),
  };
}
