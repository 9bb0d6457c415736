import type { SettledFill } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { type Check, checkTrade } from '@candor/proofs';
import { SAFETY_FUND_DIVISOR, tradingFee } from '@candor/rules';
import { ppmOfPercent } from '../../trade/draft/preview.ts';

const SCALE = 8;
const PRICE = '60000';
const QUANTITY = '0.01';
const AMOUNT = '600';
/** Excess that the altered example takes from the seller, in USDT. */
const OVERCHARGE = '0.1';

const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;
const text = (value: bigint) => formatDecimalTrimmed(value, SCALE);

function sideOf(coin: string, received: string, percent: string, extra = 0n) {
  const feePpm = ppmOfPercent(percent);
  const fee = tradingFee(units(received) as Amount, feePpm) + extra;
  return { coin, fee: text(fee), feePpm, toSafetyFund: text(fee / BigInt(SAFETY_FUND_DIVISOR)) };
}

/** Published fees in percent. */
export interface FeeRates {
  readonly makerPercent: string;
  readonly takerPercent: string;
}

/** An invented fill at the published fees: it shows what the browser does with each real one. */
export interface ExampleFill {
  readonly row: SettledFill;
  readonly check: Check;
}

/**
 * Makes the example and checks it as real fills are checked. Overcharged, the seller's fee is higher than its rate, so that the
 * check must find it.
 */
export function exampleFill({ makerPercent, takerPercent }: FeeRates, isOvercharged: boolean): ExampleFill {
  const row: SettledFill = {
    id: 0,
    symbol: 'BTCUSDT',
    symbol_name: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    priceDecimals: 2,
    takerSide: 'buy',
    price: PRICE,
    quantity: QUANTITY,
    amount: AMOUNT,
    buyer: sideOf('BTC', QUANTITY, takerPercent),
    seller: sideOf('USDT', AMOUNT, makerPercent, isOvercharged ? units(OVERCHARGE) : 0n),
    house: false,
    time: 0,
    seq: 0,
  };
  return { row, check: checkTrade(row) };
}
