import { decimalOf, type TypedNumber } from '@candor/i18n';
import { YEAR_DAYS } from '@candor/rules';
import { Detail, DetailList, NumberField, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { incomeOf } from '../common/mining-income.ts';
import { GearSteps } from './gear-steps.tsx';
import type { MiningOverview } from './gears-table.tsx';
import { IncomeDetails } from './income-details.tsx';
import { gearOfAmount, nextGear } from './mining-figures.ts';
import { useMiningWords } from './use-words.ts';

/** The gear and the income of an amount, by the ledger's own formula in the browser. */
export function Calculator({ overview }: { readonly overview: MiningOverview }) {
  const text = useText();
  const format = useFormatters();
  const { rate, gear: nameOf } = useMiningWords();
  const [typed, setTyped] = useState<TypedNumber | null>(null);
  const { gears, scale } = overview;
  const coin = overview.coin ?? '';
  const value = typed ?? gears[Math.floor(gears.length / 2)]?.minAmount ?? '1';
  const amount = decimalOf(value);
  const gear = gearOfAmount(gears, amount, scale);
  const income = incomeOf(amount, '0', overview);
  const next = nextGear(gears, amount, scale);
  if (gears.length === 0) return null;
  return (
    <section className="flex min-w-0 flex-col gap-5">
      <header>
        <h2 className="text-20 font-semibold">{text('defi.calc')}</h2>
        <p className="pt-1 text-14 text-ink-2">{text('defi.calc.text')}</p>
      </header>
      <NumberField
        label={text('defi.calc.amount')}
        value={value}
        onValueChange={setTyped}
        decimals={scale}
        unit={coin}
      />
      <GearSteps gears={gears} reached={gear?.gear ?? 0} />
      <DetailList ruled className="border-b text-14!">
        <Detail label={text('defi.gear.head')}>
          {gear === null ? nameOf(0) : `${nameOf(gear.gear)} · ${rate(gear.dailyPpm)}`}
        </Detail>
        <IncomeDetails income={income} coin={coin} />
        <Detail label={text('defi.calc.next')} wraps>
          {next === null
            ? text('defi.calc.highest')
            : text('defi.calc.missing', {
                amount: format.quantity(next.missing),
                coin,
                gear: nameOf(next.gear.gear),
                rate: rate(next.gear.dailyPpm),
              })}
        </Detail>
      </DetailList>
      {overview.pool.isEmpty && <p className="text-13 text-warn">{text('defi.pool.empty')}</p>}
      <p className="text-13 text-ink-3">{text('defi.simple', { days: format.count(YEAR_DAYS) })}</p>
    </section>
  );
}
