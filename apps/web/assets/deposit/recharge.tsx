import type { CallData, Calls, RechargeBank, RechargeMethod } from '@candor/api';
import { isPositiveNumber, type TypedNumber } from '@candor/i18n';
import {
  ActMessage,
  Button,
  CopyButton,
  Detail,
  DetailList,
  EmptyState,
  FormField,
  Loaded,
  networkNameOf,
  Select,
  SkeletonText,
  TextField,
  toasts,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { queryKeys, useClient, useRechargeBanks } from '../../data/index.ts';
import { AmountInput } from '../../forms/amount-field.tsx';
import { PhotoField } from '../../forms/photo-field.tsx';
import { useDraft } from '../../forms/use-draft.ts';

type Terms = CallData<Calls['getRechargeBanks']>;

interface Values {
  readonly coin: string;
  readonly amount: TypedNumber;
  readonly note: string;
  readonly screenshot: string;
}

const SKELETON_LINES = 6;

/** A recharge that a person reviews: paid to an account of the house, or otherwise. */
export function Recharge({ method }: { readonly method: RechargeMethod }) {
  const text = useText();
  const query = useRechargeBanks();
  return (
    <Loaded
      query={query}
      data={query.data}
      failedTitle={text('deposit.bank.notLoaded')}
      skeleton={<SkeletonText lines={SKELETON_LINES} />}
    >
      {(terms) => {
        if (method === 'manual') return <RechargeOf key="manual" terms={terms} bank={null} />;
        const bank = terms.list[0];
        if (bank === undefined)
          return <EmptyState title={text('deposit.bank.none')} text={text('deposit.bank.none.text')} />;
        return <RechargeOf key={bank.bank} terms={terms} bank={bank} />;
      }}
    </Loaded>
  );
}

interface RechargeOfProps {
  readonly terms: Terms;
  /** Null for a payment that went to no account of the house. */
  readonly bank: RechargeBank | null;
}

function RechargeOf({ terms, bank }: RechargeOfProps) {
  const text = useText();
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-2">
      <section className="flex min-w-0 flex-col gap-6">
        <h2 className="text-16 font-semibold">
          {text(bank === null ? 'deposit.by.manual' : 'deposit.by.bank')}
        </h2>
        {bank === null ? (
          <p className="text-14 text-ink-2">{text('deposit.manual.text')}</p>
        ) : (
          <BankAccount bank={bank} reference={terms.reference} />
        )}
      </section>
      <section className="flex min-w-0 flex-col gap-4">
        <RechargeForm terms={terms} bank={bank} />
      </section>
    </div>
  );
}

/** Account to pay to, and the text to write into the transfer. */
function BankAccount({ bank, reference }: { readonly bank: RechargeBank; readonly reference: string }) {
  const text = useText();
  const format = useFormatters();
  return (
    <>
      {bank.practice && (
        <div className="flex gap-3 rounded-base bg-warn-tint p-3 text-13">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
          <div className="flex min-w-0 flex-col gap-1 text-ink">
            <p className="font-semibold">{text('deposit.bank.practice.title')}</p>
            <p>{text('deposit.bank.practice')}</p>
          </div>
        </div>
      )}
      <DetailList ruled>
        <Detail label={text('deposit.bank.name')}>{networkNameOf(text, bank.bank)}</Detail>
        <Detail label={text('deposit.bank.holder')}>{bank.holder}</Detail>
        <Detail label={text('deposit.bank.account')}>
          <span className="select-all">{bank.account}</span>
        </Detail>
        <Detail label={text('deposit.bank.swift')}>{bank.swiftCode}</Detail>
        <Detail label={text('deposit.bank.reference')} strong>
          <span className="select-all" data-testid="recharge-reference">
            {reference}
          </span>
        </Detail>
        <Detail label={text('deposit.bank.limits')} wraps>
          {text('deposit.bank.limits.text', {
            minimum: format.quantity(bank.minimum),
            maximum: format.quantity(bank.maximum),
            coin: bank.currency,
          })}
        </Detail>
      </DetailList>
      <div className="flex flex-wrap gap-3">
        <CopyButton label={text('deposit.bank.copyAccount')} text={bank.account} />
        <CopyButton label={text('deposit.bank.copyReference')} text={reference} />
      </div>
      <p className="text-13 text-ink-2">
        {text('deposit.bank.reference.text')}{' '}
        {text('deposit.bank.rate', { currency: bank.currency, coin: bank.coin })}
      </p>
    </>
  );
}

/** Amount and screenshot of a payment that was made. */
function RechargeForm({ terms, bank }: RechargeOfProps) {
  const text = useText();
  const format = useFormatters();
  const client = useClient();
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const empty = { coin: bank?.coin ?? terms.manualCoins[0] ?? '', amount: '', note: '', screenshot: '' };
  const act = useActForm<Values>({
    defaultValues: empty,
    send: ({ coin, amount, note, screenshot }, sending) => {
      const body = { coin, amount, screenshot, ...(note.trim() === '' ? {} : { note: note.trim() }) };
      return client.call(
        'recharge',
        {
          body: bank === null ? { method: 'manual', ...body } : { method: 'bank', bank: bank.bank, ...body },
        },
        sending,
      );
    },
    onDone: (_answer, _values, form) => {
      toasts.success(text('deposit.submitted'));
      form.reset(empty);
      setSent((count) => count + 1);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.deposits }),
  });
  useDraft(act, `deposit ${bank?.bank ?? 'manual'}`, ['coin', 'note', 'screenshot']);
  const isFull = terms.waiting >= terms.mostWaiting;
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-120 flex-col gap-4">
      {bank === null && (
        <FormField act={act} name="coin" prompt="ui.required.choice">
          {(field) => (
            <Select
              {...field}
              label={text('deposit.coin')}
              options={terms.manualCoins.map((coin) => ({ value: coin, label: coin }))}
            />
          )}
        </FormField>
      )}
      <FormField
        act={act}
        name="amount"
        prompt="ui.required.rechargeAmount"
        check={(value) => (isPositiveNumber(value) ? null : text('error.AMOUNT_INVALID'))}
      >
        {(field) => (
          <AmountInput
            field={field}
            label={text('deposit.amount')}
            coin={bank?.currency ?? act.form.watch('coin')}
          />
        )}
      </FormField>
      <FormField act={act} name="note" required={false}>
        {(field) => (
          <TextField
            {...field}
            label={text('deposit.note')}
            description={text('deposit.note.text')}
            autoComplete="off"
            maxLength={120}
          />
        )}
      </FormField>
      <FormField act={act} name="screenshot" prompt="error.RECHARGE_SCREENSHOT_MISSING">
        {({ value, onValueChange, error }, onBusy) => (
          <PhotoField
            // a form that was sent begins with no picture
            key={sent}
            label={text('deposit.screenshot')}
            description={text('deposit.screenshot.text')}
            value={value}
            onValueChange={onValueChange}
            error={error}
            onBusy={onBusy}
          />
        )}
      </FormField>
      <p className="text-13 text-ink-2">
        {text('deposit.reviewed', {
          hours: terms.reviewHours,
          limit: `${format.quantity(terms.fourEyesAbove)} USDT`,
        })}
      </p>
      <Button type="submit" className="self-start" loading={act.isPending} disabled={isFull}>
        {text('deposit.submit')}
      </Button>
      <ActMessage
        phase={act.phase}
        error={act.error}
        obstacle={isFull ? text('error.RECHARGES_WAITING', { most: terms.mostWaiting }) : null}
      />
    </form>
  );
}
