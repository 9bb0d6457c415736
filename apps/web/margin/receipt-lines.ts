import type { Formatters } from '@candor/i18n';
import { formatDecimalTrimmed } from '@candor/money';
import type { MarginLine, MarginReceipt, MarginRisk } from '@candor/proofs';
import { type Text, useFormatters, useText } from '@candor/ui';
import { type IntlShape, useIntl } from 'react-intl';
import type { ReceiptLine } from '../common/receipt-details.tsx';
import { useAssetBalances, useMarkets } from '../data/index.ts';

const SCALE = 8;
const PPM_DECIMALS = 6;

/** Inputs for writing the lines: words, figures, and the names of listed assets and markets. */
interface Words {
  readonly intl: IntlShape;
  readonly text: Text;
  readonly format: Formatters;
  readonly coin: (assetId: number) => string;
  /** The market's name; '' while the markets are not known. */
  readonly market: (symbolId: number) => string;
  /** A price in the ticks of that market. */
  readonly price: (symbolId: number, ticks: number) => string;
}

/** Base units as the coin's figure. */
const units = (amount: string) => formatDecimalTrimmed(BigInt(amount), SCALE);

/** Parts in a million as a plain factor. */
export const ofPpm = (ppm: string | number): string => formatDecimalTrimmed(BigInt(ppm), PPM_DECIMALS);

/** A price in ticks as a decimal: ticks x the step, exactly. */
function priceOf(ticks: number, tickSize: string): string {
  const fraction = tickSize.split('.')[1] ?? '';
  const step = BigInt(tickSize.replace('.', ''));
  return formatDecimalTrimmed(BigInt(ticks) * step, fraction.length);
}

/** One asset of a risk rate: how much, at which index, and the part of it that counts. */
function assetLine({ intl, format, coin, price }: Words, line: MarginLine, isDebt: boolean): ReceiptLine {
  const parts = [
    format.quantity(units(line.amount)),
    ...(line.symbolId === 0 ? [] : [price(line.symbolId, line.priceTicks ?? 0)]),
    ...(isDebt ? [] : [format.quantity(ofPpm(line.haircutPpm))]),
  ];
  const id = isDebt ? 'margin.receipt.owes' : 'margin.receipt.has';
  return {
    label: intl.formatMessage({ id }, { coin: coin(line.assetId) }),
    value: parts.join(' × '),
    ...(line.staleTicks === undefined
      ? {}
      : {
          note: intl.formatMessage(
            { id: 'margin.receipt.stale' },
            { price: price(line.symbolId, line.staleTicks) },
          ),
        }),
  };
}

function riskLines(words: Words, risk: MarginRisk, level: string, levelPpm: number): ReceiptLine[] {
  return [
    ...risk.assets.map((line) => assetLine(words, line, false)),
    ...risk.debts.map((line) => assetLine(words, line, true)),
    { label: words.intl.formatMessage({ id: level }), value: words.format.price(ofPpm(levelPpm)) },
  ];
}

function linesOf(words: Words, receipt: MarginReceipt): readonly ReceiptLine[] {
  const { intl, text, format, coin, market, price } = words;
  const amount = (assetId: number, figure: string) => `${format.quantity(units(figure))} ${coin(assetId)}`;
  switch (receipt.type) {
    case 'marginCall':
      return riskLines(words, receipt.risk, 'margin.callAt', receipt.callPpm);
    case 'marginSale':
      return riskLines(words, receipt.risk, 'margin.liquidationAt', receipt.liquidationPpm);
    case 'marginSold':
      return [
        {
          label: text('margin.what'),
          value: text(receipt.over ? 'margin.receipt.over' : 'margin.receipt.goesOn'),
        },
      ];
    case 'marginTakenOver':
      return [{ label: text('margin.receipt.taken'), value: amount(receipt.assetId, receipt.amount) }];
    case 'marginDeficit':
      return [
        {
          label: text('margin.receipt.fromInsurance'),
          value: amount(receipt.assetId, receipt.fromInsurance),
        },
        { label: text('margin.receipt.fromPool'), value: amount(receipt.assetId, receipt.fromPool) },
      ];
    case 'marginCancelled':
      return receipt.orders.map(({ side, symbolId, priceTicks, indexTicks }) => ({
        label: `${text(`trade.side.${side}`)} ${market(symbolId)} ${price(symbolId, priceTicks)}`,
        value:
          indexTicks === 0
            ? text('margin.receipt.noIndex')
            : intl.formatMessage({ id: 'margin.receipt.indexAt' }, { price: price(symbolId, indexTicks) }),
      }));
  }
}

/** Everything that a margin receipt was made of, line by line, in the page's language. */
export function useReceiptLines(receipt: MarginReceipt): readonly ReceiptLine[] {
  const intl = useIntl();
  const format = useFormatters();
  const markets = useMarkets().data ?? [];
  const coins = useAssetBalances().data?.list ?? [];
  const text = useText();
  const listed = (symbolId: number) => markets.find((row) => row.id === symbolId);
  const words: Words = {
    intl,
    text,
    format,
    coin: (assetId) => coins.find((row) => row.assetId === assetId)?.coin ?? String(assetId),
    market: (symbolId) => listed(symbolId)?.symbol_name ?? '',
    price: (symbolId, ticks) => {
      const market = listed(symbolId);
      return market === undefined
        ? String(ticks)
        : format.price(priceOf(ticks, market.tick_size), market.full_cou);
    },
  };
  return linesOf(words, receipt);
}
