import type { ContractMarketRow, MarketRow } from '@candor/api';
import { Skeleton, useFormatters, useText } from '@candor/ui';
import { useState } from 'react';
import { useFeeTiers, useListing, usePerpetualState } from '../data/index.ts';
import { ContractForm } from './contract-form.tsx';
import { contractRates } from './contract-rates.ts';
import { ContractTerms } from './contract-terms.tsx';
import { ContractFunding, ContractHow, ContractRisks, Liquidation } from './contract-text.tsx';
import { FeeRules, FeeTable } from './fee-table.tsx';
import { MarketSelect } from './market-select.tsx';
import { Checking, RulesLayout, Section } from './parts.tsx';

const isContract = (row: MarketRow | ContractMarketRow): row is ContractMarketRow => 'contract_size' in row;

/** The rules of contracts. */
export function ContractRules() {
  const text = useText();
  const format = useFormatters();
  const fees = useFeeTiers();
  const listing = useListing('usta', true);
  const [symbol, setSymbol] = useState<string | null>(null);
  const rows = listing.data?.filter(isContract);
  const row = rows?.find((each) => each.symbol === symbol) ?? rows?.[0];
  return (
    <RulesLayout
      line="rules.contract.line"
      how={<ContractHow />}
      example={
        row !== undefined && rows !== undefined && fees.data !== undefined ? (
          <ContractForm
            key={row.symbol}
            row={row}
            tiers={fees.data}
            markets={<MarketSelect rows={rows} value={row.symbol} onValueChange={setSymbol} />}
          />
        ) : (
          (listing.isPending || fees.isPending) && <Skeleton className="h-160 w-full" />
        )
      }
    >
      <Section title="rules.cost">
        <FeeTable of="contract" data={fees.data} query={fees} ratesOf={(tier) => contractRates(tier, row)} />
        <FeeRules>
          {row !== undefined && (
            <li>{text('fees.how.liquidation', { rate: format.percent(row.liquidation_fee_percent, 2) })}</li>
          )}
        </FeeRules>
      </Section>
      <ContractFunding />
      <MarketTerms row={row} query={listing} />
      <Liquidation />
      <ContractRisks row={row} />
      <Checking what="rules.check.contract" />
    </RulesLayout>
  );
}

/** Terms of the chosen market; the interval of funding comes with its live state. */
function MarketTerms({
  row,
  query,
}: {
  readonly row: ContractMarketRow | undefined;
  readonly query: ReturnType<typeof useListing>;
}) {
  const intervalMs = usePerpetualState(row?.symbol ?? '')?.fundingIntervalMs;
  return <ContractTerms row={row} query={query} intervalMs={intervalMs} />;
}
