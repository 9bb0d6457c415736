import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { DEPOSIT_ACCOUNT_PATH } from '@candor/chains';
import { validateMnemonic } from '@scure/bip39';
import { english, generateMnemonic, type HDAccount, hdKeyToAccount, mnemonicToAccount } from 'viem/accounts';

/** The words, encrypted: AES-256-GCM under a key that scrypt derives from the passphrase. */
export interface Keystore {
  readonly version: 1;
  readonly salt: string;
  readonly nonce: string;
  readonly sealed: string;
}

/** Keys of a wallet. They live in the signer's memory alone. */
export interface WalletKeys {
  /** Pays withdrawals. */
  readonly hot: HDAccount;
  /** Pays the gas of sweeps. */
  readonly gas: HDAccount;
  /** Key of a deposit address, by the last part of its path. */
  deposit(index: number): HDAccount;
  /** Address of a deposit key, by the last part of its path. */
  depositAddress(index: number): string;
}

/** The hot wallet has an account of its own: nonces of sweeps and of withdrawals never meet. */
const HOT_PATH = "m/44'/60'/1'/0/0";
/** The wallet that pays the gas of sweeps has one too. */
const GAS_PATH = "m/44'/60'/2'/0/0";
/** 24 words. */
const STRENGTH_BITS = 256;
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 } as const;

export function newWords(): string {
  return generateMnemonic(english, STRENGTH_BITS);
}

/** Returns what is wrong with words that somebody typed, as a sentence; null where they are a wallet. */
export function wordsProblem(words: readonly string[], count: number): string | null {
  if (words.length !== count) return `These are ${words.length} words, not ${count}.`;
  const unknown = words.findIndex((word) => !english.includes(word));
  if (unknown >= 0) return `Word ${unknown + 1} is not one of the words of BIP-39.`;
  // the last word holds the check sum of all
  if (!validateMnemonic(words.join(' '), english))
    return 'The check sum is wrong: a word is another one, or two have changed places.';
  return null;
}

/** Encrypts words under a passphrase. */
export function sealWords(words: string, passphrase: string): Keystore {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce);
  const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return { version: 1, salt: text(salt), nonce: text(nonce), sealed: text(sealed) };
}

/** Decrypts the words. Throws Error where the passphrase is wrong or the file is damaged. */
export function openWords({ version, salt, nonce, sealed }: Keystore, passphrase: string): string {
  if (version !== 1) throw new Error('The keystore is of a newer version');
  const bytes = Buffer.from(sealed, 'base64url');
  const key = keyOf(passphrase, Buffer.from(salt, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error('The passphrase does not open the keystore', { cause });
  }
}

export function walletKeys(words: string): WalletKeys {
  const deposits = mnemonicToAccount(words, { path: DEPOSIT_ACCOUNT_PATH as "m/44'/60'/0'/0" }).getHdKey();
  const deposit = (index: number) => hdKeyToAccount(deposits.deriveChild(index), { path: 'm' as never });
  return {
    hot: mnemonicToAccount(words, { path: HOT_PATH }),
    gas: mnemonicToAccount(words, { path: GAS_PATH }),
    deposit,
    depositAddress: (index) => deposit(index).address,
  };
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKD'), salt, 32, SCRYPT);
}
