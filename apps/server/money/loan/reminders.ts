import type { PowerLoanView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Db, kyselyOf } from '../../base/database/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { HousePart } from '../../gateway/subject.ts';

/** A borrower is told so long before an instalment falls due. */
const NOTICE_MS = 3 * 86_400_000;

type House = Pick<Parameters<HousePart>[0], 'pool' | 'core' | 'catalogues'> & {
  readonly history: Pick<History, 'loan'>;
};

/** Tells each borrower once of an instalment that falls due within three days. */
export async function remindBorrowers({ pool, core, history, catalogues }: House): Promise<void> {
  const db = kyselyOf(pool);
  for (const userId of await history.loan.borrowers()) {
    const { loans, timeMs } = await core.ask('loansOf', userId);
    for (const loan of loans) await remind(db, { loan, timeMs, history, catalogues });
  }
}

interface Reminded extends Pick<House, 'history' | 'catalogues'> {
  readonly loan: PowerLoanView;
  readonly timeMs: number;
}

async function remind(db: Db, { loan, timeMs, history, catalogues }: Reminded): Promise<void> {
  const { userId, loanId, assetId, terms, beganSecond } = loan;
  const [next] = loan.rows;
  if (next === undefined) return;
  const dueTime = next.dueSecond * 1_000;
  // a loan whose periods are as short was told of its due date by its payout, or by the due date before
  const isSoon = dueTime > timeMs && dueTime - timeMs <= NOTICE_MS;
  if (!isSoon || timeMs - beganSecond * 1_000 < NOTICE_MS) return;
  const id = await history.loan.applicationOf(userId, loanId);
  if (id === null) return;
  const catalogue = catalogues.current();
  await db.transaction().execute(async (trx) => {
    const told = await trx
      .insertInto('loan.reminder')
      .values({ loan_id: loanId, number: next.number, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (told === undefined) return;
    await noteNotice(trx, {
      userId,
      key: `loan-due-soon:${loanId}:${next.number}`,
      kind: 'loan-due-soon',
      timeMs: null,
      facts: {
        id,
        coin: catalogue.assetById(assetId).code,
        number: next.number,
        instalments: terms.instalments,
        amount: amountText(catalogue, assetId, (next.interest + next.principal) as Amount),
        dueTime,
      },
    });
  });
}
