import type { SecondRow } from '@candor/api';
import type { SecondTerms, SymbolInfo, TickReading } from '@candor/kernel';
import { type Amount, type PriceTicks, ticksToDecimal } from '@candor/money';
import type { SecondEnd, SecondRecord } from '@candor/projections';
import type { SecondReceipt, SecondTicket } from '@candor/proofs';
import { breakEvenPpm, closingTicks, secondsPayment, secondsResult, tickTimeMs } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent, shownName } from '../../engine/values/index.ts';
import type { OpenSecond } from './queries.ts';

/** The part of the catalogue that a row needs. */
export type RowCatalogue = Pick<Catalogue, 'symbolById' | 'assetById'>;

/** A contract as it stands: open with what was read so far, or over. */
export interface ShownSecond {
  readonly terms: SecondTerms;
  readonly simulated: boolean;
  readonly opening: TickReading | null;
  /** The second-contract index now; null while it is stale. */
  readonly indexTicks: PriceTicks | null;
  readonly end: SecondEnd | null;
  /** The sequence number at which it stands so. */
  readonly seq: number;
}

/** Returns the displayed form of an open contract. */
export function openSecondShown(second: OpenSecond): ShownSecond {
  return { ...second, end: null };
}

/** A contract as it stood when it was accepted. */
export function acceptedSecond(terms: SecondTerms, simulated: boolean): ShownSecond {
  return { terms, simulated, opening: null, indexTicks: null, end: null, seq: terms.acceptedSeq };
}

/** A contract of the read models. */
export function secondOfRecord({ terms, simulated, end }: SecondRecord): ShownSecond {
  const opening = end?.opening ?? null;
  return { terms, simulated, opening, indexTicks: null, end, seq: end?.seq ?? terms.acceptedSeq };
}

export function secondRowOf(catalogue: RowCatalogue, second: ShownSecond, nowMs: number): SecondRow {
  const { terms, simulated, opening, indexTicks, end } = second;
  const symbol = symbolOf(catalogue, terms.symbolId);
  const coins = (amount: bigint) => amountText(catalogue, terms.assetId, amount as Amount);
  const priceText = (ticks: PriceTicks | null) => (ticks === null ? null : ticksToDecimal(ticks, symbol));
  const openTicks = opening?.priceTicks ?? null;
  const profit = end === null ? profitNow(terms, openTicks, indexTicks) : end.paid - terms.stake;
  const closeMs = tickTimeMs(terms.closeTickNo);
  return {
    id: terms.contractId,
    orderNo: String(terms.contractId),
    clientOrderId: terms.clientOrderId,
    symbol: symbol.name,
    symbol_name: shownName(catalogue, symbol),
    direction: terms.direction === 'up' ? 1 : 2,
    side: terms.direction,
    periodSeconds: terms.periodS,
    quantity: terms.quantity,
    coin: catalogue.assetById(terms.assetId).code,
    stake: coins(terms.stake),
    payoutPercent: ppmPercent(terms.payoutPpm),
    payout: coins(terms.payout),
    breakEvenPercent: ppmPercent(breakEvenPpm(terms.payoutPpm)),
    openPrice: priceText(openTicks),
    currentPrice: end === null ? priceText(indexTicks) : null,
    closePrice: priceText(end?.closeTicks ?? null),
    profitLoss: profit === null ? null : coins(profit),
    createTime: terms.acceptedMs,
    openTime: tickTimeMs(terms.openTickNo),
    closeTime: closeMs,
    countdown: end === null ? countdownOf(closeMs - nowMs) : countdownOf(0),
    status:
      end !== null ? 'ended' : openTicks === null ? 'generating' : nowMs < closeMs ? 'countdown' : 'pricing',
    result: end?.result ?? null,
    voidReason: end?.voidReason ?? null,
    wouldHave: end?.wouldHave ?? null,
    paid: end === null ? null : coins(end.paid),
    simulated,
    seq: second.seq,
  };
}

/** Returns the profit or loss of a contract if it closed at this price, in base units. */
function profitNow(
  { direction, stake, payout }: SecondTerms,
  openTicks: PriceTicks | null,
  indexTicks: PriceTicks | null,
): bigint | null {
  if (openTicks === null || indexTicks === null) return null;
  return secondsPayment(secondsResult(direction, openTicks, indexTicks), stake, payout).toUser - stake;
}

/** hh:mm:ss of what is left, seconds rounded up, so that 00:00:00 means over. */
export function countdownOf(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1_000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(left / 3_600)}:${two((left / 60) % 60)}:${two(left % 60)}`;
}

/** The terms that are signed: made of what was accepted alone, so that they are the same whenever they are made. */
export function ticketOf(catalogue: Catalogue, terms: SecondTerms, simulated: boolean): SecondTicket {
  const symbol = symbolOf(catalogue, terms.symbolId);
  const asset = catalogue.assetById(terms.assetId);
  return {
    formula: terms.formula,
    contractId: terms.contractId,
    userId: terms.userId,
    symbol: symbol.name,
    tickSize: symbol.tickDecimal,
    direction: terms.direction,
    periodS: terms.periodS,
    quantity: terms.quantity,
    coin: asset.code,
    coinScale: asset.scale,
    stake: amountText(catalogue, terms.assetId, terms.stake),
    payoutPpm: terms.payoutPpm,
    payout: amountText(catalogue, terms.assetId, terms.payout),
    breakEvenPpm: breakEvenPpm(terms.payoutPpm),
    acceptedMs: terms.acceptedMs,
    journalSeq: terms.acceptedSeq,
    openTickNo: terms.openTickNo,
    closeTickNos: closingTicks(terms.openTickNo, terms.periodS),
    weights: terms.weights.map(({ venueId, weightPpm }) => ({ venueId, weightPpm })),
    quorum: terms.quorum,
    counterparty: 'house pool',
    simulated,
  };
}

export function receiptOf(
  catalogue: Catalogue,
  ticket: SecondTicket,
  end: SecondEnd,
  assetId: number,
): SecondReceipt {
  return {
    ticket,
    opening: end.opening,
    closing: end.closing,
    closeTicks: end.closeTicks,
    result: end.result,
    wouldHave: end.wouldHave,
    paid: amountText(catalogue, assetId, end.paid),
  };
}

function symbolOf(catalogue: RowCatalogue, symbolId: number): SymbolInfo {
  const symbol = catalogue.symbolById(symbolId);
  if (symbol === undefined) throw new Error(`no symbol ${symbolId} is listed`);
  return symbol;
}
