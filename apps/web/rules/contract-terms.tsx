import type { ContractMarketRow, MaintenanceTier } from '@candor/api';
import {
  DataTable,
  Detail,
  DetailList,
  Loaded,
  type RecordQuery,
  SkeletonText,
  useFormatters,
  useText,
} from '@candor/ui';
import { ppmOfPercent } from '../trade/draft/preview.ts';
import { Section } from './parts.tsx';
import { contractBounds } from './rule-numbers.ts';

const HOUR_MS = 3_600_000;

interface TermsProps {
  readonly row: ContractMarketRow | undefined;
  readonly query: RecordQuery;
  /** Time between two payments of funding; undefined until it is known. */
  readonly intervalMs: number | undefined;
}

/** The terms of one market in a list. */
function Terms({ row, intervalMs }: { readonly row: ContractMarketRow } & Pick<TermsProps, 'intervalMs'>) {
  const text = useText();
  const format = useFormatters();
  const [first] = row.tiers;
  const bounds = contractBounds(ppmOfPercent(first?.maintenanceMarginPercent ?? '0'));
  return (
    <DetailList ruled className="border-y">
      <Detail label={text('trade.receipt.contractSize')}>
        {text('perpetual.size', { size: format.price(row.contract_size), coin: row.base_symbol })}
      </Detail>
      <Detail label={text('notice.field.maxLeverage')}>
        {text('perpetual.times', { leverage: format.count(row.max_leverage) })}
      </Detail>
      <Detail label={text('perpetual.liquidationFee')}>
        {format.percent(row.liquidation_fee_percent, 2)}
      </Detail>
      <Detail label={text('rules.funding.interval')}>
        {intervalMs === undefined ? '–' : text('rules.hours', { hours: intervalMs / HOUR_MS })}
      </Detail>
      <Detail label={text('rules.funding.cap')}>{`±${format.percent(bounds.fundingCapPercent, 3)}`}</Detail>
      <Detail label={text('rules.contract.markClamp')}>
        {`±${format.percent(bounds.markClampPercent, 3)}`}
      </Detail>
    </DetailList>
  );
}

/** Terms and leverage brackets of the market that the example is computed for. */
export function ContractTerms({ row, query, intervalMs }: TermsProps) {
  const text = useText();
  const format = useFormatters();
  const usdt = (amount: string) => `${format.quantity(amount, 0)} ${row?.settle_symbol ?? ''}`;
  return (
    <Section title="rules.limits">
      <Loaded query={query} data={row} skeleton={<SkeletonText lines={6} />}>
        {(found) => (
          <>
            <p className="text-14 font-semibold">{found.symbol_name}</p>
            <Terms row={found} intervalMs={intervalMs} />
          </>
        )}
      </Loaded>
      <DataTable<MaintenanceTier>
        label={text('trade.changes.tiers')}
        density="roomy"
        rows={row?.tiers ?? null}
        rowKey={({ tier }) => tier}
        emptyTitle={text('trade.changes.tiers')}
        columns={[
          {
            head: 'notice.field.floor',
            wraps: true,
            cell: ({ notionalFloor }) => usdt(notionalFloor),
          },
          {
            head: 'notice.field.maintenancePercent',
            kind: 'figure',
            wraps: true,
            cell: ({ maintenanceMarginPercent }) => format.percent(maintenanceMarginPercent),
          },
          {
            head: 'rules.contract.deduction',
            kind: 'figure',
            wraps: true,
            cell: ({ deduction }) => usdt(deduction),
          },
          {
            head: 'notice.field.maxLeverage',
            kind: 'figure',
            wraps: true,
            cell: ({ maxLeverage }) => text('perpetual.times', { leverage: format.count(maxLeverage) }),
          },
        ]}
      />
      <p className="text-13 text-ink-3">{text('rules.contract.brackets')}</p>
    </Section>
  );
}
