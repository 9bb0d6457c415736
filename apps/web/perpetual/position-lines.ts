import type { PositionRow } from '@candor/api';
import type { Formatters } from '@candor/i18n';
import { useFormatters } from '@candor/ui';
import { useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import type { PriceLine } from '../trade/chart/price-line.ts';
import type { OpenPerpetuals } from './perpetual-terms.ts';
import { signedText } from './signed-amount.tsx';
import { useValuedPerpetuals } from './use-valued.ts';

function linesOf(position: PositionRow, intl: IntlShape, format: Formatters): PriceLine[] {
  const { id, positionSide, openInterest, averageOpenPrice, expectedLiquidationPrice } = position;
  const isLong = positionSide === 'long';
  const lines: PriceLine[] = [];
  if (averageOpenPrice !== null) {
    const side = intl.formatMessage({ id: `perpetual.side.${positionSide}` });
    const profit =
      position.unrealisedPnl === null ? '' : ` · ${signedText(format, position.unrealisedPnl, 2)} USDT`;
    lines.push({
      id: `entry-${id}`,
      price: averageOpenPrice,
      label: `${side} ${format.quantity(openInterest, 0)}${profit}`,
      tone: isLong ? 'up' : 'down',
      at: 'right',
    });
  }
  if (expectedLiquidationPrice !== null) {
    const label = intl.formatMessage({ id: 'perpetual.liquidation' });
    lines.push({
      id: `liquidation-${id}`,
      price: expectedLiquidationPrice,
      label,
      tone: 'warn',
      at: 'right',
    });
  }
  return lines;
}

function stopLine(stop: OpenPerpetuals['stops'][number], intl: IntlShape, format: Formatters): PriceLine {
  const kind = intl.formatMessage({ id: `perpetual.stop.${stop.kind}` });
  return {
    id: `stop-${stop.id}`,
    price: stop.triggerPrice,
    label: stop.quantity === null ? kind : `${kind} ${format.quantity(stop.quantity, 0)}`,
    tone: stop.kind === 'profit' ? 'up' : 'down',
    at: 'right',
  };
}

/** Returns the entry, stop and liquidation prices of the user's positions of a contract, as lines of its chart. */
export function usePositionLines(symbol: string): readonly PriceLine[] {
  const intl = useIntl();
  const format = useFormatters();
  const contracts = useValuedPerpetuals();
  return useMemo(() => {
    if (contracts === null) return [];
    const positions = contracts.positions.filter((position) => position.symbol === symbol);
    const stops = contracts.stops.filter((stop) => stop.symbol === symbol);
    return [
      ...positions.flatMap((position) => linesOf(position, intl, format)),
      ...stops.map((stop) => stopLine(stop, intl, format)),
    ];
  }, [contracts, symbol, intl, format]);
}
