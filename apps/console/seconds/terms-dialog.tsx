import type { OperatorSeconds } from '@candor/api';
import { decimalOf, type TypedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { breakEvenPpm, MAX_PAYOUT_PPM } from '@candor/rules';
import { type ActForm, Button, FormField, IconButton, NumberField, useFormatters, useText } from '@candor/ui';
import { X } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { SECONDS_KEY, type SecondsMarket } from './words.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;
const PAYOUT_DECIMALS = 2;
const MAX_PERIODS = 20;

interface TermsValues extends WithReason {
  readonly minQuantity: TypedNumber;
  readonly maxQuantity: TypedNumber;
  /** Named as in the request, so that an error finds its field. */
  readonly periods: readonly { readonly periodSeconds: TypedNumber; readonly payoutPercent: TypedNumber }[];
}

/** The break-even rate in percent with two decimals, rounded up: what one must reach is never shown too low. */
function breakEvenPercent(payoutPpm: number): string {
  return formatDecimalTrimmed(BigInt(Math.ceil(breakEvenPpm(payoutPpm) / 100)), PPM_SCALE - 2);
}

interface PeriodRowProps {
  readonly act: ActForm<TermsValues>;
  readonly index: number;
  readonly onRemove: (() => void) | null;
}

/** One period with its payout, and how often a user must then be right. */
function PeriodRow({ act, index, onRemove }: PeriodRowProps) {
  const format = useFormatters();
  const text = useText();
  const number = index + 1;
  const ppm = Number(
    parseDecimal(decimalOf(act.form.watch(`periods.${index}.payoutPercent`)), PPM_SCALE) ?? 0n,
  );
  const percent = ppm > 0 && ppm <= MAX_PAYOUT_PPM ? breakEvenPercent(ppm) : null;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-start gap-2">
        <FormField act={act} name={`periods.${index}.periodSeconds`}>
          {(field) => (
            <NumberField
              {...field}
              label={text('console.seconds.period', { number })}
              labelPlacement="hidden"
              decimals={0}
              unit={text('console.seconds.seconds')}
              className="min-w-0 flex-1"
            />
          )}
        </FormField>
        <FormField act={act} name={`periods.${index}.payoutPercent`}>
          {(field) => (
            <NumberField
              {...field}
              label={text('console.seconds.payout', { number })}
              labelPlacement="hidden"
              decimals={PAYOUT_DECIMALS}
              unit="%"
              className="min-w-0 flex-1"
            />
          )}
        </FormField>
        <IconButton
          label={text('console.seconds.removePeriod', { number })}
          disabled={onRemove === null}
          onClick={() => onRemove?.()}
        >
          <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </IconButton>
      </div>
      <p className="text-12 text-ink-3">
        {text('console.seconds.breakEven', { percent: format.percent(percent) })}
      </p>
    </li>
  );
}

export interface TermsDialogProps {
  readonly market: SecondsMarket;
  readonly data: OperatorSeconds;
  readonly onClose: () => void;
}

const EMPTY = { periodSeconds: '', payoutPercent: '' };

/** The terms of a market for contracts that are opened later. */
export function TermsDialog({ market, data, onClose }: TermsDialogProps) {
  const { client } = useConsole();
  const text = useText();
  const kept = market.periods.map((each) => ({
    periodSeconds: String(each.periodSeconds),
    payoutPercent: each.payoutPercent,
  }));
  const act = useOperatorForm<TermsValues>({
    defaultValues: {
      minQuantity: String(market.minQuantity ?? 1),
      maxQuantity: String(market.maxQuantity ?? 1),
      periods: kept.length > 0 ? kept : [EMPTY],
    },
    send: ({ minQuantity, maxQuantity, periods, reason }, sending) =>
      client.call(
        'changeSecondsTerms',
        {
          params: { symbolId: String(market.symbolId) },
          body: {
            minQuantity: Number(minQuantity),
            maxQuantity: Number(maxQuantity),
            periods: periods.map(({ periodSeconds, payoutPercent }) => ({
              periodSeconds: Number(periodSeconds),
              payoutPercent,
            })),
            reason,
          },
        },
        sending,
      ),
    done: text('console.shell.proposed'),
    queryKey: SECONDS_KEY,
    onClose,
  });
  const { fields, append, remove } = useFieldArray({ control: act.form.control as never, name: 'periods' });
  return (
    <OperatorDialog
      act={act}
      title={`${market.symbol_name} · ${text('console.seconds.terms')}`}
      explain={text('console.seconds.explainTerms')}
      submit={text('console.shell.propose')}
      readers="users"
      onClose={onClose}
    >
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 text-13 font-medium text-ink-2">{text('console.seconds.periods')}</legend>
        <ul className="flex min-w-0 flex-col gap-3">
          {fields.map(({ id }, index) => (
            <PeriodRow
              key={id}
              act={act}
              index={index}
              onRemove={fields.length === 1 ? null : () => remove(index)}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          className="self-start"
          disabled={fields.length >= MAX_PERIODS}
          onClick={() => append(EMPTY as never)}
        >
          {text('console.seconds.addPeriod')}
        </Button>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <FormField act={act} name="minQuantity">
          {(field) => (
            <NumberField {...field} label={text('console.seconds.min')} decimals={0} unit={data.coin ?? ''} />
          )}
        </FormField>
        <FormField act={act} name="maxQuantity">
          {(field) => (
            <NumberField {...field} label={text('console.seconds.max')} decimals={0} unit={data.coin ?? ''} />
          )}
        </FormField>
      </div>
    </OperatorDialog>
  );
}
