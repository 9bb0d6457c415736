import type { CallData, Calls, WithdrawalBank } from '@candor/api';
import { decimalOf, isPositiveNumber, type TypedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  buttonClass,
  Detail,
  DetailList,
  EmptyState,
  FormField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { passwordHash } from '../../common/password-hash.ts';
import { useWithdraw } from './use-withdraw.ts';
import { FundPassword, WithdrawAmount, WithdrawButton } from './withdraw-fields.tsx';

interface Values {
  readonly amount: TypedNumber;
  readonly fundPassword: string;
}

const EMPTY: Values = { amount: '', fundPassword: '' };
const SCALE = 18;

interface WithdrawToCardProps {
  readonly bank: WithdrawalBank;
  /** Why nothing may be withdrawn now; null where it may. */
  readonly obstacle: string | null;
  readonly onRequested: (id: number) => void;
}

/** A withdrawal to the bound bank card. */
export function WithdrawToCard({ bank, obstacle, onRequested }: WithdrawToCardProps) {
  const text = useText();
  if (bank.card === null)
    return (
      <EmptyState
        title={text('withdraw.bank.none')}
        text={text('withdraw.bank.none.text')}
        action={
          <Link to="/user/index" search={{ key: 'bank' }} className={buttonClass()}>
            {text('withdraw.bank.bind')}
          </Link>
        }
      />
    );
  return (
    <div className="flex flex-col gap-6">
      {bank.practice && (
        <p className="flex gap-3 rounded-base bg-warn-tint p-3 text-13">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
          {text('withdraw.bank.practice')}
        </p>
      )}
      <DetailList ruled>
        <Detail label={text('withdraw.bank.card')} wraps>
          {bank.card.bankName} {bank.card.cardNumber}
        </Detail>
        <Detail label={text('deposit.bank.holder')} wraps>
          {bank.card.name}
        </Detail>
      </DetailList>
      <CardForm bank={bank} obstacle={obstacle} onRequested={onRequested} />
    </div>
  );
}

function CardForm({ bank, obstacle, onRequested }: WithdrawToCardProps) {
  const text = useText();
  const format = useFormatters();
  const withdraw = useWithdraw();
  const { coin, currency } = bank;
  const act = useActForm<Values, CallData<Calls['withdrawal']>>({
    defaultValues: EMPTY,
    beside: { coin },
    places: { INSUFFICIENT_BALANCE: 'amount' },
    send: ({ amount, fundPassword }, sending) =>
      withdraw.send({ method: 'bank', coin, amount, fundPassword: passwordHash(fundPassword) }, sending),
    onDone: ({ id }, _values, form) => {
      toasts.success(text('withdraw.requested'));
      form.reset(EMPTY);
      onRequested(id);
    },
    onSettled: withdraw.refresh,
  });
  const amount = decimalOf(act.form.watch('amount'));
  const units = parseDecimal(amount, SCALE);
  return (
    <form noValidate onSubmit={act.submit} className="flex flex-col gap-4">
      <FormField
        act={act}
        name="amount"
        prompt="ui.required.withdrawAmount"
        check={(value) => (isPositiveNumber(value) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <WithdrawAmount
            field={field}
            coin={coin}
            most={mostOf(bank)}
            available={bank.available}
            onMost={() => act.form.clearErrors('amount')}
          />
        )}
      </FormField>
      <FormField act={act} name="fundPassword" prompt="ui.required.fundPassword">
        {(field) => <FundPassword field={field} />}
      </FormField>
      <DetailList ruled>
        <Detail label={text('withdraw.arrives.bank')} strong>
          {units === null || units === 0n
            ? '—'
            : `${format.quantity(formatDecimalTrimmed(units, SCALE))} ${currency}`}
        </Detail>
      </DetailList>
      <WithdrawButton act={act} obstacle={obstacle} />
    </form>
  );
}

/** The terms of payouts by bank. */
export function CardTerms({ bank }: { readonly bank: WithdrawalBank }) {
  const text = useText();
  const format = useFormatters();
  const ofCoin = (amount: string) => `${format.quantity(amount)} ${bank.coin}`;
  return (
    <div className="flex flex-col gap-3">
      <DetailList ruled>
        <Detail label={text('withdraw.minimum')}>{ofCoin(bank.minimum)}</Detail>
        <Detail label={text('withdraw.left')}>{ofCoin(bank.remainingToday)}</Detail>
      </DetailList>
      <p className="text-13 text-ink-2">
        {text('withdraw.bank.rate', { coin: bank.coin, currency: bank.currency })}
      </p>
      <p className="text-13 text-ink-2">
        {text('withdraw.bank.reviewed', { hours: bank.stepHours, limit: ofCoin(bank.fourEyesAbove) })}
      </p>
    </div>
  );
}

/** The less of the balance and what is left of the day's limit. */
function mostOf({ available, remainingToday }: WithdrawalBank): string {
  const units = (amount: string) => parseDecimal(amount, SCALE) ?? 0n;
  const [a, b] = [units(available), units(remainingToday)];
  return formatDecimalTrimmed(a < b ? a : b, SCALE);
}
