import { expect, test } from 'vitest';
import { entryHash } from '../server/operators/operator/log.ts';
import { verifyOperatorLog } from './operator-log.ts';

interface Line {
  readonly no: number;
  readonly timeMs: number;
  readonly operator: string;
  readonly action: string;
  readonly details: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** A log as the server chains it. */
function logOf(count: number): Line[] {
  const lines: Line[] = [];
  for (let no = 1; no <= count; no += 1) {
    const prevHash = lines.at(-1)?.hash ?? '0'.repeat(64);
    const details = JSON.stringify({ symbol: 'BTCUSDT', reason: `Grund „${no}“` });
    const entry = {
      no,
      timeMs: 1_700_000_000_000 + no,
      operator: 'ada',
      action: 'haltSymbol',
      details,
      prevHash,
    };
    lines.push({ ...entry, hash: entryHash(entry) });
  }
  return lines;
}

async function* linesOf(lines: readonly object[]): AsyncGenerator<string> {
  for (const line of lines) yield JSON.stringify(line);
}

const verify = (lines: readonly object[], head: string | null = null) =>
  verifyOperatorLog({ lines: linesOf(lines), head });

test('a log that nobody touched holds, up to its head and to each earlier one', async () => {
  const log = logOf(5);
  expect(await verify(log)).toEqual({ entries: 5, headHash: log[4]!.hash, finding: null });
  for (const { hash } of log) expect((await verify(log, hash)).finding).toBe(null);
  expect(await verify([])).toEqual({ entries: 0, headHash: '0'.repeat(64), finding: null });
});

test.each([
  ['operator', 'eve'],
  ['action', 'reopenSymbol'],
  ['details', '{"symbol":"ETHUSDT"}'],
  ['timeMs', 1],
])('a changed %s is found at its entry', async (field, value) => {
  const log = logOf(5);
  const changed = log.map((line) => (line.no === 3 ? { ...line, [field]: value } : line));
  expect((await verify(changed)).finding).toEqual({ line: 3, what: 'was changed: its hash is another' });
});

test('an entry that was taken out, put in or written again is found', async () => {
  const log = logOf(5);
  expect((await verify(log.filter(({ no }) => no !== 2))).finding).toMatchObject({ line: 2 });
  const other = { ...log[1]!, operator: 'eve' };
  const rewritten = { ...other, hash: entryHash(other) };
  expect((await verify([log[0]!, rewritten, ...log.slice(2)])).finding).toEqual({
    line: 3,
    what: 'does not continue the entry before it',
  });
  expect((await verify([...log, { any: 'thing' }])).finding).toMatchObject({ line: 6 });
});

test('a log that was cut short, or begun again, does not hold a head that was seen', async () => {
  const log = logOf(5);
  const seen = log[4]!.hash;
  expect((await verify(log.slice(0, 4), seen)).finding?.what).toContain(seen);
  expect((await verify(log.slice(0, 4))).finding).toBe(null);
});
