import type { rateDeskCalls } from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { readRates, setRate } from '../../gateway/content/index.ts';
import type { DeskDeps, DeskHandlers } from './desk.ts';

const RATE_SCALE = 18;

/** The rate table, as operators keep it: values are shown with it, and nothing is settled at it. */
export function ratesDesk({ operators, content, now }: DeskDeps): DeskHandlers<typeof rateDeskCalls> {
  const { db, log } = operators;
  const read = () => readRates(content, now());
  return {
    getOperatorRates: () => read(),
    async setExchangeRate({ session, params: { currency: code }, body }) {
      const units = parseDecimal(body.rate, RATE_SCALE);
      if (units === null) throw new Refusal('AMOUNT_INVALID', { field: 'rate' });
      const rate = formatDecimalTrimmed(units, RATE_SCALE);
      const { asOf, source, reason } = body;
      if (Date.parse(`${asOf}T00:00:00Z`) > now()) throw new Refusal('INVALID_INPUT', { field: 'asOf' });
      refuseLate(now());
      await db.transaction().execute(async (trx) => {
        const change = { code, rate, source, asOf, changedMs: now() };
        const before = await setRate(trx, change);
        if (before === null) throw new Refusal('NOT_FOUND');
        // a retry of the same act finds what it did
        if (before.rate === rate && before.asOf === asOf && before.source === source) return;
        const details = { currency: code, was: before.rate, rate, day: asOf, source, reason };
        await log.append(trx, {
          timeMs: now(),
          operator: session.name,
          action: 'setExchangeRate',
          details,
        });
      });
      return read();
    },
  };
}
