import { Badge, Button, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import { TableSection } from '../shell/table-section.tsx';
import { StateBadge } from './state-badge.tsx';
import { type PartProps, periodText, type SecondsAct, type SecondsMarket } from './words.ts';

/** A market's state, with the operator's reason where it is halted. */
function MarketState({ market }: { readonly market: SecondsMarket }) {
  const intl = useIntl();
  if (market.periods.length === 0) {
    return <Badge>{intl.formatMessage({ id: 'console.seconds.notOffered' })}</Badge>;
  }
  const halted = market.state === 'halted';
  return (
    <>
      <StateBadge halted={halted} />
      {halted && (
        <span className="block pt-1 text-12 whitespace-normal wrap-anywhere text-ink-3">
          {market.stateReason}
        </span>
      )}
    </>
  );
}

/** The acts on a market. */
function MarketActs({ market, data, onAct }: PartProps & { readonly market: SecondsMarket }) {
  const intl = useIntl();
  const acts: [string, SecondsAct][] = [
    ['terms', { kind: 'terms', market }],
    ['cap', { kind: 'cap', market }],
  ];
  // while all are halted together, a market's own state changes nothing
  if (market.periods.length > 0 && data.haltReason === null) {
    acts.push([market.state === 'halted' ? 'reopen' : 'halt', { kind: 'state', market }]);
  }
  return acts.map(([name, act]) => {
    const label = intl.formatMessage({ id: `console.seconds.${name}` });
    return (
      <Button
        key={name}
        variant="plain"
        size="small"
        aria-label={`${market.symbol_name}: ${label}`}
        onClick={() => onAct(act)}
      >
        {label}
      </Button>
    );
  });
}

/** The terms and the exposure of each market. */
export function Markets({ data, onAct }: PartProps) {
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
  const quantity = ({ minQuantity, maxQuantity }: SecondsMarket) =>
    minQuantity === null || maxQuantity === null
      ? '–'
      : `${format.count(minQuantity)}–${format.count(maxQuantity)} ${data.coin ?? ''}`;
  return (
    <TableSection<SecondsMarket>
      title={text('console.shell.screen.symbols')}
      label={text('console.shell.screen.seconds')}
      rows={data.markets}
      rowKey={({ symbolId }) => symbolId}
      emptyTitle={text('console.seconds.none')}
      columns={[
        { head: 'console.shell.market', card: 'title', cell: (market) => market.symbol_name },
        {
          head: 'console.shell.state',
          wraps: true,
          card: 'corner',
          cell: (market) => <MarketState market={market} />,
        },
        {
          head: 'console.seconds.periods',
          wraps: true,
          card: 'line',
          className: 'figure min-w-60 whitespace-normal',
          cell: ({ periods }) =>
            periods
              .map((each) => `${periodText(intl, each.periodSeconds)} ${format.percent(each.payoutPercent)}`)
              .join(' · '),
        },
        { head: 'console.seconds.quantity', kind: 'figure', cell: quantity },
        {
          head: 'console.seconds.exposure',
          kind: 'figure',
          cell: (market) => `${format.quantity(market.reserved)} / ${format.quantity(market.cap)}`,
        },
        {
          head: 'console.shell.actions',
          kind: 'actions',
          cell: (market) => <MarketActs market={market} data={data} onAct={onAct} />,
        },
      ]}
    />
  );
}
