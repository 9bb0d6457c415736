import type { ContractMarketRow, PositionRow } from '@candor/contract';
import { Button } from '@candor/ui';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useAsked } from '../ask/use-asked.ts';
import { CloseAtMarketDialog, CloseDialog } from './close-dialogs.tsx';
import type { OpenContracts } from './contract-terms.ts';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useCloseAtMarket, useReverse } from './use-position-acts.ts';

/** Three of them end a row of nine columns. */
const SLIM = 'px-1.5! touch:px-2!';

export interface PositionActsProps {
  readonly position: PositionRow;
  /** Undefined until the contract's terms are known. */
  readonly row: ContractMarketRow | undefined;
  readonly contracts: OpenContracts;
  readonly name: string;
}

/** What can be done with a position: closed in part or at a price, closed whole at the market, turned around. */
export function PositionActs({ position, row, contracts, name }: PositionActsProps) {
  const intl = useIntl();
  const [open, setOpen] = useState<'close' | 'market' | 'reverse' | null>(null);
  const shut = () => setOpen(null);
  const atMarket = useCloseAtMarket(open === 'market', shut);
  const turn = useReverse(open === 'reverse', shut);
  const asksMarket = useAsked('closeMarket');
  const asksReverse = useAsked('reverse');
  const text = (id: string) => intl.formatMessage({ id });
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
        {text('trade.contract.close')}
      </Button>
      <Button
        variant="plain"
        size="small"
        className={SLIM}
        disabled={row === undefined}
        loading={atMarket.act.isPending}
        onClick={() => (asksMarket.asks ? ask('market', atMarket) : atMarket.close(position))}
      >
        {text('trade.contract.closeMarket')}
      </Button>
      <Button
        variant="plain"
        size="small"
        className={SLIM}
        disabled={row === undefined}
        loading={turn.act.isPending}
        onClick={() => (asksReverse.asks ? ask('reverse', turn) : turn.reverse(position))}
      >
        {text('trade.contract.reverse')}
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
