import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefusalLog, isNoted } from './refusal-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const lines: Record<string, unknown>[] = [];
  const log = createRefusalLog({
    warn: (fields: object, msg: string) => lines.push({ ...fields, msg }),
  } as never);
  return { lines, log };
}

const refused = (address: string, who: string | null = null) =>
  ({ address, who, call: 'getInfo', why: 'SIGNED_OUT' }) as const;

it('writes the first refusal of an address at once, and the others of its minute as one line', () => {
  const { lines, log } = open();
  log.note({ address: '10.0.0.1', who: 'user 1002', call: 'getOperatorUsers', why: 'NOT_PERMITTED' });
  expect(lines).toEqual([
    {
      address: '10.0.0.1',
      who: 'user 1002',
      call: 'getOperatorUsers',
      why: 'NOT_PERMITTED',
      code: 403,
      msg: 'a request was refused',
    },
  ]);
  for (let at = 0; at < 5_000; at += 1) log.note(refused('10.0.0.1', `user ${at}`));
  log.note(refused('10.0.0.2'));
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatchObject({
    address: '10.0.0.1',
    count: 5_000,
    calls: ['getInfo'],
    why: ['SIGNED_OUT'],
  });
  expect(lines[2]).toHaveProperty('who.length', 8);
  log.note(refused('10.0.0.1'));
  expect(lines).toHaveLength(4);
});

it('bounds the lines of a flood from many addresses', () => {
  const { lines, log } = open();
  for (let at = 0; at < 20_000; at += 1) log.note(refused(`10.1.${at >> 8}.${at & 255}`));
  expect(lines).toHaveLength(1_001);
  log.end();
  expect(lines).toHaveLength(1_002);
  expect(lines.at(-1)).toMatchObject({ address: 'others', count: 18_999 });
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(1_002);
});

it('names refusals of rights, secrets and limits, not those of values', () => {
  expect(['SIGNED_OUT', 'API_KEY_SCOPE', 'RATE_LIMITED'].every((key) => isNoted(key as never))).toBe(true);
  expect(['INVALID_INPUT', 'INSUFFICIENT_BALANCE', 'NOT_FOUND'].some((key) => isNoted(key as never))).toBe(
    false,
  );
});
