import type { SecondAcceptedEvent, SecondEndedEvent, SecondVoidJudgedEvent } from '@candor/kernel';
import { breakEvenPpm, closingTicks, tickTimeMs } from '@candor/rules';
import { isObject, type Json, type JsonObject, jsonOf, type Names, ppmPercent, priceText } from './values.ts';

/** The events of one second contract. */
export interface SecondTold {
  readonly accepted: SecondAcceptedEvent;
  readonly ended: SecondEndedEvent;
  /** There where it was void without a closing price. */
  readonly judged: SecondVoidJudgedEvent | null;
  /** The sequence of its end. */
  readonly seq: number;
}

/** Writes a second contract that is over as its receipt states it. The ticket is compared as what was signed. */
export function secondHeld({ accepted, ended, judged, seq }: SecondTold, names: Names): JsonObject {
  const { terms, simulated } = accepted;
  const symbol = names.symbol(terms.symbolId);
  const coins = (units: bigint) => names.amount(terms.assetId, units);
  const closeMs = tickTimeMs(terms.closeTickNo);
  const ticket = ticketOf(accepted, names);
  return {
    order: {
      id: terms.contractId,
      orderNo: String(terms.contractId),
      clientOrderId: terms.clientOrderId,
      symbol: symbol.name,
      symbol_name: names.shown(symbol),
      direction: terms.direction === 'up' ? 1 : 2,
      side: terms.direction,
      periodSeconds: terms.periodS,
      quantity: terms.quantity,
      coin: names.coin(terms.assetId),
      stake: coins(terms.stake),
      payoutPercent: ppmPercent(terms.payoutPpm),
      payout: coins(terms.payout),
      breakEvenPercent: ppmPercent(breakEvenPpm(terms.payoutPpm)),
      openPrice: priceText(ended.opening.priceTicks, symbol),
      currentPrice: null,
      closePrice: priceText(ended.closeTicks, symbol),
      profitLoss: coins(ended.paid - terms.stake),
      createTime: terms.acceptedMs,
      openTime: tickTimeMs(terms.openTickNo),
      closeTime: closeMs,
      countdown: '00:00:00',
      status: 'ended',
      result: ended.result,
      voidReason: ended.voidReason,
      wouldHave: ended.wouldHave,
      paid: coins(ended.paid),
      simulated,
      seq,
    },
    ticket,
    receipt: {
      ticket,
      opening: jsonOf(ended.opening),
      closing: jsonOf(ended.closing),
      closeTicks: ended.closeTicks,
      result: ended.result,
      wouldHave: ended.wouldHave,
      paid: coins(ended.paid),
    },
    judgement: judged === null ? null : jsonOf({ wouldHave: judged.wouldHave, reading: judged.reading }),
  };
}

function ticketOf({ terms, simulated }: SecondAcceptedEvent, names: Names): JsonObject {
  const symbol = names.symbol(terms.symbolId);
  return {
    formula: terms.formula,
    contractId: terms.contractId,
    userId: terms.userId,
    symbol: symbol.name,
    tickSize: symbol.tickDecimal,
    direction: terms.direction,
    periodS: terms.periodS,
    quantity: terms.quantity,
    coin: names.coin(terms.assetId),
    coinScale: names.scale(terms.assetId),
    stake: names.amount(terms.assetId, terms.stake),
    payoutPpm: terms.payoutPpm,
    payout: names.amount(terms.assetId, terms.payout),
    breakEvenPpm: breakEvenPpm(terms.payoutPpm),
    acceptedMs: terms.acceptedMs,
    journalSeq: terms.acceptedSeq,
    openTickNo: terms.openTickNo,
    closeTickNos: closingTicks(terms.openTickNo, terms.periodS),
    weights: jsonOf(terms.weights.map(({ venueId, weightPpm }) => ({ venueId, weightPpm }))),
    quorum: terms.quorum,
    counterparty: 'house pool',
    simulated,
  };
}

/** Returns the content that a compact JSON web signature signs; null where it is none. Its signature needs the exchange's key. */
export function signedTerms(ticket: Json | undefined): Json {
  try {
    const signed: unknown = JSON.parse(
      Buffer.from(String(ticket).split('.')[1] ?? '', 'base64url').toString(),
    );
    return isObject(signed) ? signed : null;
  } catch {
    return null;
  }
}
