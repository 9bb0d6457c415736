import { createHash } from 'node:crypto';
import { BITCOIN_REGTEST } from '@candor/chains';
import { addressOfPublicKey, readTransaction, scriptOfAddress } from '@candor/chains/bitcoin';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import type { BitcoinStandIn } from './node.ts';

export interface TestWalletCoin {
  readonly hash: string;
  readonly index: number;
  readonly amount: bigint;
}

export interface TestWalletPayment {
  readonly raw: string;
  readonly hash: string;
  /** The amount that goes back to the wallet, where any does. */
  readonly change: TestWalletCoin | null;
}

/** A stranger's wallet of one key, such as a user's own. */
export interface TestWallet {
  readonly address: string;
  /** Mines a block to it, and a hundred more, so that its subsidy can be spent. */
  earn(): TestWalletCoin;
  /** Mines a payment that divides a coin into equal ones. */
  split(coin: TestWalletCoin, parts: number): TestWalletCoin[];
  /** Signs a payment and sends nothing. What is not paid and no fee goes back to the wallet. */
  pay(
    coins: readonly TestWalletCoin[],
    outputs: readonly { readonly to: string; readonly amount: bigint }[],
    options?: { readonly fee?: bigint; readonly sequence?: number },
  ): TestWalletPayment;
}

export function openTestWallet(node: BitcoinStandIn, seed: string): TestWallet {
  const key = Uint8Array.from(createHash('sha256').update(seed).digest());
  const publicKey = pubECDSA(key);
  const address = addressOfPublicKey(publicKey, BITCOIN_REGTEST);
  const { script } = p2wpkh(publicKey);
  const testWallet: TestWallet = {
    address,
    split(coin, parts) {
      const amount = (coin.amount - 10_000n) / BigInt(parts);
      const outputs = Array.from({ length: parts }, () => ({ to: address, amount }));
      const { raw, hash } = testWallet.pay([coin], outputs, { fee: coin.amount - amount * BigInt(parts) });
      node.mine(1, undefined, [raw]);
      return outputs.map((_, index) => ({ hash, index, amount }));
    },
    earn() {
      const [block] = node.mine(1, address, []);
      node.mine(100, undefined, []);
      const { hash, amount } = node.coinbaseOf(block!);
      return { hash, index: 0, amount };
    },
    pay(coins, outputs, { fee = 1_000n, sequence = 0xfffffffd } = {}) {
      const transaction = new Transaction();
      for (const { hash, index, amount } of coins)
        transaction.addInput({ txid: hash, index, sequence, witnessUtxo: { script, amount } });
      for (const { to, amount } of outputs)
        transaction.addOutput({ script: scriptOfAddress(to, BITCOIN_REGTEST)!, amount });
      const sum = (all: readonly { readonly amount: bigint }[]) =>
        all.reduce((total, each) => total + each.amount, 0n);
      const change = sum(coins) - sum(outputs) - fee;
      if (change > 0n) transaction.addOutput({ script, amount: change });
      transaction.sign(key);
      transaction.finalize();
      const raw = Buffer.from(transaction.extract()).toString('hex');
      const { hash } = readTransaction(Uint8Array.from(Buffer.from(raw, 'hex')));
      return { raw, hash, change: change > 0n ? { hash, index: outputs.length, amount: change } : null };
    },
  };
  return testWallet;
}
