import { ActMessage, ConfirmDialog, Detail, DetailList, useFormatters, useText } from '@candor/ui';
import { useIntl } from 'react-intl';
import type { Asked } from '../trade/ask/use-asked.ts';
import { units, usdtText } from '../trade/draft/contract-terms.ts';
import type { DialogAct } from './close-dialogs.tsx';
import { FigureChange } from './figure-change.tsx';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { leveragePreview } from './position-preview.ts';

export interface LeverageDialogProps {
  readonly onOpenChange: (open: boolean) => void;
  readonly market: PerpetualMarket;
  readonly contracts: OpenPerpetuals;
  readonly before: number;
  readonly after: number;
  readonly asked: Asked;
  readonly act: DialogAct;
  readonly onConfirm: () => void;
}

/** Asks before the leverage of open positions changes, with what that does to their margins and liquidation prices. */
export function LeverageDialog(props: LeverageDialogProps) {
  const { onOpenChange, market, contracts, before, after, asked, act, onConfirm } = props;
  const intl = useIntl();
  const format = useFormatters();
  const text = useText();
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
  const times = (leverage: number) => intl.formatMessage({ id: 'perpetual.times' }, { leverage });
  const price = (value: string | null) => format.price(value, market.priceDecimals);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={intl.formatMessage({ id: 'perpetual.leverageTitle' }, { name: market.name })}
      dismiss={text('perpetual.dismiss')}
      confirm={text('perpetual.leverageChange')}
      loading={act.isPending}
      disabled={problem !== null}
      onConfirm={onConfirm}
      unasked={asked.unasked}
    >
      <DetailList>
        <Detail label={text('perpetual.leverage')} strong>
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
          <Detail label={text(`perpetual.side.${position.positionSide}`)}>
            {intl.formatMessage({ id: 'perpetual.stop.part' }, { count: Number(position.openInterest) })}
          </Detail>
          <Detail label={text('perpetual.margin')}>
            <FigureChange
              before={format.quantity(position.positionMargin, 2)}
              after={format.quantity(margin, 2)}
            />{' '}
            USDT
          </Detail>
          <Detail label={text('perpetual.liquidation')}>
            <FigureChange before={price(position.expectedLiquidationPrice)} after={price(liquidationPrice)} />
          </Detail>
        </DetailList>
      ))}
      <ActMessage
        phase={act.phase}
        error={act.error}
        obstacle={problem === null ? null : text(`error.${problem}`)}
      />
    </ConfirmDialog>
  );
}
