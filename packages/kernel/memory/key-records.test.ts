import type { Amount, Lots } from '@candor/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { readOutcome, writeOutcome } from '../codec/outcomes.ts';
import type { OrderStatus, Outcome } from '../events.ts';
import { KeyRecords, type UsedKey } from './key-records.ts';

const lots = fc.maxSafeNat().map((units) => units as Lots);
const quote = fc
  .oneof(fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }), fc.constant(2n ** 70n))
  .map((units) => units as Amount);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom<Outcome>(
    { ok: false, code: 'INSUFFICIENT_BALANCE' },
    { ok: false, code: 'KEY_EXPIRED' },
    { ok: false, code: 'NOT_GENESIS' },
  ),
  fc
    .tuple(fc.nat(), fc.nat(), fc.constantFrom<OrderStatus>('open', 'filled', 'expired'), lots, quote)
    .chain(([id, other, status, filledLots, filledQuote]) =>
      fc.constantFrom<Outcome>(
        { ok: true, kind: 'plain' },
        { ok: true, kind: 'order', orderId: id, status, filledLots, filledQuote },
        { ok: true, kind: 'waiting', orderId: id },
        { ok: true, kind: 'pair', orderId: id, status, stopOrderId: other },
        { ok: true, kind: 'quotes', filledLots, filledQuote },
        {
          ok: true,
          kind: 'reversal',
          orderId: id,
          status,
          closedLots: filledLots,
          openedLots: other as Lots,
          filledQuote,
        },
        { ok: true, kind: 'positions', count: other, left: 2 },
        { ok: true, kind: 'exit', exitId: id },
        { ok: true, kind: 'margin', margin: filledQuote },
        { ok: true, kind: 'loan', loanId: id, owed: filledQuote },
        { ok: true, kind: 'transfer', transferId: id },
        { ok: true, kind: 'second', contractId: id },
      ),
    ),
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

test('every outcome is read from bytes as it was written', () => {
  fc.assert(
    fc.property(fc.array(outcome), (outcomes) => {
      const writer = new ByteWriter();
      for (const each of outcomes) writeOutcome(writer, each);
      const reader = new ByteReader(writer.finish());
      expect(outcomes.map(() => readOutcome(reader))).toEqual(outcomes);
      expect(reader.atEnd).toBe(true);
    }),
  );
});
