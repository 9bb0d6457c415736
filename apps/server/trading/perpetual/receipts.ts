import type {
  ContractReceiptInputs,
  ContractReceiptKind,
  FundingRateRow,
  SettlementNotice,
} from '@candor/api';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { FundingRecord, ReceiptRecord } from '@candor/projections';
import { contractsText, ppbText, ratioText } from './figures.ts';
import { named, type RowContext } from './rows.ts';

/** The inputs of a receipt: the event that the projections keep for this kind. */
const inputsOf = <Kind extends ContractReceiptKind>(receipt: ReceiptRecord, _kind: Kind) =>
  JSON.parse(receipt.event) as ContractReceiptInputs<Kind>;

/** Returns the receipt of something that happened to a position without its user, with all of its inputs. */
export function receiptRow(context: RowContext, receipt: ReceiptRecord): SettlementNotice {
  const { symbolId, kind } = receipt;
  const contract = symbolId === null ? null : context.contract(symbolId);
  const common = {
    id: `${receipt.seq}.${receipt.line}`,
    ...(contract === null ? { symbol: null, symbol_name: null } : named(context, contract)),
    positionId: receipt.positionId,
    positionSide: receipt.direction,
    time: receipt.timeMs,
    seq: receipt.seq,
  };
  if (kind === 'margin-warning') {
    const inputs = inputsOf(receipt, kind);
    const ratio = ratioText(BigInt(inputs.maintenanceMargin), BigInt(inputs.equity));
    return { kind, ...common, inputs, marginRatio: ratio ?? '100' };
  }
  if (contract === null) throw new Error(`receipt ${common.id} is of no contract`);
  const amount = (units: Amount | null) => (units === null ? null : context.figures.amount(contract, units));
  const quantity = contractsText(receipt.lots ?? (0 as Lots));
  const price = context.figures.price(contract, receipt.priceTicks);
  const closed = { quantity, price, amount: amount(receipt.amount) };
  if (kind === 'liquidation') {
    const { lots, value, fee } = receipt;
    if (value === null || fee === null) throw new Error(`receipt ${common.id} has no value or no fee`);
    return {
      kind,
      ...common,
      inputs: withoutUsers(inputsOf(receipt, kind)),
      ...closed,
      price: context.figures.average(contract, lots ?? (0 as Lots), value),
      fee: context.figures.amount(contract, fee),
      bankruptcyPrice: price,
    };
  }
  if (kind === 'deleveraging') return { kind, ...common, inputs: inputsOf(receipt, kind), ...closed };
  const inputs = inputsOf(receipt, kind);
  return {
    kind,
    ...common,
    inputs,
    quantity,
    price: price ?? priceOf(context, inputs, contract.symbolId),
    fundingRate: ppbText(receipt.ratePpb ?? 0),
    amount: amount(receipt.amount) ?? '0',
  };
}

/**
 * Takes the other users out of a liquidation: its owner sees the places in the queue of those who were deleveraged
 * against the position, and no account but that of the house.
 */
function withoutUsers(inputs: ContractReceiptInputs<'liquidation'>): ContractReceiptInputs<'liquidation'> {
  return { ...inputs, deleveraged: inputs.deleveraged.map(({ userId: _, ...line }) => line) };
}

/** The mark of a funding payment: its notional is lots x mark x units, exactly. */
function priceOf(context: RowContext, inputs: ContractReceiptInputs<'funding'>, symbolId: number): string {
  const contract = context.contract(symbolId);
  const lots = BigInt(inputs.lots);
  const ticks = lots === 0n ? 0n : BigInt(inputs.notional) / (lots * contract.quotePerTickLot);
  return context.figures.price(contract, Number(ticks) as PriceTicks) as string;
}

/** One settled funding of a contract. */
export function fundingRow(context: RowContext, funding: FundingRecord): FundingRateRow {
  const contract = context.contract(funding.symbolId);
  return {
    ...named(context, contract),
    rate: ppbText(funding.ratePpb),
    markPrice: context.figures.price(contract, funding.markTicks),
    time: funding.timeMs,
    seq: funding.seq,
  };
}
