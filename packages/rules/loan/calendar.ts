const DAY_SECONDS = 86_400;
const DAYS_PER_ERA = 146_097;
/** Days from 1 March of the year 0 to 1 January 1970. */
const EPOCH_DAYS = 719_468;

/**
 * Moves a second since 1970 by months in the calendar of UTC. The day of the month stays, or is the last one where the
 * month is shorter; the time of day stays.
 */
export function addMonths(second: number, months: number): number {
  const days = Math.floor(second / DAY_SECONDS);
  const { year, month, day } = civilOf(days);
  const at = year * 12 + month - 1 + months;
  const toYear = Math.floor(at / 12);
  const toMonth = (at % 12) + 1;
  const toDay = Math.min(day, daysOfMonth(toYear, toMonth));
  return daysOf(toYear, toMonth, toDay) * DAY_SECONDS + (second - days * DAY_SECONDS);
}

/** Days since 1970 of a date: whole-number arithmetic over eras of 400 years that begin on 1 March. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_DAYS;
}

function civilOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (DAYS_PER_ERA - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function daysOfMonth(year: number, month: number): number {
  const next = month === 12 ? daysOf(year + 1, 1, 1) : daysOf(year, month + 1, 1);
  return next - daysOf(year, month, 1);
}
