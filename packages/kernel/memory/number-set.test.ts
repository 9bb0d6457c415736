import { expect, it } from 'vitest';
import { Random } from '../../../tools/workload/random.ts';
import { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { NumberSet, numberRuns } from './number-set.ts';

it('holds what a set holds, and comes back from its runs', () => {
  const random = new Random(7);
  const known = new Set<number>();
  const numbers = new NumberSet();
  for (let i = 0; i < 3_000; i++) {
    const value = random.int(1, 600);
    expect(numbers.has(value)).toBe(known.has(value));
    expect(numbers.add(value)).toBe(!known.has(value));
    known.add(value);
  }
  const writer = new ByteWriter();
  numberRuns.write(writer, numbers.stored());
  const again = new NumberSet();
  again.restore(numberRuns.read(new ByteReader(writer.finish())));
  for (let value = 0; value <= 602; value++) expect(again.has(value), `${value}`).toBe(known.has(value));
});

it('keeps numbers without gaps as one run', () => {
  const numbers = new NumberSet();
  for (const value of [1, 3, 2, 5, 4, 7]) numbers.add(value);
  expect(numbers.stored()).toEqual([
    { first: 1, last: 5 },
    { first: 7, last: 7 },
  ]);
});
