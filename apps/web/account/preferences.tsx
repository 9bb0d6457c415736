import { zoneOffsetMs } from '@candor/i18n';
import { ActMessage, SearchSelect, Select, useAct, useText } from '@candor/ui';
import { useMemo } from 'react';
import { CurrencySelect } from '../common/currency-select.tsx';
import { useHouseTimeZone, usePreference, useServices } from '../data/index.ts';
import { LanguageField } from '../shell/language-menu.tsx';
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

/** Preferences of this device: language, currency, theme, and the time zone of charts, lists and files. */
export function Preferences() {
  const text = useText();
  const { preferences } = useServices();
  const theme = usePreference('theme');
  return (
    <Section title={text('account.preferences.title')} text={text('account.preferences.text')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <LanguageField />
        <CurrencySelect />
        <Select
          label={text('account.preferences.theme')}
          value={theme}
          onValueChange={(next) => preferences.change({ theme: next })}
          options={[
            { value: 'daytime', label: text('ui.theme.day') },
            { value: 'night', label: text('ui.theme.night') },
          ]}
        />
      </div>
      <TimeZone />
    </Section>
  );
}

function TimeZone() {
  const text = useText();
  const { client, preferences, session, serverNowMs } = useServices();
  const store = useAct<unknown, string | null>({
    mutationFn: (timeZone, sending) => client.call('setTimeZone', { body: { timeZone } }, sending),
    onSettled: () => session.reloadUser(),
  });
  const choose = (timeZone: string | null) => {
    preferences.change({ timeZone });
    store.mutate(timeZone);
  };
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
    <div className="flex flex-col gap-2 pt-3">
      <h3 className="text-14 font-semibold">{text('account.timeZone.title')}</h3>
      <p className="max-w-160 text-13 text-ink-2">{text('account.timeZone.note')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-y py-2">
        <span className="text-14">{options.find(({ value }) => value === shown)?.detail ?? shown}</span>
        <SearchSelect
          label={text('account.timeZone.title')}
          value={shown}
          onValueChange={(next) => choose(next === DEVICE ? null : next)}
          options={options}
          searchLabel={text('account.timeZone.search')}
          emptyText={text('account.timeZone.none')}
        />
      </div>
      <ActMessage phase={store.phase} error={store.error} />
    </div>
  );
}
