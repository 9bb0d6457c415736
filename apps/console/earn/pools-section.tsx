import { Button, useText } from '@candor/ui';
import { useState } from 'react';
import { TableSection, type TableSectionProps } from '../shell/table-section.tsx';

interface PoolsSectionProps<Row> extends Omit<TableSectionProps<Row>, 'rows' | 'below'> {
  readonly pools: readonly Row[];
  /** All that is in a pool or owed by it. */
  readonly amountsOf: (pool: Row) => readonly string[];
}

/** Pools of all coins. Those with nothing in them are folded behind a button, as long as any has something. */
export function PoolsSection<Row>({ pools, amountsOf, ...table }: PoolsSectionProps<Row>) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const filled = pools.filter((pool) => amountsOf(pool).some((amount) => /[1-9]/.test(amount)));
  const folded = filled.length === 0 ? 0 : pools.length - filled.length;
  return (
    <TableSection<Row>
      {...table}
      rows={isOpen || folded === 0 ? pools : filled}
      below={
        folded > 0 && (
          <Button
            variant="quiet"
            className="self-start"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? text('console.earn.hideEmpty') : text('console.earn.showEmpty', { count: folded })}
          </Button>
        )
      }
    />
  );
}
