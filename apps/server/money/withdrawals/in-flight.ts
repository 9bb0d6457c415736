import type { Command } from '@candor/kernel';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { PaymentsInFlight } from '../treasury/index.ts';
import { endKey } from './clock.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

/** Reads what is in flight, within a transaction that sees one state of all tables. */
export async function paymentsInFlight(trx: Trx, chain: string): Promise<PaymentsInFlight> {
  const open = await sql<{ no: bigint; coin: string; amount: bigint; nonce: number; hashes: string[] }>`
    select w.withdrawal_no as no, w.coin, w.amount, w.nonce, array_agg(t.hash order by t.max_fee::numeric) as hashes
    from withdrawals.withdrawal w join withdrawals.transaction t using (withdrawal_no)
    where w.chain = ${chain} and w.ended_at is null and w.nonce is not null group by w.withdrawal_no`.execute(
    trx,
  );
  const promised = await sql<{ key: string; no: bigint; coin: string; amount: bigint; body: string }>`
    select o.key, w.withdrawal_no as no, w.coin, w.amount, o.body from outbox.command o
    join withdrawals.withdrawal w
      on o.key in ('withdrawal-end:' || w.withdrawal_no, 'withdrawal-cost:' || w.withdrawal_no)
    where o.seq is null and w.chain = ${chain}`.execute(trx);
  const commands = promised.rows.map((row) => ({ ...row, command: decodeCommand(row.body) }));
  return {
    open: open.rows.map(({ no, coin, amount, nonce, hashes }) => ({
      withdrawalNo: idOf(no),
      coin,
      amount: BigInt(amount),
      nonce,
      hashes,
    })),
    ended: commands.flatMap(({ key, no, coin, amount, command }) =>
      key === endKey(idOf(no)) && (command.type === 'settleWithdrawal' || command.type === 'failWithdrawal')
        ? [
            {
              withdrawalNo: idOf(no),
              coin,
              networkFee: command.networkFee,
              amount: command.type === 'settleWithdrawal' ? BigInt(amount) : 0n,
            },
          ]
        : [],
    ),
    costs: commands
      .filter((each) => each.command.type === 'bookNetworkCost')
      .map(({ command }) => command as Of<'bookNetworkCost'>)
      .map(({ costNo, amount }) => ({ costNo, amount })),
  };
}
