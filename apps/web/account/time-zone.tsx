import { zoneOffsetMs } from '@candor/i18n';
import { SearchSelect, useText } from '@candor/ui';
import { useMemo } from 'react';
import { useHouseTimeZone, usePreference, useServices } from '../data/index.ts';
import { Section } from './section.tsx';

/** Value of the choice that follows the device. */
const DEVICE = 'device';
const MINUTE_MS = 60_000;

/** Writes a zone's distance from UTC as UTC+05:45. */
function offsetText(timeZone: string, atMs: number): string {
  const minutes = zoneOffsetMs(timeZone, atMs) / MINUTE_MS;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** The time zone of charts, lists and files on this device. */
export function TimeZone() {
  const text = useText();
  const { preferences, serverNowMs } = useServices();
  const chosen = usePreference('timeZone');
  const house = useHouseTimeZone();
  const options = useMemo(() => {
    const now = serverNowMs();
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const all = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
    return [
      { value: DEVICE, label: offsetText(own, now), detail: text('account.timeZone.device', { zone: own }) },
      ...all.map((zone) => ({
        value: zone,
        label: offsetText(zone, now),
        detail: zone === house ? text('account.timeZone.house', { zone }) : zone,
      })),
    ];
  }, [text, house, serverNowMs]);
  const shown = chosen ?? DEVICE;
  return (
    <Section title={text('account.timeZone.title')} text={text('account.timeZone.text')}>
      <div className="flex max-w-180 flex-wrap items-center justify-between gap-x-4 border-y py-2">
        <span className="text-14">{options.find(({ value }) => value === shown)?.detail ?? shown}</span>
        <SearchSelect
          label={text('account.timeZone.title')}
          value={shown}
          onValueChange={(next) => preferences.change({ timeZone: next === DEVICE ? null : next })}
          options={options}
          searchLabel={text('account.timeZone.search')}
          emptyText={text('account.timeZone.none')}
        />
      </div>
    </Section>
  );
}
