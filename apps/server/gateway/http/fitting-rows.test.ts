import { type Call, calls, operatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fittingRows } from './fitting-rows.ts';

const row = z.strictObject({ id: z.number(), amount: z.string().max(5) });
const good = { id: 1, amount: '1' };
const bad = { id: 2, amount: '9'.repeat(60) };

const fit = (schema: z.ZodType, data: unknown) => {
  const checked = schema.safeParse(data);
  if (checked.success) throw new Error('it fits');
  return fittingRows(schema, data, checked.error.issues);
};

describe('an answer that does not fit its schema', () => {
  it('loses its rows that do not, wherever the list stands', () => {
    const page = z.strictObject({ records: z.array(row), nextCursor: z.string().nullable() });
    const records = [bad, good, bad, good];
    expect(fit(page, { records, nextCursor: '7' })).toEqual({
      data: { records: [good, good], nextCursor: '7' },
      left: 2,
    });
    expect(fit(z.array(row), [good, bad])).toEqual({ data: [good], left: 1 });
    const deep = z.strictObject({ groups: z.array(z.strictObject({ rows: z.array(row) })) });
    expect(fit(deep, { groups: [{ rows: [good] }, { rows: [bad] }] })).toEqual({
      data: { groups: [{ rows: [good] }] },
      left: 1,
    });
  });

  it('is refused whole where no row is to blame', () => {
    expect(
      fit(z.strictObject({ sum: z.number(), rows: z.array(row) }), { sum: 'x', rows: [good] }),
    ).toBeNull();
  });

  it('loses one row of each list of the API', () => {
    let lists = 0;
    const all: Call[] = [...Object.values(calls), ...Object.values(operatorCalls)];
    for (const { name, data } of all) {
      const shape = data instanceof z.ZodObject ? Object.entries(data.shape) : [];
      for (const [field, part] of shape) {
        if (!(part instanceof z.ZodArray)) continue;
        lists += 1;
        const list = z.object({ [field]: part });
        expect(fit(list, { [field]: [Symbol('no row')] }), `${name}.${field}`).toEqual({
          data: { [field]: [] },
          left: 1,
        });
      }
    }
    expect(lists).toBeGreaterThan(30);
  });
});
