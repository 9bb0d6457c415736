import type { ContractMarketRow, PositionRow } from '@candor/api';
import { Button, useText } from '@candor/ui';
import { useState } from 'react';
import { useAsked } from '../trade/ask/use-asked.ts';
import { CloseAtMarketDialog, CloseDialog } from './close-dialogs.tsx';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useCloseAtMarket, useReverse } from './use-position-acts.ts';

/** Three of them end a row of nine columns. */
const SLIM = 'px-1.5! touch:px-2!';

export interface PositionActsProps {
  readonly position: PositionRow;
  /** Undefined until the contract's terms are known. */
  readonly row: ContractMarketRow | undefined;
  readonly contracts: OpenPerpetuals;
  readonly name: string;
}

/** Actions on a position: close in part or at a price, close whole at the market, reverse. */
export function PositionActs({ position, row, contracts, name }: PositionActsProps) {
  const [open, setOpen] = useState<'close' | 'market' | 'reverse' | null>(null);
  const shut = () => setOpen(null);
  const atMarket = useCloseAtMarket(open === 'market', shut);
  const turn = useReverse(open === 'reverse', shut);
  const asksMarket = useAsked('closeMarket');
  const asksReverse = useAsked('reverse');
  const text = useText();
  const ask = (which: 'market' | 'reverse', { act }: { readonly act: { readonly reset: () => void } }) => {
    act.reset();
    setOpen(which);
  };
  const dialog = { position, contracts, name, onOpenChange: shut };
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className={SLIM}
        disabled={row === undefined}
        onClick={() => setOpen('close')}
      >
        {text('perpetual.close')}
      </Button>
      <Button
        variant="plain"
        size="small"
        className={SLIM}
        disabled={row === undefined}
        loading={atMarket.act.isPending}
        onClick={() => (asksMarket.asks ? ask('market', atMarket) : atMarket.close(position))}
      >
        {text('perpetual.closeMarket')}
      </Button>
      <Button
        variant="plain"
        size="small"
        className={SLIM}
        disabled={row === undefined}
        loading={turn.act.isPending}
        onClick={() => (asksReverse.asks ? ask('reverse', turn) : turn.reverse(position))}
      >
        {text('perpetual.reverse')}
      </Button>
      {open === 'close' && row !== undefined && <CloseDialog {...dialog} row={row} />}
      {open === 'market' && row !== undefined && (
        <CloseAtMarketDialog
          {...dialog}
          row={row}
          asked={asksMarket}
          act={atMarket.act}
          onConfirm={() => {
            asksMarket.remember();
            atMarket.close(position);
          }}
        />
      )}
      {open === 'reverse' && row !== undefined && (
        <ReverseDialog
          {...dialog}
          row={row}
          asked={asksReverse}
          act={turn.act}
          onConfirm={() => {
            asksReverse.remember();
            turn.reverse(position);
          }}
        />
      )}
    </>
  );
}
