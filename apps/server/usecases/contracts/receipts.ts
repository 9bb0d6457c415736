import type { ContractReceiptRow, FundingRateRow } from '@candor/contract';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { FundingRecord, ReceiptRecord } from '@candor/projections';
import { contractsText, ppbText, ratioText } from './figures.ts';
import { named, type RowContext } from './rows.ts';

/** The event of a receipt as the journal has it: amounts are text. */
type EventJson = Extract<ContractReceiptRow, { readonly kind: 'funding' }>['inputs'];

/** What happened to a position without its user, with everything that it follows from. */
export function receiptRow(context: RowContext, receipt: ReceiptRecord): ContractReceiptRow {
  const { symbolId } = receipt;
  const contract = symbolId === null ? null : context.contract(symbolId);
  const inputs = shownInputs(JSON.parse(receipt.event) as EventJson);
  const common = {
    id: `${receipt.seq}.${receipt.line}`,
    ...(contract === null ? { symbol: null, symbol_name: null } : named(context, contract)),
    positionId: receipt.positionId,
    positionSide: receipt.direction,
    time: receipt.timeMs,
    seq: receipt.seq,
    inputs,
  };
  if (receipt.kind === 'margin-warning') {
    const ratio = ratioText(bigintOf(inputs.maintenanceMargin), bigintOf(inputs.equity));
    return { kind: 'margin-warning', ...common, marginRatio: ratio ?? '100' };
  }
  if (contract === null) throw new Error(`receipt ${common.id} is of no contract`);
  const amount = (units: Amount | null) => (units === null ? null : context.figures.amount(contract, units));
  const quantity = contractsText(receipt.lots ?? (0 as Lots));
  const price = context.figures.price(contract, receipt.priceTicks);
  if (receipt.kind !== 'funding') {
    return { kind: receipt.kind, ...common, quantity, price, amount: amount(receipt.amount) };
  }
  return {
    ...{ kind: 'funding', ...common, quantity },
    price: price ?? priceOf(context, inputs, contract.symbolId),
    fundingRate: ppbText(receipt.ratePpb ?? 0),
    amount: amount(receipt.amount) ?? '0',
  };
}

/**
 * What a receipt was computed from, without who the others are that it names: of those who were deleveraged against a
 * position its owner sees their places in the queue, and no account but that of the house.
 */
function shownInputs(inputs: EventJson): EventJson {
  const { deleveraged } = inputs;
  if (!Array.isArray(deleveraged)) return inputs;
  const lines = deleveraged as Readonly<Record<string, EventJson[string]>>[];
  return { ...inputs, deleveraged: lines.map(({ userId: _, ...line }) => line) };
}

/** The mark of a funding payment: its notional is lots x mark x units, exactly. */
function priceOf(context: RowContext, inputs: EventJson, symbolId: number): string {
  const contract = context.contract(symbolId);
  const lots = bigintOf(inputs.lots);
  const ticks = lots === 0n ? 0n : bigintOf(inputs.notional) / (lots * contract.quotePerTickLot);
  return context.figures.price(contract, Number(ticks) as PriceTicks) as string;
}

function bigintOf(value: unknown): bigint {
  return BigInt(value as string | number);
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
