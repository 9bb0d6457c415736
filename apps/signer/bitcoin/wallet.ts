import type { BitcoinNetwork } from '@candor/chains';
import { openWords } from '../keystore.ts';
import { readKeystore } from '../wallet-file.ts';
import { type BitcoinKeys, bitcoinKeys } from './keys.ts';

/** Opens the keys of a wallet that is there, for one network; null where no wallet was made yet. */
export async function bitcoinWallet(
  folder: string,
  passphrase: string,
  network: BitcoinNetwork,
): Promise<BitcoinKeys | null> {
  const keystore = await readKeystore(folder);
  return keystore === null ? null : bitcoinKeys(openWords(keystore, passphrase), network);
}
