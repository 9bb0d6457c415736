import type { BitcoinNetwork } from '@candor/chains';
import { addressOfPublicKey, depositAccountPath, hotPath } from '@candor/chains/bitcoin';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';

/** A key of P2WPKH. It lives in the signer's memory alone. */
export interface BitcoinKey {
  readonly address: string;
  readonly privateKey: Uint8Array;
}

/** Keys of a wallet on one network of Bitcoin, by BIP-84. */
export interface BitcoinKeys {
  readonly network: BitcoinNetwork;
  /** Gets the change of withdrawals. */
  readonly hot: BitcoinKey;
  /** Key of a deposit address, by the last part of its path. */
  deposit(index: number): BitcoinKey;
}

export function bitcoinKeys(words: string, network: BitcoinNetwork): BitcoinKeys {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const receiving = root.derive(`${depositAccountPath(network)}/0`);
  return {
    network,
    hot: keyOf(root.derive(hotPath(network)), network),
    deposit: (index) => keyOf(receiving.deriveChild(index), network),
  };
}

function keyOf({ publicKey, privateKey }: HDKey, network: BitcoinNetwork): BitcoinKey {
  if (publicKey === null || privateKey === null) throw new Error('The wallet has no such key');
  return { address: addressOfPublicKey(publicKey, network), privateKey };
}
