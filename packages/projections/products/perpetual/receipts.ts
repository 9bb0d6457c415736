import type {
  KernelEvent,
  PerpetualDeleveragedEvent,
  PerpetualFundingPaidEvent,
  PerpetualLiquidatedEvent,
  PerpetualWarningEvent,
} from '@candor/kernel';
import type { Lots } from '@candor/money';
import { eventText } from '../../event-text.ts';
import type { Stamp } from '../stamp.ts';
import { directions, receiptKinds } from './codes.ts';
import type { ReceiptRecord } from './records.ts';

/** Change of a position without its user's act. */
export type ContractReceiptEvent =
  | PerpetualFundingPaidEvent
  | PerpetualLiquidatedEvent
  | PerpetualDeleveragedEvent
  | PerpetualWarningEvent;

export function isContractReceipt(event: KernelEvent): event is ContractReceiptEvent {
  return (
    event.type === 'perpetualFundingPaid' ||
    event.type === 'perpetualLiquidated' ||
    event.type === 'perpetualDeleveraged' ||
    event.type === 'perpetualWarning'
  );
}

/** The record of a receipt; `line` is its place among the events of its command. */
export function contractReceiptOf(
  event: ContractReceiptEvent,
  line: number,
  { seq, timeMs }: Stamp,
): ReceiptRecord {
  const known = (id: number) => (id === 0 ? null : id);
  const common = {
    userId: event.userId,
    seq,
    line,
    timeMs,
    symbolId: known(event.symbolId),
    positionId: known(event.positionId),
    direction: 'direction' in event ? event.direction : null,
    lots: null,
    priceTicks: null,
    ratePpb: null,
    amount: null,
    value: null,
    fee: null,
    event: eventText(event),
  };
  switch (event.type) {
    case 'perpetualFundingPaid': {
      const { lots, ratePpb, amount } = event;
      return { ...common, kind: 'funding', lots, ratePpb, amount };
    }
    case 'perpetualLiquidated': {
      const closed = (event.lots - event.lotsLeft) as Lots;
      const { bankruptcyTicks, closedValue: value, realisedPnl: amount, fee } = event;
      return {
        ...common,
        kind: 'liquidation',
        lots: closed,
        priceTicks: bankruptcyTicks,
        amount,
        value,
        fee,
      };
    }
    case 'perpetualDeleveraged': {
      const { lots, priceTicks, realisedPnl } = event;
      return { ...common, kind: 'deleveraging', lots, priceTicks, amount: realisedPnl };
    }
    case 'perpetualWarning':
      return { ...common, kind: 'margin-warning' };
  }
}

export function receiptRow(event: ContractReceiptEvent, line: number, stamp: Stamp) {
  const receipt = contractReceiptOf(event, line, stamp);
  return {
    user_id: receipt.userId,
    seq: receipt.seq,
    line,
    kind: receiptKinds.of(receipt.kind),
    symbol_id: receipt.symbolId,
    position_id: receipt.positionId,
    time_ms: receipt.timeMs,
    direction: receipt.direction === null ? null : directions.of(receipt.direction),
    lots: receipt.lots,
    price_ticks: receipt.priceTicks,
    rate_ppb: receipt.ratePpb,
    amount: receipt.amount,
    value: receipt.value,
    fee: receipt.fee,
    event: receipt.event,
  };
}
