import type { OfficeHours } from '@candor/api';
import {
  ActMessage,
  Button,
  FormField,
  Loaded,
  SkeletonText,
  TextArea,
  TextField,
  toasts,
  useActForm,
  useText,
} from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useConsole } from '../data/session.ts';
import { readHolidays, readSpans, spansText } from './hours.ts';
import { SUPPORT_KEY, useRefresh } from './refresh.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** Any Monday in UTC: its week names the days. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Shown as examples of what is typed. */
const [SPANS, DATE] = ['07:00–13:00, 14:00–21:00', '2027-12-25'];

/** Name of a day’s field. */
const nameOf = (day: (typeof DAYS)[number]) => `d${day}` as const;

interface Values {
  readonly d1: string;
  readonly d2: string;
  readonly d3: string;
  readonly d4: string;
  readonly d5: string;
  readonly d6: string;
  readonly d7: string;
  readonly holidays: string;
}

/** The form of the week and of the days without hours. */
function Form({ hours }: { readonly hours: OfficeHours }) {
  const { client } = useConsole();
  const text = useText();
  const intl = useIntl();
  const refresh = useRefresh();
  const wrong = text('console.support.office.wrong');
  const act = useActForm<Values, OfficeHours>({
    defaultValues: {
      ...(Object.fromEntries(
        DAYS.map((day) => [`d${day}`, spansText(hours.spans, day)]),
      ) as unknown as Values),
      holidays: hours.holidays.join('\n'),
    },
    send: (values, sending) =>
      client.call(
        'saveSupportHours',
        {
          body: {
            spans: DAYS.flatMap((day) => readSpans(values[nameOf(day)], day) ?? []),
            holidays: readHolidays(values.holidays) ?? [],
            version: hours.version,
          },
        },
        sending,
      ),
    beside: hours.version,
    onDone: () => toasts.success(text('console.support.office.saved')),
    onSettled: refresh,
  });
  return (
    <form noValidate onSubmit={act.submit} className="flex max-w-140 flex-col gap-3">
      <p className="text-13 text-ink-2">{text('console.support.office.about', { example: SPANS })}</p>
      {DAYS.map((day) => (
        <FormField
          key={day}
          act={act}
          name={nameOf(day)}
          required={false}
          check={(typed) => (readSpans(typed, day) === null ? wrong : null)}
        >
          {(field) => (
            <TextField
              {...field}
              label={intl.formatDate(MONDAY_MS + (day - 1) * DAY_MS, { timeZone: 'UTC', weekday: 'long' })}
              autoComplete="off"
              maxLength={120}
            />
          )}
        </FormField>
      ))}
      <FormField
        act={act}
        name="holidays"
        required={false}
        check={(typed) => (readHolidays(typed) === null ? wrong : null)}
      >
        {(field) => (
          <TextArea
            {...field}
            rows={6}
            label={text('console.support.office.holidays')}
            description={text('console.support.office.holidaysHint', { example: DATE })}
          />
        )}
      </FormField>
      <Button type="submit" className="self-start" loading={act.isPending}>
        {text('console.support.office.save')}
      </Button>
      <ActMessage phase={act.phase} error={act.error} />
    </form>
  );
}

/** The office hours, as users read them. */
export function Office() {
  const { client } = useConsole();
  const text = useText();
  const query = useQuery({
    queryKey: [...SUPPORT_KEY, 'hours'],
    queryFn: () => client.call('getSupportHours'),
  });
  return (
    <Loaded
      query={query}
      data={query.data}
      skeleton={<SkeletonText lines={9} />}
      failedTitle={text('console.support.failed')}
    >
      {(hours) => <Form key={hours.version} hours={hours} />}
    </Loaded>
  );
}
