import type { ContractMarketRow } from '@candor/api';
import { Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { moveToLiquidation } from './contract-example.ts';
import { Points, Section, Steps } from './parts.tsx';
import { contractNumbers } from './rule-numbers.ts';

/** Margin, its two modes and the mark price. */
export function ContractHow() {
  const text = useText();
  return (
    <Section title="rules.how">
      <Steps>
        <li>{text('rules.contract.how.margin')}</li>
        <li>{text('rules.contract.how.mode')}</li>
        <li>{text('rules.contract.how.mark', { seconds: contractNumbers.basisSeconds })}</li>
      </Steps>
    </Section>
  );
}

/** Funding with its formula. */
export function ContractFunding() {
  const text = useText();
  const format = useFormatters();
  const { interestPercent, damperPercent } = contractNumbers;
  return (
    <Section title="perpetual.settlement.funding">
      <p className="text-14 text-ink-2">{text('rules.funding.text')}</p>
      <DetailList ruled className="border-y">
        <Detail label={text('rules.funding.rate')} wraps>
          {text('rules.funding.rate.is', {
            interest: format.percent(interestPercent),
            damper: format.percent(damperPercent),
          })}
        </Detail>
        <Detail label={text('perpetual.settlement.funding')} wraps>
          {text('rules.formula.funding')}
        </Detail>
      </DetailList>
      <p className="text-14 text-ink-2">{text('fees.how.funding')}</p>
    </Section>
  );
}

/** A liquidation in the order of its steps. */
export function Liquidation() {
  const text = useText();
  return (
    <Section title="rules.liquidation">
      <Steps>
        {(['when', 'orders', 'book', 'adl', 'rest'] as const).map((step) => (
          <li key={step}>{text(`rules.liquidation.${step}`)}</li>
        ))}
      </Steps>
    </Section>
  );
}

/** Losses and surprises of contracts, the first one computed for the chosen market. */
export function ContractRisks({ row }: { readonly row: ContractMarketRow | undefined }) {
  const text = useText();
  const format = useFormatters();
  const price = row?.mark ?? row?.close ?? null;
  const move = row === undefined || price === null ? null : moveToLiquidation(row, price, row.max_leverage);
  return (
    <Section title="rules.wrong">
      <Points>
        <li>{text('rules.contract.wrong.margin')}</li>
        {row !== undefined && move !== null && (
          <li>
            {text('rules.contract.wrong.leverage', {
              leverage: text('perpetual.times', { leverage: format.count(row.max_leverage) }),
              move: format.percent(move),
            })}
          </li>
        )}
        <li>{text('rules.contract.wrong.funding')}</li>
        <li>{text('rules.contract.wrong.adl')}</li>
        <li>{text('rules.contract.wrong.stale')}</li>
        <li>{text('rules.wrong.trigger')}</li>
        <li>{text('trade.form.house')}</li>
      </Points>
    </Section>
  );
}
