import type { BorrowOrderRow, MarginAccountRow, MarginKind, MarginNotice } from '@candor/api';
import type { BalanceView, KernelEvent, MarginWallet, SymbolInfo } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor } from '@candor/money';
import { type LoanRecord, marginWalletOf } from '@candor/projections';
import type { Catalogue, IndexPrices } from '../../engine/catalogue/index.ts';
import { amountText, shownName } from '../../engine/values/index.ts';
import type { MarginAccountFacts } from './queries.ts';

/** The part of the catalogue that rows need. */
export type MarginCatalogue = Pick<Catalogue, 'symbols' | 'symbolById' | 'assetById'>;

const RATE_DECIMALS = 7;
const PPM_DECIMALS = 6;

/** Percent of parts per thousand million. */
export const hourlyRateText = (ppb: number) => formatDecimalTrimmed(BigInt(ppb), RATE_DECIMALS);
/** A rate of parts per million, such as a risk rate. */
export const ppmText = (ppm: number | bigint) => formatDecimalTrimmed(BigInt(ppm), PPM_DECIMALS);
export const riskText = (ppm: bigint | null) => (ppm === null ? null : ppmText(ppm));
export const kindOf = (wallet: MarginWallet): MarginKind => (wallet === 'margin-cross' ? 'all' : 'fixed');

const ENDS = { owner: 'repaid', sale: 'sold', insurance: 'covered', pool: 'covered' } as const;

/** A borrow order as lists show it. */
export function borrowOrderRowOf(catalogue: MarginCatalogue, loan: LoanRecord): BorrowOrderRow {
  const text = (amount: bigint) => amountText(catalogue, loan.assetId, amount as Amount);
  return {
    id: loan.loanId,
    type: kindOf(loan.wallet),
    symbol: catalogue.symbolById(loan.symbolId)?.name ?? null,
    coin: catalogue.assetById(loan.assetId).code,
    borrowed: text(loan.borrowed),
    repaid: text(loan.repaid),
    interest: text(loan.interest),
    interestPaid: text(loan.interestPaid),
    owed: text(loan.borrowed - loan.repaid + loan.interest - loan.interestPaid),
    hourlyRate: hourlyRateText(loan.ratePpb),
    status: loan.endedBy === null ? 'open' : ENDS[loan.endedBy],
    createTime: loan.openedMs,
    updateTime: loan.updatedMs,
    seq: loan.seq,
  };
}

/** A margin account as calls and sockets show it. */
export function marginAccountRow(catalogue: MarginCatalogue, account: MarginAccountFacts): MarginAccountRow {
  const { wallet, terms, balances, hourlyRates, prices, seq } = account;
  const symbol = catalogue.symbolById(wallet.symbolId);
  const held = new Map(balances.map((balance) => [balance.assetId, balance]));
  const value = (amount: Amount | null) =>
    amount === null ? null : amountText(catalogue, terms.valueAssetId, amount);
  const ids = symbol === undefined ? [...held.keys()] : [symbol.baseAssetId, symbol.quoteAssetId];
  const all = new Set([...ids, ...wallet.loans.map(({ assetId }) => assetId)]);
  return {
    type: kindOf(wallet.wallet),
    symbol: symbol?.name ?? null,
    symbol_name: symbol === undefined ? null : shownName(catalogue, symbol),
    leverage: wallet.leverage,
    maxLeverage: terms.maxLeverage,
    valueCoin: catalogue.assetById(terms.valueAssetId).code,
    collateral: value(wallet.collateralValue),
    debt: value(wallet.debtValue),
    riskRate: wallet.risk === null ? null : riskText(wallet.risk.riskPpm),
    transferRisk: ppmText(terms.transferPpm),
    callRisk: ppmText(terms.callPpm),
    liquidationRisk: ppmText(terms.liquidationPpm),
    called: wallet.called,
    selling: wallet.selling,
    assets: [...all]
      .sort((a, b) => a - b)
      .map((assetId) => {
        const loan = wallet.loans.find((each) => each.assetId === assetId);
        const owed = loan === undefined ? 0n : loan.principal + loan.interest;
        return assetRowOf(prices, catalogue, assetId, held.get(assetId), owed, terms.valueAssetId);
      }),
    loans: wallet.loans.map(({ loanId, assetId, principal, interest }) => ({
      id: loanId,
      coin: catalogue.assetById(assetId).code,
      principal: amountText(catalogue, assetId, principal),
      interest: amountText(catalogue, assetId, interest),
      owed: amountText(catalogue, assetId, (principal + interest) as Amount),
      hourlyRate: hourlyRateText(hourlyRates.get(assetId) ?? 0),
    })),
    seq,
  };
}

function assetRowOf(
  prices: IndexPrices,
  catalogue: MarginCatalogue,
  assetId: number,
  balance: BalanceView | undefined,
  owed: bigint,
  valueAssetId: number,
) {
  const text = (amount: bigint) => amountText(catalogue, assetId, amount as Amount);
  const available = balance?.available ?? 0n;
  const frozen = balance?.held ?? 0n;
  return {
    coin: catalogue.assetById(assetId).code,
    amount: text(available + frozen),
    available: text(available),
    frozen: text(frozen),
    owed: text(owed),
    net: text(available + frozen - owed),
    valueUsdt: worthText(prices, catalogue, assetId, available + frozen, valueAssetId),
  };
}

/** At the index, rounded down: it is only shown. Null while it is stale. */
function worthText(
  prices: IndexPrices,
  catalogue: MarginCatalogue,
  assetId: number,
  amount: bigint,
  valueAssetId: number,
): string | null {
  if (assetId === valueAssetId) return amountText(catalogue, assetId, amount as Amount);
  const symbol: SymbolInfo | undefined = catalogue.symbols.find(
    (listed) => listed.baseAssetId === assetId && listed.quoteAssetId === valueAssetId,
  );
  const priceTicks = symbol === undefined ? undefined : prices.get(symbol.symbolId);
  if (symbol === undefined || priceTicks === undefined) return null;
  const worth = mulDivFloor(amount, BigInt(priceTicks) * symbol.quotePerTickLot, symbol.basePerLot);
  return amountText(catalogue, valueAssetId, worth as Amount);
}

const NOTICES = {
  marginCall: 'call',
  marginSale: 'sale',
  marginSold: 'sold',
  marginTakenOver: 'takeover',
  marginDeficit: 'deficit',
  marginCancelled: 'cancelled',
} as const;

/** Returns the notice of a margin call or a step of a forced sale, without its receipt; null for other events. */
export function marginNoticeOf(
  catalogue: MarginCatalogue,
  event: KernelEvent,
): Omit<MarginNotice, 'receipt'> | null {
  switch (event.type) {
    case 'marginCall':
    case 'marginSale':
    case 'marginSold':
    case 'marginTakenOver':
    case 'marginDeficit':
    case 'marginCancelled': {
      const { wallet, symbolId } = marginWalletOf(event.wallet);
      const risk = 'risk' in event ? event.risk.riskPpm : 'riskPpm' in event ? event.riskPpm : null;
      return {
        kind: NOTICES[event.type],
        saleId: 'saleId' in event ? event.saleId : null,
        type: kindOf(wallet),
        symbol: catalogue.symbolById(symbolId)?.name ?? null,
        riskRate: riskText(risk),
      };
    }
    default:
      return null;
  }
}
