import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { describe, expect, it } from 'vitest';
import { type ChainRecord, checkTickChain } from './check-tick-chain.ts';

/** Records from number `from` on, as an honest recorder makes them. */
function chain(count: number, from = 1, previousHash = NO_TICK_HASH): ChainRecord[] {
  const records: ChainRecord[] = [];
  let before = previousHash;
  for (let no = from; no < from + count; no += 1) {
    const content = {
      no,
      previousHash: before,
      tickNo: 4_000 + no,
      chainedMs: 1_000_000 + 250 * no,
      quotes: [
        { venueId: 1, symbolId: 1, bidTicks: 6_200_000 + no, askTicks: 6_200_004 + no, venueTimeMs: 999_900 },
      ],
    };
    before = tickHash(content);
    records.push({ ...content, hash: before });
  }
  return records;
}

const bent = (at: number, change: (record: ChainRecord) => Partial<ChainRecord>) =>
  chain(5).map((record, i) => (i === at ? { ...record, ...change(record) } : record));

/** The record again with a hash that fits its content, as a forger would make it. */
const sealed = (record: ChainRecord): ChainRecord => ({ ...record, hash: tickHash(record) });

describe('a chain of ticks', () => {
  it('holds from its beginning and from where it was left', () => {
    const records = chain(5);
    const end = { no: 5, hash: records[4]!.hash };
    expect(checkTickChain(records, null)).toEqual({ checked: 5, links: 4, end, wrong: null });
    const left = { no: 2, hash: records[1]!.hash };
    expect(checkTickChain(records.slice(2), left)).toEqual({ checked: 3, links: 3, end, wrong: null });
    expect(checkTickChain([], left)).toEqual({ checked: 0, links: 0, end: left, wrong: null });
  });

  it('begins again after records that were missed, and links none of them', () => {
    const records = chain(5);
    const left = { no: 1, hash: 'f'.repeat(64) };
    expect(checkTickChain(records.slice(2), left)).toMatchObject({ checked: 3, links: 2, wrong: null });
  });

  it.each<[string, number, 'hash' | 'link' | 'order', ChainRecord[]]>([
    [
      'another price',
      2,
      'hash',
      bent(1, ({ quotes }) => ({ quotes: quotes.map((one) => ({ ...one, bidTicks: 6_100_000 })) })),
    ],
    ['a quote left out', 3, 'hash', bent(2, () => ({ quotes: [] }))],
    ['another time', 5, 'hash', bent(4, ({ chainedMs }) => ({ chainedMs: chainedMs + 1 }))],
    ['a number that is not whole', 5, 'hash', bent(4, ({ chainedMs }) => ({ chainedMs: chainedMs + 0.5 }))],
    ['no hash before it', 1, 'hash', bent(0, () => ({ previousHash: 'x' }))],
    [
      'a record that was made again with its hash, which the next one does not name',
      3,
      'link',
      chain(5).map((record, i) => (i === 1 ? sealed({ ...record, quotes: [] }) : record)),
    ],
    ['a record left out in the middle', 4, 'order', chain(5).filter((_, i) => i !== 2)],
    ['a record twice', 2, 'order', chain(5).flatMap((record, i) => (i === 1 ? [record, record] : [record]))],
    [
      'a tick that goes back',
      2,
      'order',
      chain(5).map((record, i) => (i === 1 ? sealed({ ...record, tickNo: 4_001 }) : record)),
    ],
  ])('does not hold with %s', (_, no, reason, records) => {
    expect(checkTickChain(records, null).wrong).toEqual({ no, reason });
  });

  it('does not hold with another past, nor with what was read before', () => {
    const [, , third] = chain(5);
    expect(checkTickChain([third!], { no: 2, hash: 'a'.repeat(64) }).wrong).toEqual({
      no: 3,
      reason: 'link',
    });
    expect(checkTickChain([third!], { no: 9, hash: 'a'.repeat(64) }).wrong).toEqual({
      no: 3,
      reason: 'order',
    });
    expect(checkTickChain(chain(5, 3, 'b'.repeat(64)), { no: 2, hash: 'a'.repeat(64) })).toMatchObject({
      checked: 0,
      wrong: { no: 3, reason: 'link' },
    });
  });
});
