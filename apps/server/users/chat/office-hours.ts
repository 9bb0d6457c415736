import type { OfficeHours, supportDeskCalls } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, DeskHandlers } from '../../operators/operator/index.ts';
import { OFFICE_HOURS, type OfficeSpan } from './office.ts';

/** The office hours as staff set them; those of the program where nobody did. */
export async function readOffice(db: Db): Promise<OfficeHours> {
  const row = await db.selectFrom('chat.office').selectAll().executeTakeFirst();
  if (row === undefined)
    return { spans: [...OFFICE_HOURS.spans], holidays: [...OFFICE_HOURS.holidays], version: 0 };
  const { spans, holidays, version } = row;
  return { spans: spans as unknown as OfficeSpan[], holidays: holidays as string[], version };
}

/** Spans in their order. @throws Refusal INVALID_INPUT where one ends before it begins, or two of a day meet */
function ordered(spans: readonly OfficeSpan[]): OfficeSpan[] {
  const sorted = spans.toSorted((a, b) => a.day - b.day || a.fromMinute - b.fromMinute);
  const isWrong = sorted.some(({ day, fromMinute, toMinute }, at) => {
    const before = sorted[at - 1];
    return toMinute <= fromMinute || (before?.day === day && before.toMinute >= fromMinute);
  });
  if (isWrong) throw new Refusal('INVALID_INPUT', { field: 'spans' });
  return sorted;
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The hours in one line of the operators’ log: day 1 is Monday. */
const inWords = (spans: readonly OfficeSpan[]): string =>
  spans.map((span) => `${span.day} ${clock(span.fromMinute)}–${clock(span.toMinute)}`).join(', ') || '-';

/** Handlers of the office hours. A save names the version that it was made from. */
export function officeHandlers({
  operators: { db, log },
  now,
}: Pick<DeskDeps, 'operators' | 'now'>): DeskHandlers<
  Pick<typeof supportDeskCalls, 'getSupportHours' | 'saveSupportHours'>
> {
  return {
    getSupportHours: () => readOffice(db),
    saveSupportHours: ({ session, body: { spans: given, holidays: days, version } }) =>
      db.transaction().execute(async (trx) => {
        refuseLate(now());
        const spans = ordered(given);
        const holidays = [...new Set(days)].toSorted();
        const changed = {
          spans: JSON.stringify(spans),
          holidays: JSON.stringify(holidays),
          version: version + 1,
          operator: session.name,
          changed_at: new Date(now()),
        };
        const saved =
          version === 0
            ? await trx
                .insertInto('chat.office')
                .values({ office_id: 1, ...changed })
                .onConflict((conflict) => conflict.column('office_id').doNothing())
                .returning('version')
                .executeTakeFirst()
            : await trx
                .updateTable('chat.office')
                .set(changed)
                .where('version', '=', version)
                .returning('version')
                .executeTakeFirst();
        if (saved === undefined) throw new Refusal('SUPPORT_OFFICE_CHANGED');
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'saveSupportHours',
          details: { hours: inWords(spans), holidays: holidays.join(' ') || '-' },
        });
        return { spans, holidays, version: version + 1 };
      }),
  };
}
