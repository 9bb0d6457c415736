import type { MarginAccountRow } from '@candor/api';
import { Button, useText } from '@candor/ui';
import { useState } from 'react';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { TransferButton } from '../transfer/transfer-dialog.tsx';
import { BorrowDialog, RepayDialog } from './loan-dialog.tsx';
import type { MarginChoice } from './margin-account.ts';
import { useLentCoins } from './use-margin.ts';

export interface MarginActsProps {
  readonly choice: MarginChoice;
  readonly account: MarginAccountRow;
  readonly market: TradeMarket;
}

/** The buttons to move coins in and out of a margin account, to borrow and to repay. */
export function MarginActs({ choice, account, market }: MarginActsProps) {
  const lent = useLentCoins().data?.list.map(({ coin }) => coin) ?? [];
  const [open, setOpen] = useState<'borrow' | 'repay' | null>(null);
  const own = [market.quote, market.base];
  // those of the market first; an isolated account keeps no others
  const coins = choice.symbol === null ? [...own, ...lent.filter((coin) => !own.includes(coin))] : own;
  const owed = account.loans.map(({ coin }) => coin);
  const shared = { choice, account, onOpenChange: () => setOpen(null) };
  const text = useText();
  return (
    <div className="grid grid-cols-3 gap-2">
      <TransferButton
        variant="quiet"
        size="small"
        to={choice.symbol === null ? { type: '4', symbol: '' } : { type: '6', symbol: choice.symbol }}
        coin={market.quote}
      />
      <Button variant="quiet" size="small" onClick={() => setOpen('borrow')}>
        {text('margin.borrow')}
      </Button>
      <Button variant="quiet" size="small" disabled={owed.length === 0} onClick={() => setOpen('repay')}>
        {text('margin.repay')}
      </Button>
      {open === 'borrow' && (
        <BorrowDialog {...shared} coins={coins.filter((coin) => lent.length === 0 || lent.includes(coin))} />
      )}
      {open === 'repay' && <RepayDialog {...shared} coins={owed} />}
    </div>
  );
}
