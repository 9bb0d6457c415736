import { useIntl } from 'react-intl';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in its largest unit: days and hours with a decimal, minutes and seconds whole, cut. Never below 0. */
export function lengthOf(ms: number): { readonly unit: (typeof UNITS)[number][0]; readonly count: number } {
  const length = Math.max(0, ms);
  const [unit, unitMs] = UNITS.find(([, each]) => length >= each) ?? UNITS[3];
  const decimals = unit === 'day' || unit === 'hour' ? 10 : 1;
  return { unit, count: Math.floor((length / unitMs) * decimals) / decimals };
}

/** Returns what writes a length of time, such as a wait; how far a point of time is away is `useAge`. */
export function useLength(): (ms: number) => string {
  const intl = useIntl();
  return (ms) => {
    const { unit, count } = lengthOf(ms);
    return intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
  };
}
