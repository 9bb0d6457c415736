import { isRefusedNumber } from '@candor/i18n';
import {
  Button,
  Checkbox,
  Detail,
  DetailList,
  Dialog,
  NumberField,
  Select,
  toasts,
  useFormatters,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ActMessage } from '../../app/act-message.tsx';
import { type SecondsLimits, useLimits, useSetLimits } from './use-seconds.ts';

const DAY_MS = 86_400_000;
/** Clocks differ: the longest pause must still be one for the server. */
const CLOCK_SLACK_MS = 60_000;
const COOLING_OFF_DAYS = ['1', '7', '30', '42'] as const;
const EXCLUSION_DAYS = ['30', '180', '365', '1825'] as const;
const LIMIT_DECIMALS = 2;

interface PartProps {
  readonly limits: SecondsLimits;
  readonly set: ReturnType<typeof useSetLimits>;
}

/** The daily loss limit: lowered at once, raised a day later. */
function LossPart({ limits, set }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [amount, setAmount] = useState('');
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const coins = (value: string) => `${format.quantity(value)} ${limits.coin ?? ''}`;
  const none = text('trade.sec.limits.none');
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-14 font-semibold">{text('trade.sec.limits.loss')}</h3>
      <DetailList>
        <Detail label={text('trade.sec.limits.now')} strong>
          {limits.dailyLossLimit === null ? none : coins(limits.dailyLossLimit)}
        </Detail>
        {limits.pendingFrom !== null && (
          <Detail label={text('trade.sec.limits.from', { time: format.dateTime(limits.pendingFrom) })}>
            {limits.pendingLimit === null ? none : coins(limits.pendingLimit)}
          </Detail>
        )}
        <Detail label={text('trade.sec.limits.lostToday')}>{coins(limits.lostToday)}</Detail>
        <Detail label={text('trade.sec.limits.openStakes')}>{coins(limits.openStakes)}</Detail>
        {limits.remaining !== null && (
          <Detail label={text('trade.sec.limits.remaining')}>{coins(limits.remaining)}</Detail>
        )}
      </DetailList>
      <p className="text-13 text-ink-2">{text('trade.sec.limits.lossHelp')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <NumberField
          label={text('trade.sec.limits.loss')}
          labelPlacement="inside"
          value={amount}
          onValueChange={setAmount}
          decimals={LIMIT_DECIMALS}
          unit={limits.coin ?? ''}
          className="min-w-48 flex-1"
        />
        <Button
          variant="quiet"
          disabled={amount === '' || isRefusedNumber(amount) || set.isPending}
          onClick={() => set.mutate({ dailyLossLimit: amount }, { onSuccess: () => setAmount('') })}
        >
          {text('trade.sec.limits.save')}
        </Button>
        {limits.dailyLossLimit !== null && (
          <Button
            variant="plain"
            disabled={set.isPending}
            onClick={() => set.mutate({ dailyLossLimit: null })}
          >
            {text('trade.sec.limits.remove')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface PauseProps {
  readonly name: 'coolingOff' | 'exclusion';
  readonly days: readonly string[];
  readonly untilMs: number | null;
  readonly pending: boolean;
  readonly onPause: (untilMs: number) => void;
}

/** A pause that can be made longer and never shorter, so it asks twice. */
function PausePart({ name, days, untilMs, pending, onPause }: PauseProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [chosen, setChosen] = useState(days[0]!);
  const [sure, setSure] = useState(false);
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  return (
    <section aria-label={text(`trade.sec.limits.${name}`)} className="flex flex-col gap-3 border-t pt-4">
      <h3 className="text-14 font-semibold">{text(`trade.sec.limits.${name}`)}</h3>
      {untilMs !== null && (
        <p className="text-13 font-medium">
          {text('trade.sec.limits.until', { time: format.dateTime(untilMs) })}
        </p>
      )}
      <p className="text-13 text-ink-2">{text(`trade.sec.limits.${name}Help`)}</p>
      <Select
        label={text('trade.sec.period')}
        value={chosen}
        onValueChange={setChosen}
        className="self-start"
        options={days.map((value) => ({
          value,
          label: intl.formatNumber(Number(value), { style: 'unit', unit: 'day', unitDisplay: 'long' }),
        }))}
      />
      <Checkbox checked={sure} onCheckedChange={setSure}>
        {text('trade.sec.limits.confirm')}
      </Checkbox>
      <Button
        variant="quiet"
        className="self-start"
        disabled={!sure || pending}
        onClick={() => {
          setSure(false);
          onPause(Date.now() + Number(chosen) * DAY_MS - CLOCK_SLACK_MS);
        }}
      >
        {text('trade.sec.limits.pause')}
      </Button>
    </section>
  );
}

export interface LimitsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The user's own limits: daily loss, cooling-off, self-exclusion. */
export function LimitsDialog({ open, onOpenChange }: LimitsDialogProps) {
  const intl = useIntl();
  const limits = useLimits().data;
  const set = useSetLimits(() => toasts.done(intl.formatMessage({ id: 'trade.sec.limits.saved' })));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.sec.limits.title' })}
    >
      {limits !== undefined && (
        <div className="flex flex-col gap-4">
          <LossPart limits={limits} set={set} />
          <PausePart
            name="coolingOff"
            days={COOLING_OFF_DAYS}
            untilMs={limits.coolingOffUntil}
            pending={set.isPending}
            onPause={(coolingOffUntil) => set.mutate({ coolingOffUntil })}
          />
          <PausePart
            name="exclusion"
            days={EXCLUSION_DAYS}
            untilMs={limits.selfExcludedUntil}
            pending={set.isPending}
            onPause={(selfExcludedUntil) => set.mutate({ selfExcludedUntil })}
          />
          <ActMessage phase={set.phase} error={set.error} />
        </div>
      )}
    </Dialog>
  );
}
