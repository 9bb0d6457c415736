import type { SupportOffice } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import { queryKeys, useClient } from '../../data/index.ts';

/** Any Monday in UTC: its week names the days. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Hours begin and end while the dialog is open. */
const REFRESH_MS = 60_000;
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The hours of each day of the week, and the days without any. */
function Hours({ office }: { readonly office: SupportOffice }) {
  const intl = useIntl();
  const text = useText();
  const { spans, holidays } = office;
  const spansOf = (day: number) =>
    spans
      .filter((span) => span.day === day)
      .map((span) => `${clock(span.fromMinute)}–${clock(span.toMinute)}`);
  // their own commas would run into those of a list
  const dates = holidays.map((date) =>
    intl.formatDate(Date.parse(`${date}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'medium' }),
  );
  return (
    <details className="text-13">
      <summary className="flex min-h-9 cursor-pointer items-center text-accent hover:text-accent-strong touch:min-h-11">
        {text('chat.office.hours')}
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 figure">
        {DAYS.map((day) => (
          <Fragment key={day}>
            <dt>{intl.formatDate(MONDAY_MS + (day - 1) * DAY_MS, { timeZone: 'UTC', weekday: 'long' })}</dt>
            <dd>{intl.formatList(spansOf(day), { type: 'unit' }) || text('chat.office.dayOff')}</dd>
          </Fragment>
        ))}
      </dl>
      {dates.length > 0 && (
        <p className="mt-2">{text('chat.office.holidays', { dates: dates.join(' · ') })}</p>
      )}
    </details>
  );
}

/** Says if somebody of support is there, until when, and in which languages they answer. */
export function Office() {
  const client = useClient();
  const intl = useIntl();
  const text = useText();
  const format = useFormatters();
  const { data } = useQuery({
    queryKey: queryKeys.supportOffice,
    queryFn: () => client.call('getSupportOffice'),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined) return null;
  const { isOpen, changeTime, languages } = data;
  const names = languages.map((code) => intl.formatDisplayName(code, { type: 'language' }) ?? code);
  const time = format.dateMinute(changeTime);
  return (
    <div>
      <p className="text-13">
        {changeTime === null
          ? text('chat.office.none')
          : text(isOpen ? 'chat.office.open' : 'chat.office.closed', { time })}{' '}
        {text('chat.office.languages', { languages: intl.formatList(names) })}
      </p>
      {data.spans.length > 0 && <Hours office={data} />}
    </div>
  );
}
