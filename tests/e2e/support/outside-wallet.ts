import { parseDecimal } from '@candor/money';
import { createPublicClient, createWalletClient, defineChain, http, parseAbi, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { PRACTICE_CHAIN, PRACTICE_USDT_ADDRESS } from '../../../apps/server/money/chains/index.ts';

const USDT = PRACTICE_USDT_ADDRESS as `0x${string}`;
const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value)',
]);

const MICRO_SCALE = 6;
/** Base units of one USDT on the practice chain. */
export const MICRO = 10n ** BigInt(MICRO_SCALE);

/** Base units on the practice chain of a decimal of USDT. @throws RangeError for what is no such decimal */
export function microOf(decimal: string): bigint {
  const micro = parseDecimal(decimal, MICRO_SCALE);
  if (micro === null) throw new RangeError(`${decimal} is no amount of USDT`);
  return micro;
}

/** A wallet outside of the exchange. Amounts are base units. */
export interface OutsideWallet {
  readonly address: string;
  /** Reads its ETH from the chain. */
  gas(): Promise<bigint>;
  /** Reads its USDT from the chain. */
  held(): Promise<bigint>;
  /** Pays USDT out of it. */
  send(to: string, units: bigint): Promise<unknown>;
}

/** The practice chain as viem knows it. */
export const practiceChainAt = (node: string) =>
  defineChain({
    id: Number(PRACTICE_CHAIN.chainId),
    name: 'Practice',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node] } },
  });

/** Reads the USDT of any address from the chain. */
export function usdtAt(node: string, address: string): Promise<bigint> {
  const client = createPublicClient({ chain: practiceChainAt(node), transport: http(node) });
  return client.readContract({
    address: USDT,
    abi: erc20,
    functionName: 'balanceOf' as const,
    args: [address as `0x${string}`],
  });
}

/** Makes a wallet that speaks to the practice chain's node by itself. */
export function outsideWallet(node: string): OutsideWallet {
  const chain = practiceChainAt(node);
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = createWalletClient({ account, chain, transport: http(node) }).extend(publicActions);
  const usdt = { address: USDT, abi: erc20 };
  return {
    address: account.address,
    gas: () => wallet.getBalance({ address: account.address }),
    held: () => wallet.readContract({ ...usdt, functionName: 'balanceOf', args: [account.address] }),
    send: (to, units) =>
      wallet.writeContract({ ...usdt, functionName: 'transfer', args: [to as never, units] }),
  };
}
