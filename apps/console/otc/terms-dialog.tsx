import type { OtcTermsRow } from '@candor/api';
import { isPositiveNumber, type PlainValues, type TypedNumber } from '@candor/i18n';
import { FormField, NumberField, useText } from '@candor/ui';
import { useConsole } from '../data/session.ts';
import { OperatorDialog, useOperatorForm, type WithReason } from '../shell/operator-dialog.tsx';
import { type ClockField, clockFields, OTC_KEY } from './words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PERCENT_DIGITS = 4;
const COIN_DIGITS = 8;
/** Notice of other terms: a day, and an hour for the second operator. */
const LEAST_NOTICE_HOURS = 25;
const countFields = ['faultsToPause', 'newOrders'] as const;
const percentFields = ['makerFeePercent', 'bandPercent'] as const;
const coinFields = ['newValue', 'deposit'] as const;

interface TermsValues
  extends WithReason,
    Record<
      | ClockField
      | (typeof countFields)[number]
      | (typeof percentFields)[number]
      | (typeof coinFields)[number],
      TypedNumber
    > {
  readonly notice: TypedNumber;
}

interface TermsDialogProps {
  readonly terms: OtcTermsRow;
  readonly now: number;
  readonly onClose: () => void;
}

const minutesOf = (ms: number): string => String(ms / MINUTE_MS);
const msOf = (minutes: string): number => Math.round(Number(minutes) * MINUTE_MS);

/** Returns the clocks of the form in ms. */
function clocksOf(values: PlainValues<TermsValues>): Record<ClockField, number> {
  return Object.fromEntries(clockFields.map((field) => [field, msOf(values[field])])) as Record<
    ClockField,
    number
  >;
}

/** Proposes other terms of OTC, for orders from a time on. */
export function TermsDialog({ terms, now, onClose }: TermsDialogProps) {
  const text = useText();
  const { client } = useConsole();
  const clocks = Object.fromEntries(clockFields.map((field) => [field, minutesOf(terms[field])]));
  const act = useOperatorForm<TermsValues>({
    defaultValues: {
      ...(clocks as Record<ClockField, string>),
      makerFeePercent: terms.makerFeePercent,
      bandPercent: terms.bandPercent,
      faultsToPause: String(terms.faultsToPause),
      newOrders: String(terms.newOrders),
      newValue: terms.newValue,
      deposit: terms.deposit,
      notice: String(LEAST_NOTICE_HOURS),
    },
    send: (values, sending) =>
      client.call(
        'setOtcTerms',
        {
          body: {
            ...clocksOf(values),
            makerFeePercent: values.makerFeePercent,
            bandPercent: values.bandPercent,
            faultsToPause: Number(values.faultsToPause),
            newOrders: Number(values.newOrders),
            newValue: values.newValue,
            deposit: values.deposit,
            pausesMs: [...terms.pausesMs],
            effectiveTime: now + Number(values.notice) * HOUR_MS,
            reason: values.reason,
          },
        },
        sending,
      ),
    done: text('console.shell.proposed'),
    queryKey: OTC_KEY,
    onClose,
  });
  const check = (typed: string) => (isPositiveNumber(typed) ? null : text('error.AMOUNT_INVALID'));
  const units: Readonly<Record<string, string>> = {
    ...Object.fromEntries(clockFields.map((field) => [field, text('console.otc.minutesUnit')])),
    ...Object.fromEntries(percentFields.map((field) => [field, '%'])),
    ...Object.fromEntries(coinFields.map((field) => [field, terms.coin])),
    notice: text('console.otc.hoursUnit'),
  };
  const decimals = (field: string): number =>
    (percentFields as readonly string[]).includes(field)
      ? PERCENT_DIGITS
      : (coinFields as readonly string[]).includes(field)
        ? COIN_DIGITS
        : 0;
  const mayBeZero = ['makerFeePercent', 'newOrders'];
  const names = [...percentFields, ...clockFields, ...countFields, ...coinFields, 'notice'] as const;
  return (
    <OperatorDialog
      act={act}
      title={text('console.otc.terms.change')}
      explain={text('console.otc.terms.explain')}
      submit={text('console.shell.propose')}
      readers="operators"
      onClose={onClose}
    >
      {names.map((name) => (
        <FormField key={name} act={act} name={name} {...(mayBeZero.includes(name) ? {} : { check })}>
          {(field) => (
            <NumberField
              {...field}
              label={text(`console.otc.field.${name}`)}
              decimals={decimals(name)}
              {...(units[name] === undefined ? {} : { unit: units[name] })}
            />
          )}
        </FormField>
      ))}
    </OperatorDialog>
  );
}
