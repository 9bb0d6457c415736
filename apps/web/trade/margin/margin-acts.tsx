import type { MarginAccountRow } from '@candor/contract';
import { Button } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { TradeMarket } from '../page/trade-market.ts';
import { BorrowDialog, RepayDialog } from './loan-dialog.tsx';
import type { MarginChoice } from './margin-account.ts';
import { MoveMargin } from './move-margin.tsx';
import { useLentCoins } from './use-margin.ts';

export interface MarginActsProps {
  readonly choice: MarginChoice;
  readonly account: MarginAccountRow;
  readonly market: TradeMarket;
}

/** The buttons to move coins in and out of a margin account, to borrow and to repay. */
export function MarginActs({ choice, account, market }: MarginActsProps) {
  const intl = useIntl();
  const lent = useLentCoins().data?.list.map(({ coin }) => coin) ?? [];
  const [open, setOpen] = useState<'move' | 'borrow' | 'repay' | null>(null);
  const own = [market.quote, market.base];
  // those of the market first; an isolated account keeps no others
  const coins = choice.symbol === null ? [...own, ...lent.filter((coin) => !own.includes(coin))] : own;
  const owed = account.loans.map(({ coin }) => coin);
  const shared = { choice, account, onOpenChange: (next: boolean) => setOpen(next ? open : null) };
  const text = (id: string) => intl.formatMessage({ id });
  return (
    <div className="grid grid-cols-3 gap-2">
      <Button variant="quiet" size="small" onClick={() => setOpen('move')}>
        {text('trade.margin.move')}
      </Button>
      <Button variant="quiet" size="small" onClick={() => setOpen('borrow')}>
        {text('trade.margin.borrow')}
      </Button>
      <Button variant="quiet" size="small" disabled={owed.length === 0} onClick={() => setOpen('repay')}>
        {text('trade.margin.repay')}
      </Button>
      <MoveMargin {...shared} open={open === 'move'} coins={coins} />
      <BorrowDialog
        {...shared}
        open={open === 'borrow'}
        coins={coins.filter((coin) => lent.length === 0 || lent.includes(coin))}
      />
      <RepayDialog {...shared} open={open === 'repay'} coins={owed} />
    </div>
  );
}
