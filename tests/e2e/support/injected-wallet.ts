import type { Page } from 'playwright-core';
import { createClient, createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { practiceChainAt } from './outside-wallet.ts';

const GAS = 10n ** 18n;
const BINDING = 'testWallet';
export const WALLET_NAME = 'Test wallet';

/** A wallet of the browser that holds one key of its own, on the practice chain. */
export interface InjectedWallet {
  readonly address: string;
  /** Answers the next request of the method as a wallet whose owner declines. */
  declineNext(method: string): void;
  /** Methods that the page asked for, in order. */
  readonly asked: readonly string[];
}

interface Call {
  readonly method: string;
  readonly params?: readonly never[];
}

/** Announces itself by EIP-6963, as an extension does; all requests go to the binding. */
const announce = ({ binding, name }: { readonly binding: string; readonly name: string }) => {
  const ask = (
    window as unknown as Record<string, (call: unknown) => Promise<{ result?: unknown; code?: number }>>
  )[binding];
  const request = async (call: unknown) => {
    const { result, code } = (await ask?.(call)) ?? {};
    if (code === undefined) return result;
    throw Object.assign(new Error('declined'), { code });
  };
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E';
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name, icon, rdns: 'test.wallet' };
  const detail = Object.freeze({ info, provider: { request } });
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', say);
  say();
};

/** Puts a wallet with a new key into the page, and gas into its account. It speaks to the practice chain's node. */
export async function injectWallet(page: Page, node: string): Promise<InjectedWallet> {
  const chain = practiceChainAt(node);
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = createWalletClient({ account, chain, transport: http(node) });
  const raw = createClient({ chain, transport: http(node) });
  const toNode = (call: Call) => raw.request(call as never);
  await toNode({ method: 'anvil_setBalance', params: [account.address, `0x${GAS.toString(16)}`] as never });
  const asked: string[] = [];
  const declined = new Set<string>();
  const answer = async (call: Call): Promise<unknown> => {
    const [first, second] = call.params ?? [];
    if (call.method === 'eth_requestAccounts') return [account.address];
    if (call.method === 'personal_sign') return account.signMessage({ message: { raw: first as never } });
    if (call.method !== 'eth_sendTransaction') return toNode(call);
    const { to, data, value } = first as never as { to: `0x${string}`; data: `0x${string}`; value: string };
    if (second !== undefined) throw new Error('one transaction at a time');
    return signer.sendTransaction({ to, data, value: BigInt(value) });
  };
  await page.exposeFunction(BINDING, async (call: Call) => {
    asked.push(call.method);
    if (declined.delete(call.method)) return { code: 4001 };
    return { result: await answer(call) };
  });
  await page.addInitScript(announce, { binding: BINDING, name: WALLET_NAME });
  return { address: account.address, asked, declineNext: (method) => declined.add(method) };
}
