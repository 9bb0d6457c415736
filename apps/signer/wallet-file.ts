import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Keystore, newWords, openWords, sealWords, type WalletKeys, walletKeys } from './keystore.ts';
import { writeWhole } from './whole-file.ts';

export const WALLET_FILE = 'wallet.json';

/** Reads the keystore of a folder; null where no wallet was made yet. */
export async function readKeystore(folder: string): Promise<Keystore | null> {
  try {
    return JSON.parse(await readFile(join(folder, WALLET_FILE), 'utf8')) as Keystore;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a keystore, whole or not at all: its words are shown only once it is on the disk. */
export async function writeKeystore(folder: string, keystore: Keystore): Promise<void> {
  await writeWhole(join(folder, WALLET_FILE), `${JSON.stringify(keystore)}\n`);
}

/** Opens the wallet of a folder; null where none was made. Throws Error where the passphrase does not open it. */
export async function openWallet(folder: string, passphrase: string): Promise<WalletKeys | null> {
  const known = await readKeystore(folder);
  return known === null ? null : walletKeys(openWords(known, passphrase));
}

/** Opens the wallet of practice mode, and makes one at its first start: its coins are worth nothing. */
export async function practiceWallet(folder: string, passphrase: string): Promise<WalletKeys> {
  const known = await openWallet(folder, passphrase);
  if (known !== null) return known;
  const words = newWords();
  await writeKeystore(folder, sealWords(words, passphrase));
  return walletKeys(words);
}

/** Addresses of a wallet that the house itself sends coins to. */
interface HouseAddresses {
  /** Pays withdrawals. */
  readonly hot: string;
  /** Pays the gas of sweeps. */
  readonly gas: string;
}

/** The addresses of the house in a wallet of these words. */
export function houseAddressesOf(words: string): HouseAddresses {
  const { hot, gas } = walletKeys(words);
  return { hot: hot.address, gas: gas.address };
}

/** True where a folder has a wallet. */
export async function hasWallet(folder: string): Promise<boolean> {
  return (await readKeystore(folder)) !== null;
}

/** Keeps new words encrypted in a folder that has no wallet. Returns its addresses of the house. */
export async function writeWallet(
  folder: string,
  words: string,
  passphrase: string,
): Promise<HouseAddresses> {
  if (await hasWallet(folder)) throw new Error('There is a wallet already');
  await writeKeystore(folder, sealWords(words, passphrase));
  return houseAddressesOf(words);
}
