import type { bankCalls } from '@candor/api';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Bank } from './bank.ts';

export interface BankHandlersDeps {
  readonly bank: Bank;
  readonly now: () => number;
}

export function bankHandlers({ bank, now }: BankHandlersDeps): Handlers<typeof bankCalls> {
  /** Runs an act in one transaction with the entry of its answer. */
  const act = (enter: EnterAnswer, run: (trx: Trx) => Promise<void>) => {
    refuseLate(now());
    return bank.db.transaction().execute(async (trx) => {
      await enter.begin(trx);
      await run(trx);
      await enter(trx, null);
      return null;
    });
  };
  return {
    saveBankCard: ({ session, body, enter }) =>
      act(enter, (trx) =>
        bank.bind(trx, session.userId, {
          name: body.name,
          cardNumber: body.cardNumber,
          bankName: body.bankName,
          swiftCode: (body.swiftCode ?? '').toUpperCase(),
          branch: body.branch ?? '',
          bankAddress: body.bankAddress ?? '',
          homeAddress: body.homeAddress ?? '',
        }),
      ),
    getBankCard: ({ session }) => bank.card(session.userId),
    payment: ({ session, body, enter }) => {
      if (body.type === 'bank' && body.account !== '' && !body.bankName)
        throw new Refusal('INVALID_INPUT', { field: 'bankName' });
      return act(enter, (trx) =>
        bank.setPayment(trx, session.userId, { ...body, bankName: body.bankName ?? '' }),
      );
    },
    getPayment: ({ session }) => bank.payments(session.userId),
  };
}
