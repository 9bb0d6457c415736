import type { TypedNumber } from '@candor/i18n';
import {
  ActMessage,
  Button,
  Checkbox,
  Detail,
  DetailList,
  Dialog,
  FormField,
  Loaded,
  NumberField,
  Select,
  SkeletonText,
  toasts,
  useAct,
  useActForm,
  useFormatters,
  useText,
} from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useServices } from '../data/index.ts';
import { type SecondsLimits, useLimits, useSetLimits } from './use-seconds.ts';

const DAY_MS = 86_400_000;
/** Clocks differ: the longest pause must still be one for the server. */
const CLOCK_SLACK_MS = 60_000;
const COOLING_OFF_DAYS = ['1', '7', '30', '42'] as const;
const EXCLUSION_DAYS = ['30', '180', '365', '1825'] as const;
const LIMIT_DECIMALS = 2;

/** The daily loss limit: lowered at once, raised a day later. */
function LossPart({ limits }: { readonly limits: SecondsLimits }) {
  const format = useFormatters();
  const text = useText();
  const setLimits = useSetLimits();
  const saved = useLimitsSaved();
  const act = useActForm({
    defaultValues: { dailyLossLimit: '' as TypedNumber },
    send: (body, sending) => setLimits.send(body, sending),
    onDone: (_done, _values, form) => {
      form.reset();
      saved();
    },
    onSettled: setLimits.refresh,
  });
  const remove = useAct({
    mutationFn: (_: undefined, sending) => setLimits.send({ dailyLossLimit: null }, sending),
    onSuccess: saved,
    onSettled: setLimits.refresh,
  });
  const coins = (value: string) => `${format.quantity(value)} ${limits.coin ?? ''}`;
  const none = text('seconds.limits.none');
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-14 font-semibold">{text('seconds.limits.loss')}</h3>
      <DetailList>
        <Detail label={text('seconds.limits.now')} strong>
          {limits.dailyLossLimit === null ? none : coins(limits.dailyLossLimit)}
        </Detail>
        {limits.pendingFrom !== null && (
          <Detail label={text('seconds.limits.from', { time: format.dateTime(limits.pendingFrom) })}>
            {limits.pendingLimit === null ? none : coins(limits.pendingLimit)}
          </Detail>
        )}
        <Detail label={text('seconds.limits.lostToday')}>{coins(limits.lostToday)}</Detail>
        <Detail label={text('seconds.limits.openStakes')}>{coins(limits.openStakes)}</Detail>
        {limits.remaining !== null && (
          <Detail label={text('seconds.limits.remaining')}>{coins(limits.remaining)}</Detail>
        )}
      </DetailList>
      <p className="text-13 text-ink-2">{text('seconds.limits.lossHelp')}</p>
      <form noValidate onSubmit={act.submit} className="flex flex-wrap items-start gap-3">
        <FormField act={act} name="dailyLossLimit" prompt="ui.required.amount">
          {(field) => (
            <NumberField
              {...field}
              label={text('seconds.limits.loss')}
              labelPlacement="inside"
              decimals={LIMIT_DECIMALS}
              unit={limits.coin ?? ''}
              className="min-w-48 flex-1"
            />
          )}
        </FormField>
        <Button type="submit" variant="quiet" loading={act.isPending}>
          {text('seconds.limits.save')}
        </Button>
        {limits.dailyLossLimit !== null && (
          <Button variant="plain" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {text('seconds.limits.remove')}
          </Button>
        )}
      </form>
      <ActMessage phase={act.phase ?? remove.phase} error={act.error ?? remove.error} />
    </section>
  );
}

interface PauseProps {
  readonly name: 'coolingOff' | 'exclusion';
  readonly days: readonly string[];
  readonly untilMs: number | null;
}

/** A pause that can be made longer and never shorter, so it asks twice. */
function PausePart({ name, days, untilMs }: PauseProps) {
  const intl = useIntl();
  const format = useFormatters();
  const [chosen, setChosen] = useState(days[0]!);
  const [sure, setSure] = useState(false);
  const text = useText();
  const { serverNowMs } = useServices();
  const setLimits = useSetLimits();
  const saved = useLimitsSaved();
  const pause = useAct({
    mutationFn: (until: number, sending) =>
      setLimits.send(
        name === 'coolingOff' ? { coolingOffUntil: until } : { selfExcludedUntil: until },
        sending,
      ),
    onSuccess: () => {
      setSure(false);
      saved();
    },
    onSettled: setLimits.refresh,
  });
  return (
    <section aria-label={text(`seconds.limits.${name}`)} className="flex flex-col gap-3 border-t pt-4">
      <h3 className="text-14 font-semibold">{text(`seconds.limits.${name}`)}</h3>
      {untilMs !== null && (
        <p className="text-13 font-medium">
          {text('seconds.limits.until', { time: format.dateTime(untilMs) })}
        </p>
      )}
      <p className="text-13 text-ink-2">{text(`seconds.limits.${name}Help`)}</p>
      <Select
        label={text('seconds.period')}
        value={chosen}
        onValueChange={setChosen}
        className="self-start"
        options={days.map((value) => ({
          value,
          label: intl.formatNumber(Number(value), { style: 'unit', unit: 'day', unitDisplay: 'long' }),
        }))}
      />
      <Checkbox checked={sure} onCheckedChange={setSure}>
        {text('seconds.limits.confirm')}
      </Checkbox>
      <Button
        variant="quiet"
        className="self-start"
        disabled={!sure}
        loading={pause.isPending}
        onClick={() => pause.mutate(serverNowMs() + Number(chosen) * DAY_MS - CLOCK_SLACK_MS)}
      >
        {text('seconds.limits.pause')}
      </Button>
      <ActMessage phase={pause.phase} error={pause.error} />
    </section>
  );
}

/** Returns what says that the limits are saved. */
function useLimitsSaved() {
  const text = useText();
  return () => void toasts.done(text('seconds.limits.saved'));
}

export interface LimitsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The user's own limits: daily loss, cooling-off, self-exclusion. */
export function LimitsDialog({ open, onOpenChange }: LimitsDialogProps) {
  const text = useText();
  const query = useLimits();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={text('seconds.limits.title')}>
      <Loaded query={query} data={query.data} skeleton={<SkeletonText lines={8} />}>
        {(limits) => (
          <div className="flex flex-col gap-4">
            <LossPart limits={limits} />
            <PausePart name="coolingOff" days={COOLING_OFF_DAYS} untilMs={limits.coolingOffUntil} />
            <PausePart name="exclusion" days={EXCLUSION_DAYS} untilMs={limits.selfExcludedUntil} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
