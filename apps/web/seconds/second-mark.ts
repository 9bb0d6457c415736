import type { SecondRow } from '@candor/api';
import type { Text } from '@candor/ui';
import type { TimeMark } from '../trade/chart/time-mark.ts';

/** The fields of a contract that its mark in the chart shows: those that stand still while it counts down. */
export type MarkedSecond = Pick<SecondRow, 'id' | 'side' | 'openTime' | 'closeTime' | 'openPrice'>;

/** Returns the mark of a contract in the chart: from its opening tick, at that tick's price, to its closing tick. */
export function secondMark(contract: MarkedSecond, text: Text, time: (ms: number) => string): TimeMark {
  const { id, side, openTime, closeTime, openPrice } = contract;
  return {
    id: `second-${id}`,
    openMs: openTime,
    closeMs: closeTime,
    price: openPrice,
    openLabel: `${text(`seconds.${side}`)} · ${text('seconds.opens')} ${time(openTime)}`,
    closeLabel: `${text('seconds.closes')} ${time(closeTime)}`,
    tone: side,
  };
}
