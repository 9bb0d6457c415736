import { isPositiveNumber, trimFigure } from '@candor/i18n';
import { parseDecimal } from '@candor/money';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  NumberField,
  Select,
  SkeletonText,
  toasts,
  useFormatters,
} from '@candor/ui';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { wordsOf } from '../app/error-words.ts';
import { usePracticeAllowance, useTakePracticeFunds } from '../data/index.ts';

const PRACTICE_SCALE = 8;
const FORM_ID = 'practice-funds';

const unitsOf = (decimal: string) => parseDecimal(decimal, PRACTICE_SCALE) ?? 0n;

/** Takes practice coins, up to the day's allowance of each. Practice mode only. */
export function PracticeFundsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const intl = useIntl();
  const formatters = useFormatters();
  const { data, error, refetch } = usePracticeAllowance(open);
  const take = useTakePracticeFunds();
  const [coin, setCoin] = useState('USDT');
  const [typed, setTyped] = useState<string | null>(null);

  const allowance = data?.list.find((entry) => entry.coin === coin) ?? data?.list[0];
  const usedUp = allowance !== undefined && !/[1-9]/.test(allowance.remaining);
  const amount = typed ?? (allowance === undefined || usedUp ? '' : trimFigure(allowance.remaining, 0));

  const isOver = allowance !== undefined && !usedUp && unitsOf(amount) > unitsOf(allowance.remaining);
  const problem = () => {
    if (isOver) {
      const values = {
        remaining: formatters.quantity(trimFigure(allowance.remaining)),
        cap: formatters.quantity(trimFigure(allowance.dailyCap)),
        coin: allowance.coin,
      };
      return intl.formatMessage({ id: 'error.PRACTICE_CAP_EXCEEDED' }, values);
    }
    return take.error === null ? undefined : wordsOf(intl, take.error);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (allowance === undefined || isOver || take.isPending) return;
    take.mutate(
      { coin: allowance.coin, amount },
      {
        onSuccess: (taken) => {
          toasts.success(
            intl.formatMessage(
              { id: 'practice.taken' },
              { amount: formatters.quantity(taken.amount), coin: taken.coin },
            ),
          );
          setTyped(null);
          onOpenChange(false);
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        take.reset();
        onOpenChange(next);
      }}
      title={<FormattedMessage id="practice.title" />}
      description={<FormattedMessage id="practice.text" />}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            <FormattedMessage id="practice.cancel" />
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            disabled={allowance === undefined || usedUp || isOver || !isPositiveNumber(amount)}
            loading={take.isPending}
          >
            <FormattedMessage id="practice.take" />
          </Button>
        </>
      }
    >
      {error !== null && data === undefined && (
        <ErrorState
          title={<FormattedMessage id="practice.notLoaded" />}
          text={wordsOf(intl, error)}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonText lines={4} />}
      {data?.list.length === 0 && <EmptyState title={<FormattedMessage id="markets.noneListed" />} />}
      {data !== undefined && allowance !== undefined && (
        <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Select
            label={intl.formatMessage({ id: 'assets.coin' })}
            value={allowance.coin}
            onValueChange={(next) => {
              setCoin(next);
              setTyped(null);
              take.reset();
            }}
            options={data.list.map((entry) => ({
              value: entry.coin,
              label: entry.coin,
              detail: formatters.quantity(entry.remaining),
            }))}
          />
          <NumberField
            label={<FormattedMessage id="assets.amount" />}
            value={amount}
            onValueChange={(next) => {
              take.reset();
              setTyped(next);
            }}
            decimals={PRACTICE_SCALE}
            unit={allowance.coin}
            disabled={usedUp}
            error={problem()}
            description={
              usedUp ? (
                <FormattedMessage
                  id="practice.usedUp"
                  values={{ time: formatters.dateTime(data.resetsAt) }}
                />
              ) : (
                <FormattedMessage
                  id="practice.left"
                  values={{
                    remaining: formatters.quantity(allowance.remaining),
                    cap: formatters.quantity(allowance.dailyCap),
                    coin: allowance.coin,
                  }}
                />
              )
            }
          />
        </form>
      )}
    </Dialog>
  );
}
