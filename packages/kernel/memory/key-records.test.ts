import type { Amount, Lots } from '@candor/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../events.ts';
import { KeyRecords, type UsedKey } from './key-records.ts';

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom<Outcome>(
    { ok: false, code: 'INSUFFICIENT_BALANCE' },
    { ok: false, code: 'KEY_EXPIRED' },
    { ok: false, code: 'NOT_GENESIS' },
  ),
  fc.record({
    ok: fc.constant(true as const),
    orderId: fc.nat(),
    status: fc.constantFrom('open', 'filled', null),
    filledLots: fc.maxSafeNat().map((lots) => lots as Lots),
    filledQuote: fc
      .oneof(fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }), fc.constant(2n ** 70n))
      .map((units) => units as Amount),
  }),
);
const usedKey: fc.Arbitrary<UsedKey> = fc.record({
  userId: fc.nat(),
  key: fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.constant('t18c-0123456789'),
  ),
  bodyHash: fc.option(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
      fc.string({ minLength: 60, maxLength: 70 }),
      fc.constant('A'.repeat(64)),
    ),
  ),
  outcome,
  expiresMs: fc.maxSafeNat(),
});

test('every key is read as it was written, whatever it is, also where slots are used again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(usedKey, fc.boolean()), { maxLength: 40 }), (steps) => {
      const records = new KeyRecords();
      const kept = new Map<number, UsedKey>();
      for (const [used, thenFrees] of steps) {
        kept.set(records.add(used), used);
        const [oldest] = kept.keys();
        if (thenFrees) {
          records.free(oldest!);
          kept.delete(oldest!);
        }
      }
      for (const [slot, used] of kept) {
        expect(records.read(slot)).toEqual(used);
        records.setExpiresMs(slot, 7);
        expect(records.read(slot)).toEqual({ ...used, expiresMs: 7 });
      }
    }),
  );
});

test('thousands stand in several chunks', () => {
  const records = new KeyRecords();
  const made = Array.from({ length: 3_000 }, (_, i) => ({
    userId: i,
    key: `key-${i}`,
    bodyHash: null,
    outcome: { ok: false, code: 'KEY_EXPIRED' } as const,
    expiresMs: i,
  }));
  const slots = made.map((used) => records.add(used));
  expect(slots.map((slot) => records.read(slot))).toEqual(made);
});
