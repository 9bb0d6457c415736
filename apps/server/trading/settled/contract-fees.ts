import type { SettledContractFee } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import { type EntryEvent, type PerpetualTradeEvent, SAFETY_FUND, userOf } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { type CoreLink, onBatches } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { PerpetualListings } from '../perpetual/index.ts';

/** Fees that are kept. */
export const MOST_FEES = 12;

/** A fee of a contract fill, with the safety fund's part of it. */
interface ContractFee {
  readonly trade: PerpetualTradeEvent;
  readonly assetId: number;
  readonly fee: Amount;
  readonly feePpm: number;
  readonly fund: Amount;
  readonly timeMs: number;
  readonly seq: number;
}

/** The newest committed fees of contracts of which the safety fund got a part. */
export interface ContractFees {
  /** Newest first. */
  list(): readonly ContractFee[];
  stop(): void;
}

/** Reads the fee of one side out of its entry; null where the fund got nothing of it. */
function feeOf(entry: EntryEvent, trade: PerpetualTradeEvent) {
  const fund = entry.postings.find(({ account }) => account === SAFETY_FUND);
  const payer = entry.postings.find(({ amount }) => amount < 0n);
  if (fund === undefined || fund.amount <= 0n || payer === undefined) return null;
  const side = trade.maker.userId === userOf(payer.account) ? trade.maker : trade.taker;
  return {
    trade,
    assetId: fund.assetId,
    fee: -payer.amount as Amount,
    feePpm: side.feePpm,
    fund: fund.amount,
  };
}

/** Keeps the fees of contracts from now on. */
export function followContractFees(core: Pick<CoreLink, 'onCommitted'>): ContractFees {
  let fees: ContractFee[] = [];
  const take = ({ commands }: CommittedBatch) => {
    for (const { stamp, events } of commands) {
      const trades = new Map<number, PerpetualTradeEvent>();
      for (const event of events) if (event.type === 'perpetualTrade') trades.set(event.tradeId, event);
      if (trades.size === 0) continue;
      // an epoch that takes over delivers some batches again
      if (stamp.seq <= (fees[0]?.seq ?? 0)) continue;
      for (const event of events) {
        if (event.type !== 'entry' || event.kind !== 'perpetual-fee') continue;
        const trade = trades.get(event.tradeId);
        const fee = trade === undefined ? null : feeOf(event, trade);
        if (fee !== null) fees.unshift({ ...fee, timeMs: stamp.timeMs, seq: stamp.seq });
      }
    }
    if (fees.length > MOST_FEES) fees = fees.slice(0, MOST_FEES);
  };
  const stop = onBatches(core, take);
  return { list: () => fees, stop };
}

/** Returns the public form of a fee; it has no owner. */
export function settledContractFeeOf(
  catalogue: Catalogue,
  listings: PerpetualListings,
  { trade, assetId, fee, feePpm, fund, timeMs, seq }: ContractFee,
): SettledContractFee {
  const contract = listings.byId(trade.symbolId);
  if (contract === undefined) throw new Error(`no contract ${trade.symbolId} is listed`);
  const coin = (id: number) => catalogue.assetById(id).code;
  return {
    id: trade.tradeId,
    symbol: contract.name,
    symbol_name: `${coin(contract.baseAssetId)}/${coin(contract.settleAssetId)}`,
    coin: coin(assetId),
    notional: amountText(catalogue, assetId, trade.notional),
    fee: amountText(catalogue, assetId, fee),
    feePpm,
    toSafetyFund: amountText(catalogue, assetId, fund),
    time: timeMs,
    seq,
  };
}
