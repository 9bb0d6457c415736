import { type AccountChain, type ChainAsset, ChainError, type UnsignedTransaction } from '@candor/chains';
import type { Pool } from 'pg';
import { mnemonicToAccount } from 'viem/accounts';
import { kyselyOf } from '../../base/database/index.ts';
import { FAUCET_ADDRESS, type ListedChain } from '../chains/index.ts';

/** The mnemonic of every development node, which everybody knows: its coins are worth nothing. */
const FAUCET_MNEMONIC = 'test test test test test test test test test test test junk';
const BATCH = 20;

/**
 * Sends the promised practice coins of one chain. Each is signed once and stored before it is sent, so that a kill
 * between the two pays it once. A payment that its recipient would refuse, such as a contract that takes no coins, ends
 * unpaid once a final block refuses it too; until then it is tried again. It holds up none behind it. Returns true
 * where some are left for the next look.
 */
export async function sendFaucetPayments(
  pool: Pool,
  chain: ListedChain,
  adapter: AccountChain,
  log: (line: string) => void,
): Promise<boolean> {
  if (!chain.isPractice) throw new Error('only a practice chain has a faucet');
  const db = kyselyOf(pool);
  const account = mnemonicToAccount(FAUCET_MNEMONIC);
  const waiting = await db
    .selectFrom('deposits.faucet_payment')
    .selectAll()
    .where('chain', '=', chain.key)
    .where('raw_transaction', 'is', null)
    .where('refused_at', 'is', null)
    .orderBy('payment_no')
    .limit(BATCH)
    .execute();
  if (waiting.length === 0) return false;
  const { last } = await db
    .selectFrom('deposits.faucet_payment')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', chain.key)
    .executeTakeFirstOrThrow();
  let nonce = Math.max(await adapter.minedNonce(FAUCET_ADDRESS), (last ?? -1) + 1);
  const fee = await adapter.feeEstimate();
  let isSomeLeft = waiting.length === BATCH;
  for (const payment of waiting) {
    const asset = chain.assets.find(({ code }) => code === payment.coin);
    if (asset === undefined) throw new Error(`${payment.coin} is not on ${chain.key}`);
    let unsigned: UnsignedTransaction;
    try {
      unsigned = await adapter.buildPayment({
        from: FAUCET_ADDRESS,
        to: payment.address,
        asset,
        amount: BigInt(payment.amount),
        nonce,
        fee,
      });
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'WOULD_FAIL') throw error;
      if (!(await isRefusedFinally(adapter, payment.address, asset, BigInt(payment.amount)))) {
        isSomeLeft = true;
        continue;
      }
      log(`Practice payment ${payment.payment_no} is refused by its recipient: ${error.message}`);
      await db
        .updateTable('deposits.faucet_payment')
        .set({ refused_at: new Date() })
        .where('payment_no', '=', payment.payment_no)
        .execute();
      continue;
    }
    const raw = await account.signTransaction(unsigned);
    await db
      .updateTable('deposits.faucet_payment')
      .set({ nonce, raw_transaction: raw })
      .where('payment_no', '=', payment.payment_no)
      .execute();
    nonce += 1;
  }
  return isSomeLeft;
}

/** True where a block that the chain cannot take back refuses the payment. The faucet has coins without end. */
async function isRefusedFinally(
  adapter: AccountChain,
  to: string,
  asset: ChainAsset,
  amount: bigint,
): Promise<boolean> {
  const number = await adapter.finalNumber();
  const block = number === null ? null : await adapter.blockAt(number);
  if (block === null) return false;
  return (await adapter.checkPayment({ from: FAUCET_ADDRESS, to, asset, amount }, block.hash)) !== 'accepted';
}

/** Broadcasts what was signed and is not known to be mined; repeated it does nothing. */
export async function broadcastFaucetPayments(
  pool: Pool,
  chain: ListedChain,
  adapter: AccountChain,
): Promise<void> {
  const db = kyselyOf(pool);
  const mined = await adapter.minedNonce(FAUCET_ADDRESS);
  const signed = await db
    .selectFrom('deposits.faucet_payment')
    .select(['payment_no', 'raw_transaction'])
    .where('chain', '=', chain.key)
    .where('raw_transaction', 'is not', null)
    .where('nonce', '>=', mined)
    .orderBy('nonce')
    .execute();
  for (const { payment_no, raw_transaction } of signed) {
    const transaction_hash = await adapter.broadcast(raw_transaction as `0x${string}`);
    await db
      .updateTable('deposits.faucet_payment')
      .set({ transaction_hash })
      .where('payment_no', '=', payment_no)
      .execute();
  }
}
