import type { OperatorSeconds } from '@candor/contract';
import { isRefusedNumber } from '@candor/i18n';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { breakEvenPpm, MAX_PAYOUT_PPM } from '@candor/rules';
import { Button, IconButton, NumberField, useFormatters } from '@candor/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { ActDialog } from './act-dialog.tsx';
import { SECONDS_KEY, type SecondsMarket } from './seconds-words.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;
const PAYOUT_DECIMALS = 2;
const MAX_PERIODS = 20;

interface Draft {
  /** Tells rows apart while they are edited. */
  readonly id: number;
  readonly seconds: string;
  readonly payout: string;
}

/** The break-even rate in percent with two decimals, rounded up: what one must reach is never shown too low. */
function breakEvenPercent(payoutPpm: number): string {
  return formatDecimalTrimmed(BigInt(Math.ceil(breakEvenPpm(payoutPpm) / 100)), PPM_SCALE - 2);
}

interface PeriodRowProps {
  readonly draft: Draft;
  readonly number: number;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onRemove: (() => void) | null;
}

/** One period with its payout, and how often a user must then be right. */
function PeriodRow({ draft, number, onChange, onRemove }: PeriodRowProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const ppm = Number(parseDecimal(draft.payout, PPM_SCALE) ?? 0n);
  const percent = ppm > 0 && ppm <= MAX_PAYOUT_PPM ? breakEvenPercent(ppm) : null;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <NumberField
          label={text('console.seconds.period', { number })}
          labelPlacement="hidden"
          value={draft.seconds}
          onValueChange={(seconds) => onChange({ seconds })}
          decimals={0}
          unit={text('console.seconds.seconds')}
          className="min-w-0 flex-1"
        />
        <NumberField
          label={text('console.seconds.payout', { number })}
          labelPlacement="hidden"
          value={draft.payout}
          onValueChange={(payout) => onChange({ payout })}
          decimals={PAYOUT_DECIMALS}
          unit="%"
          className="min-w-0 flex-1"
        />
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

/** What a market offers from now on. */
export function TermsDialog({ market, data, onClose }: TermsDialogProps) {
  const intl = useIntl();
  const { client } = useConsole();
  const [min, setMin] = useState(String(market.minQuantity ?? 1));
  const [max, setMax] = useState(String(market.maxQuantity ?? 1));
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const kept = market.periods.map((each, id) => {
      return { id, seconds: String(each.periodSeconds), payout: each.payoutPercent };
    });
    return kept.length > 0 ? kept : [{ id: 0, seconds: '', payout: '' }];
  });
  const text = (id: string) => intl.formatMessage({ id });
  const change = (id: number, next: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...next } : draft)));
  const add = () =>
    setDrafts([...drafts, { id: Math.max(...drafts.map(({ id }) => id)) + 1, seconds: '', payout: '' }]);
  const typed = [min, max, ...drafts.flatMap(({ seconds, payout }) => [seconds, payout])];
  const ready = typed.every((value) => value !== '' && !isRefusedNumber(value));
  return (
    <ActDialog
      title={`${market.symbol_name} · ${text('console.seconds.terms')}`}
      explain={text('console.seconds.explainTerms')}
      submitLabel={text('console.seconds.submit')}
      doneText={text('console.seconds.done')}
      queryKey={SECONDS_KEY}
      ready={ready}
      act={(reason) =>
        client.call('changeSecondsTerms', {
          params: { symbolId: String(market.symbolId) },
          body: {
            minQuantity: Number(min),
            maxQuantity: Number(max),
            periods: drafts.map(({ seconds, payout }) => ({
              periodSeconds: Number(seconds),
              payoutPercent: payout,
            })),
            reason,
          },
        })
      }
      onClose={onClose}
    >
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 text-13 font-medium text-ink-2">{text('console.seconds.periods')}</legend>
        <ul className="flex min-w-0 flex-col gap-3">
          {drafts.map((draft, at) => (
            <PeriodRow
              key={draft.id}
              draft={draft}
              number={at + 1}
              onChange={(next) => change(draft.id, next)}
              onRemove={
                drafts.length === 1 ? null : () => setDrafts(drafts.filter(({ id }) => id !== draft.id))
              }
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          className="self-start"
          disabled={drafts.length >= MAX_PERIODS}
          onClick={add}
        >
          {text('console.seconds.addPeriod')}
        </Button>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={text('console.seconds.min')}
          value={min}
          onValueChange={setMin}
          decimals={0}
          unit={data.coin ?? ''}
        />
        <NumberField
          label={text('console.seconds.max')}
          value={max}
          onValueChange={setMax}
          decimals={0}
          unit={data.coin ?? ''}
        />
      </div>
    </ActDialog>
  );
}
