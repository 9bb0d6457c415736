import { Select, useText } from '@candor/ui';

/** Choice of the market that an example is computed for. */
export function MarketSelect<Row extends { readonly symbol: string; readonly symbol_name: string }>({
  rows,
  value,
  onValueChange,
}: {
  readonly rows: readonly Row[];
  readonly value: string;
  readonly onValueChange: (symbol: string) => void;
}) {
  const text = useText();
  return (
    <Select
      className="col-span-3"
      label={text('trade.orders.market')}
      value={value}
      onValueChange={onValueChange}
      options={rows.map(({ symbol, symbol_name }) => ({ value: symbol, label: symbol_name }))}
    />
  );
}
