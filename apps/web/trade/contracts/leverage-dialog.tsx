import { ConfirmDialog, Detail, DetailList, useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { Asked } from '../ask/use-asked.ts';
import type { ContractMarket } from './contract-market.ts';
import { type OpenContracts, units, usdtText } from './contract-terms.ts';
import { FigureChange } from './figure-change.tsx';
import { leveragePreview } from './position-preview.ts';

export interface LeverageDialogProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly market: ContractMarket;
  readonly contracts: OpenContracts;
  readonly before: number;
  readonly after: number;
  readonly asked: Asked;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** Asks before the leverage of open positions changes, with what that does to their margins and liquidation prices. */
export function LeverageDialog(props: LeverageDialogProps) {
  const { onOpenChange, market, contracts, before, after, asked, isPending, onConfirm } = props;
  const intl = useIntl();
  const format = useFormatters();
  const text = (id: string) => intl.formatMessage({ id });
  const row = market.contract;
  const held = contracts.positions.filter(({ symbol }) => symbol === market.symbol);
  const previews = held.map((position) => ({
    position,
    ...leveragePreview(row, position, contracts, after),
  }));
  const taken = previews.reduce((sum, { needsUnits }) => sum + needsUnits, 0n);
  const available = units(contracts.account.available);
  const problem =
    previews.find((each) => each.problem !== null)?.problem ??
    (taken > available ? 'INSUFFICIENT_BALANCE' : null);
  const times = (leverage: number) => intl.formatMessage({ id: 'trade.contract.times' }, { leverage });
  const price = (value: string | null) => format.price(value, market.priceDecimals);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'trade.contract.leverageTitle' }, { name: market.name })}
      dismiss={text('trade.contract.dismiss')}
      confirm={text('trade.contract.leverageChange')}
      loading={isPending}
      disabled={problem !== null}
      onConfirm={onConfirm}
      unasked={asked.unasked}
    >
      <DetailList>
        <Detail label={text('trade.contract.leverage')} strong>
          <FigureChange before={times(before)} after={times(after)} />
        </Detail>
        <Detail label={text('trade.form.available')}>
          <FigureChange
            before={format.quantity(contracts.account.available, 2)}
            after={format.quantity(usdtText(taken > available ? 0n : available - taken), 2)}
          />{' '}
          USDT
        </Detail>
      </DetailList>
      {previews.map(({ position, margin, liquidationPrice }) => (
        <DetailList key={position.id} ruled>
          <Detail label={text(`trade.contract.side.${position.positionSide}`)}>
            {intl.formatMessage(
              { id: 'trade.contract.stop.part' },
              { quantity: format.quantity(position.openInterest, 0) },
            )}
          </Detail>
          <Detail label={text('trade.contract.margin')}>
            <FigureChange
              before={format.quantity(position.positionMargin, 2)}
              after={format.quantity(margin, 2)}
            />{' '}
            USDT
          </Detail>
          <Detail label={text('trade.contract.liquidation')}>
            <FigureChange before={price(position.expectedLiquidationPrice)} after={price(liquidationPrice)} />
          </Detail>
        </DetailList>
      ))}
      {problem !== null && (
        <p role="alert" className="text-13 text-warn">
          {text(`error.${problem}`)}
        </p>
      )}
    </ConfirmDialog>
  );
}
