import { type Amount, formatDecimal } from '@candor/money';
import {
  checkSecondContract,
  type SecondReading,
  type SecondReceipt,
  type SecondTicket,
} from '@candor/proofs';
import {
  breakEvenPpm,
  closingPrice,
  closingTicks,
  type Direction,
  openingTick,
  payoutOf,
  type SecondsResult,
  secondsPayment,
  secondsResult,
  stakeOf,
} from '@candor/rules';
import { expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { GRID_MS, minutes, type PricePath, recorded, walk } from './prices.ts';

const payoutPpm = 925_000;
const scale = 8;
const quantity = 10;
const stake = stakeOf(quantity, scale);
const payout = payoutOf(stake, payoutPpm);
const coins = (amount: bigint) => formatDecimal(amount as Amount, scale);
const weights = [{ venueId: 1, weightPpm: 1_000_000 }];

/** The record that the exchange chained at a tick of the grid. */
function logged(path: PricePath, tickNo: number): SecondReading {
  const ticks = path.ticks[tickNo - path.firstTickNo]!;
  const quote = { venueId: 1, bidTicks: ticks, askTicks: ticks, timeMs: tickNo * GRID_MS };
  return { tickNo, sourceTickNo: tickNo, priceTicks: ticks, quotes: [quote] };
}

function ticketOf(acceptedMs: number, direction: Direction, periodS: number): SecondTicket {
  const openTickNo = openingTick(acceptedMs);
  return {
    formula: 1,
    contractId: 1,
    userId: 1_000,
    symbol: 'BTC/USDT',
    tickSize: '0.01',
    direction,
    periodS,
    quantity,
    coin: 'USDT',
    coinScale: scale,
    stake: coins(stake),
    payoutPpm,
    payout: coins(payout),
    breakEvenPpm: breakEvenPpm(payoutPpm),
    acceptedMs,
    journalSeq: 1,
    openTickNo,
    closeTickNos: closingTicks(openTickNo, periodS),
    weights,
    quorum: 1,
    counterparty: 'house pool',
    simulated: true,
  };
}

/** Settles by what an operator says was read. */
function settle(
  ticket: SecondTicket,
  opening: SecondReading,
  closing: readonly SecondReading[],
  asVoid = false,
): SecondReceipt {
  const close = closingPrice(closing.map(({ priceTicks }) => priceTicks));
  const result: SecondsResult = asVoid ? 'void' : secondsResult(ticket.direction, opening.priceTicks, close);
  const paid = coins(secondsPayment(result, stake, payout).toUser);
  return { ticket, opening, closing, closeTicks: close, result, wouldHave: asVoid ? 'unknown' : null, paid };
}

/** The attempts of an operator without scruples: other ticks under their own or the agreed names, and a void. */
function attempts(path: PricePath, ticket: SecondTicket): SecondReceipt[] {
  const { openTickNo, closeTickNos } = ticket;
  const found: SecondReceipt[] = [];
  const at = (tickNo: number) => logged(path, tickNo);
  const renamed = (tickNo: number, shift: number) => ({
    ...at(tickNo + shift),
    tickNo,
    sourceTickNo: tickNo,
  });
  for (const open of [-1, 0, 1])
    for (const close of [-1, 0, 1]) {
      found.push(
        settle(
          ticket,
          at(openTickNo + open),
          closeTickNos.map((tickNo) => at(tickNo + close)),
        ),
      );
      found.push(
        settle(
          ticket,
          renamed(openTickNo, open),
          closeTickNos.map((tickNo) => renamed(tickNo, close)),
        ),
      );
    }
  found.push(settle(ticket, at(openTickNo), closeTickNos.map(at), true));
  return found;
}

/** The checks of users: the receipt by itself, and its quotes against the chained log. */
function stands(path: PricePath, receipt: SecondReceipt): boolean {
  const inLog = [receipt.opening, ...receipt.closing].every((reading) => {
    const own = logged(path, reading.sourceTickNo);
    return (
      JSON.stringify(own.quotes) === JSON.stringify(reading.quotes) && reading.sourceTickNo === reading.tickNo
    );
  });
  return inLog && checkSecondContract(receipt).ok;
}

const paidOf = ({ paid }: SecondReceipt) => Number(paid) / quantity;

/** The house's share of each staked coin: as the rule says, as an operator would have it, and as users let it. */
function edges(path: PricePath, contracts: number) {
  const random = new Random(7);
  const kept = { honest: 0, wished: 0, stood: 0 };
  for (let played = 0; played < contracts; played++) {
    const periodS = random.pick([5, 10, 30]);
    const last = path.ticks.length - periodS * 4 - 20;
    const acceptedMs = (path.firstTickNo + random.int(2, last)) * GRID_MS - random.int(0, GRID_MS - 1);
    const ticket = ticketOf(acceptedMs, random.pick(['up', 'down']), periodS);
    const honest = settle(
      ticket,
      logged(path, ticket.openTickNo),
      ticket.closeTickNos.map((no) => logged(path, no)),
    );
    expect(stands(path, honest)).toBe(true);
    const all = attempts(path, ticket);
    const standing = all.filter((receipt) => stands(path, receipt));
    for (const receipt of standing) expect(receipt.paid).toBe(honest.paid);
    kept.honest += 1 - paidOf(honest);
    kept.wished += 1 - Math.min(...all.map(paidOf));
    kept.stood += 1 - Math.min(...[honest, ...standing].map(paidOf));
  }
  return {
    honest: kept.honest / contracts,
    wished: kept.wished / contracts,
    stood: kept.stood / contracts,
  };
}

const published = 1 - (1 + payoutPpm / 1_000_000) / 2;

test.each([
  ['simulated', walk(11, 60_000), 4_000],
  ['recorded trades', recorded('spot'), 2_000],
  ['recorded minutes', minutes('BTCUSDT'), 4_000],
] as const)(
  'an operator who picks among ticks or voids at will gains nothing: %s prices',
  (_, path, contracts) => {
    const { honest, wished, stood } = edges(path, contracts);
    expect(stood).toBe(honest);
    // On average the house keeps what it publishes; contracts that end even lower it, chance moves it.
    expect(honest).toBeLessThan(published + (3 * 1) / Math.sqrt(contracts));
    // It would pay, if users could not check.
    expect(wished).toBeGreaterThan(honest + 0.2);
  },
);

/**
 * No receipt alone shows a tick that was never chained: whoever runs the exchange can keep back ticks, which
 * leaves a gap in their numbers, and so make contracts void. All contracts of a symbol share the ticks.
 */
test('keeping ticks back gains nothing where as much is staked up as down', () => {
  const path = walk(12, 20_000);
  const random = new Random(8);
  let most = 0;
  for (let played = 0; played < 3_000; played++) {
    const acceptedMs = (path.firstTickNo + random.int(0, 19_000)) * GRID_MS;
    const pair = (['up', 'down'] as const).map((direction) => ticketOf(acceptedMs, direction, 30));
    const { openTickNo, closeTickNos } = pair[0]!;
    // Any of the closing ticks may be kept back: it then shows the last one before.
    for (let held = 0; held < 32; held++) {
      const closing = closeTickNos.map((tickNo, i) => {
        let source = tickNo;
        for (let back = i; back >= 0 && (held & (1 << back)) !== 0; back--) source = closeTickNos[back]! - 1;
        return { ...logged(path, source), tickNo };
      });
      const paid = pair.map((ticket) => paidOf(settle(ticket, logged(path, openTickNo), closing)));
      most = Math.max(most, 2 - paid[0]! - paid[1]!);
    }
    const asVoid = pair.map((ticket) => paidOf(settle(ticket, logged(path, openTickNo), [], true)));
    most = Math.max(most, 2 - asVoid[0]! - asVoid[1]!);
  }
  expect(most / 2).toBeCloseTo(published, 12);
});
