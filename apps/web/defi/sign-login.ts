import type { Calls, Client } from '@candor/api';
import { chosenAccount, signText } from './wallet-calls.ts';
import type { Provider, Wallet } from './wallets.ts';

/** Has a wallet choose an account and sign the text that the server issues for it. @throws WalletRefusal */
export async function signLogin(client: Client<Calls>, { provider }: Wallet) {
  const account = await chosenAccount(provider as Provider);
  const { message, address } = await client.call('getLoginMessage', { query: { address: account } });
  return { message, signature: await signText(provider as Provider, message, address), address };
}
