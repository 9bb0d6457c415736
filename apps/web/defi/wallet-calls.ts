import type { MiningRegistryRow } from '@candor/api';
import type { Provider } from './wallets.ts';

/** Why a wallet did not do what it was asked. */
export type WalletFault = 'cancelled' | 'failed' | 'otherChain' | 'noAccount' | 'otherAccount' | 'delegated';

/** A wallet refused, or its owner did. */
export class WalletRefusal extends Error {
  readonly fault: WalletFault;

  constructor(fault: WalletFault, cause?: unknown) {
    super(`the wallet: ${fault}`, { cause });
    this.name = 'WalletRefusal';
    this.fault = fault;
  }
}

/** Codes of EIP-1193 and of ethers for "the user said no". */
const CANCELLED: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED']);
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;
/** Prefix of the code of an account that is delegated (EIP-7702), before the address of the code that it runs. */
const DELEGATED = '0xef0100';

function faultOf(error: unknown): WalletFault {
  const { code, cause } = (error ?? {}) as {
    readonly code?: unknown;
    readonly cause?: { readonly code?: unknown };
  };
  return CANCELLED.has(code) || CANCELLED.has(cause?.code) ? 'cancelled' : 'failed';
}

/** Asks a wallet. @throws WalletRefusal */
async function ask(provider: Provider, method: string, params: readonly unknown[] = []): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw new WalletRefusal(faultOf(error), error);
  }
}

/** Asks for the account that the user has chosen in the wallet. @throws WalletRefusal */
export async function chosenAccount(provider: Provider): Promise<string> {
  const accounts = await ask(provider, 'eth_requestAccounts');
  const account: unknown = Array.isArray(accounts) ? accounts[0] : null;
  if (typeof account !== 'string' || !ADDRESS.test(account)) throw new WalletRefusal('noAccount');
  return account;
}

/** Asks for the user's signature of a text, as bytes, so that wallets show it as text. @throws WalletRefusal */
export async function signText(provider: Provider, message: string, address: string): Promise<string> {
  const bytes = new TextEncoder().encode(message);
  const signature = await ask(provider, 'personal_sign', [`0x${hexOf(bytes)}`, address]);
  if (typeof signature !== 'string') throw new WalletRefusal('failed');
  return signature;
}

/** Makes sure that the wallet is on a chain; asks it to switch. @throws WalletRefusal */
export async function onChain(provider: Provider, chainId: number): Promise<void> {
  const wanted = `0x${chainId.toString(16)}`;
  if (await isOnChain(provider, chainId)) return;
  try {
    await ask(provider, 'wallet_switchEthereumChain', [{ chainId: wanted }]);
  } catch (error) {
    if (error instanceof WalletRefusal && error.fault === 'cancelled') throw error;
    throw new WalletRefusal('otherChain', error);
  }
  if (!(await isOnChain(provider, chainId))) throw new WalletRefusal('otherChain');
}

async function isOnChain(provider: Provider, chainId: number): Promise<boolean> {
  return Number(await ask(provider, 'eth_chainId')) === chainId;
}

/** Sends the one call of joining: no value, no other data. Returns its hash. @throws WalletRefusal */
export async function sendJoin(
  provider: Provider,
  registry: Pick<MiningRegistryRow, 'address' | 'joinData' | 'chainId'>,
  address: string,
): Promise<string> {
  if ((await chosenAccount(provider)).toLowerCase() !== address.toLowerCase())
    throw new WalletRefusal('otherAccount');
  await onChain(provider, registry.chainId);
  // the server refuses it as well, after its gas is paid
  if ((await codeOf(provider, address)).kind === 'delegated') throw new WalletRefusal('delegated');
  const { address: to, joinData: data } = registry;
  const hash = await ask(provider, 'eth_sendTransaction', [{ from: address, to, data, value: '0x0' }]);
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new WalletRefusal('failed');
  return hash;
}

/** An address's own code: none, a contract, or code that it is delegated to. */
export type AccountCode =
  | { readonly kind: 'none' | 'contract' }
  | { readonly kind: 'delegated'; readonly to: string };

/** Reads the code of an account through the user's own wallet. @throws WalletRefusal */
export async function codeOf(provider: Provider, address: string): Promise<AccountCode> {
  const code = String(await ask(provider, 'eth_getCode', [address, 'latest'])).toLowerCase();
  if (code === '0x' || code === '0x0') return { kind: 'none' };
  if (code.startsWith(DELEGATED) && code.length === DELEGATED.length + 40)
    return { kind: 'delegated', to: `0x${code.slice(DELEGATED.length)}` };
  return { kind: 'contract' };
}

/** Selector of `allowance(address,address)` of ERC-20. */
const ALLOWANCE = '0xdd62ed3e';

/** Units of a token that an owner lets a spender take, read through the user's own wallet. @throws WalletRefusal */
export async function allowanceOf(
  provider: Provider,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> {
  const data = `${ALLOWANCE}${wordOf(owner)}${wordOf(spender)}`;
  const answer = await ask(provider, 'eth_call', [{ to: token, data }, 'latest']);
  // a token that answers nothing is none: its absence is no allowance, and must not look like one that was read
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer)) throw new WalletRefusal('failed');
  return BigInt(answer);
}

/** Permit2 stands at this address on every chain: it moves tokens for whom its owner allowed it, and keeps allowances of its own. */
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
/** Selector of Permit2's `allowance(address,address,address)`: owner, token, spender. */
const PERMIT2_ALLOWANCE = '0x927da105';

/** True where Permit2 stands on the wallet's chain. @throws WalletRefusal */
export async function hasPermit2(provider: Provider): Promise<boolean> {
  return (await codeOf(provider, PERMIT2)).kind === 'contract';
}

/** Units of a token that an owner lets a spender take by Permit2, be it over or not. @throws WalletRefusal */
export async function permit2AllowanceOf(
  provider: Provider,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> {
  const data = `${PERMIT2_ALLOWANCE}${wordOf(owner)}${wordOf(token)}${wordOf(spender)}`;
  const answer = await ask(provider, 'eth_call', [{ to: PERMIT2, data }, 'latest']);
  // amount, end and nonce: a word each
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{192}$/.test(answer)) throw new WalletRefusal('failed');
  return BigInt(answer.slice(0, 66));
}

const wordOf = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
