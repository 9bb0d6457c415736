import { ENDED_REASONS, type NoticeContent, type NoticeOf } from '@candor/api';
import {
  type ContractOrderRecord,
  type ContractQueries,
  contractReceiptOf,
  isContractReceipt,
  type ProjectedCommand,
} from '@candor/projections';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { type NoticeDraft, type NoticeSource, readTogether } from '../../gateway/notices/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { rowContext } from './context.ts';
import type { PerpetualFollower } from './listings.ts';
import { receiptRow } from './receipts.ts';
import { orderRow, type RowContext } from './rows.ts';

export interface PerpetualNoticesNeeds {
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
  readonly history: { readonly perpetual: Pick<ContractQueries, 'byIds' | 'keptAs'> };
}

type Order = NoticeOf<'order-filled'>['facts'];
type EndedReason = (typeof ENDED_REASONS)[number];
type Draft = (draft: NoticeDraft) => void;

/** Orders and receipts of contracts, as notices are written from them. */
interface Source {
  /** Returns the context of rows as things are listed now. */
  readonly context: () => RowContext;
  readonly orderOf: (orderId: number) => Promise<ContractOrderRecord | null>;
  readonly keptAs: ContractQueries['keptAs'];
}

/** Contracts: orders, exits that fired, warnings, liquidations, deleveraging and funding. */
export function perpetualNotices({
  catalogues,
  perpetualListings,
  history,
}: PerpetualNoticesNeeds): NoticeSource {
  const source: Source = {
    context: () => rowContext(catalogues, perpetualListings),
    orderOf: readTogether((orderIds) => history.perpetual.byIds(orderIds)),
    keptAs: (userId, orderId) => history.perpetual.keptAs(userId, orderId),
  };
  return {
    read(command, draft) {
      readOrders(source, command, draft);
      readReceipts(source, command, draft);
    },
  };
}

function orderFacts({ context }: Source, record: ContractOrderRecord): Omit<Order, 'whole'> {
  const row = orderRow(context(), record);
  const [coin = '', quoteCoin = ''] = row.symbol_name.split('/');
  const { figures, contract } = context();
  return {
    product: 'contract',
    wallet: 'perpetual',
    orderId: row.id,
    symbol: row.symbol,
    symbol_name: row.symbol_name,
    side: row.side,
    coin,
    quoteCoin,
    filled: row.tradedQuantity,
    quantity: row.quantity,
    amount: figures.amount(contract(record.symbolId), record.filledNotional),
    price: row.averageDealPrice,
    result: record.closedLots === 0 ? null : row.realisedPnl,
  };
}

/** `isKept`: the exit that sent it stays for what it could not close. */
async function standing(
  source: Source,
  userId: number,
  orderId: number,
  isKept: boolean,
): Promise<NoticeContent | null> {
  const record = await source.orderOf(orderId);
  if (record === null || record.origin === 'liquidation') return null;
  const facts = orderFacts(source, record);
  const row = orderRow(source.context(), record);
  const whole = record.doneReason === 'filled';
  if (record.firedMs === null)
    return record.filledLots === 0 ? null : { kind: 'order-filled', facts: { ...facts, whole } };
  const staysOpen = isKept || (!whole && (await source.keptAs(userId, orderId)) !== null);
  return {
    kind: 'order-fired',
    facts: {
      ...facts,
      trigger: record.exitKind ?? 'order',
      triggerPrice: row.triggerPrice,
      firedPrice: row.firedPrice,
      outcome: staysOpen ? 'kept' : firedOutcome(record),
      rejectKey: row.rejectKey,
    },
  };
}

async function ended(source: Source, orderId: number, reason: EndedReason): Promise<NoticeContent | null> {
  const record = await source.orderOf(orderId);
  if (record === null) return null;
  return { kind: 'order-ended', facts: { ...orderFacts(source, record), reason, rejectKey: null } };
}

function readOrders(source: Source, { stamp: { timeMs }, events }: ProjectedCommand, draft: Draft): void {
  const kept = new Set<number>();
  for (const event of events)
    if (event.type === 'perpetualExitKept' && event.state === 'retrying') kept.add(event.orderId);
  const stands = (userId: number, orderId: number) =>
    draft({
      userId,
      key: `contract:${orderId}`,
      timeMs,
      content: () => standing(source, userId, orderId, kept.has(orderId)),
    });
  for (const event of events) {
    switch (event.type) {
      case 'perpetualTrade':
        for (const side of [event.maker, event.taker]) if (!side.house) stands(side.userId, side.orderId);
        break;
      case 'perpetualOrderTriggered':
        stands(event.userId, event.orderId);
        break;
      case 'perpetualOrderAccepted':
        if (event.exit !== null) stands(event.userId, event.orderId);
        break;
      case 'perpetualOrderDone': {
        const { userId, orderId, house } = event;
        const reason = ENDED_REASONS.find((each) => each === event.reason);
        // what ends with the command that placed or fired it is told by its answer, or by its trigger
        const isNew = events.some(
          (each) =>
            (each.type === 'perpetualOrderAccepted' || each.type === 'perpetualOrderTriggered') &&
            each.orderId === orderId,
        );
        if (house || isNew || reason === undefined || reason === 'cancelled' || reason === 'refused') break;
        draft({
          userId,
          key: `contract:${orderId}:ended`,
          timeMs,
          content: () => ended(source, orderId, reason),
        });
      }
    }
  }
}

function readReceipts({ context }: Source, { stamp, events }: ProjectedCommand, draft: Draft): void {
  for (const [line, event] of events.entries()) {
    if (!isContractReceipt(event) || event.userId === HOUSE_USER_ID) continue;
    const { userId } = event;
    const key = `contract-receipt:${stamp.seq}.${line}`;
    const content = (): NoticeContent => {
      const record = contractReceiptOf(event, line, stamp);
      const row = receiptRow(context(), record);
      const { id: receipt, symbol, symbol_name, positionId, positionSide } = row;
      if (row.kind === 'margin-warning')
        return {
          kind: 'margin-warning',
          facts: { symbol, symbol_name, positionId, marginRatio: row.marginRatio, receipt },
        };
      const position = {
        symbol: symbol ?? '',
        symbol_name: symbol_name ?? '',
        positionId: positionId ?? 0,
        positionSide: positionSide ?? 'long',
        coin: context().coin(context().settleAssetId),
      };
      if (row.kind === 'funding')
        return {
          kind: 'funding-paid',
          facts: { ...position, amount: row.amount, rate: row.fundingRate, receipt },
        };
      const left = String('lotsLeft' in event ? event.lotsLeft : 0);
      const { quantity, price, amount: result } = row;
      const closed = { ...position, quantity, left, price, result, receipt };
      if (row.kind === 'deleveraging') return { kind: 'deleveraging', facts: closed };
      const marginMode = event.type === 'perpetualLiquidated' ? event.marginMode : 'cross';
      return { kind: 'liquidation', facts: { ...closed, marginMode, fee: row.fee } };
    };
    draft({ userId, key, timeMs: stamp.timeMs, content });
  }
}

function firedOutcome({ rejected, filledLots, doneReason }: ContractOrderRecord) {
  if (rejected !== null) return 'refused' as const;
  if (doneReason === 'filled') return 'filled' as const;
  if (doneReason !== null) return 'ended' as const;
  return filledLots > 0 ? ('part' as const) : ('placed' as const);
}
