import type { BorrowOrderRow, CallData, Calls, MarginAccountRow, MarginKind } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import { placedPage } from '../../engine/placed.ts';
import { amountText } from '../../engine/values/index.ts';
import type { OrderScope } from '../spot/index.ts';
import { type MarginChoice, type MarginDeps, nameOf, upToDate, walletOf, walletOfKind } from './context.ts';
import { borrowOrderRowOf, hourlyRateText, kindOf, marginAccountRow, ppmText, riskText } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Margin accounts as they stand, and the terms that all of them borrow by. */
export interface MarginAccounts {
  account(userId: number, choice: MarginChoice): Promise<MarginAccountRow>;
  lent(userId: number): Promise<Data<'getCanborrowList'>>;
  depositRates(): Promise<Data<'getDepositRate'>>;
}

/** The past of margin accounts: loans, their interest, and receipts. */
export interface MarginRecords {
  loans(
    userId: number,
    filter: {
      readonly kind: MarginKind;
      readonly scope: OrderScope;
      readonly symbol: string | null;
      readonly coin: string | null;
    },
    page: PageRequest,
  ): Promise<Listed<BorrowOrderRow>>;
  interest(userId: number, page: PageRequest): Promise<Data<'marginInterest'>>;
  receipts(userId: number, page: PageRequest): Promise<Data<'marginReceipts'>>;
}

export function createMarginAccounts(deps: MarginDeps): MarginAccounts {
  const { core, catalogues } = deps;
  return {
    async account(userId, choice) {
      const catalogue = catalogues.current();
      const { wallet, symbolId } = walletOf(catalogue, choice);
      const { hasAccount, account } = await core.ask('marginAccount', userId, wallet, symbolId);
      if (!hasAccount) throw new Refusal('ACCOUNT_OPENING');
      if (account === null) throw new Refusal('MARGIN_NOT_OFFERED');
      return marginAccountRow(catalogue, account);
    },
    async lent(userId) {
      const catalogue = catalogues.current();
      const { lent, seq } = await core.ask('lentAssets', userId);
      const list = lent.map(({ asset: { assetId, hourlyRatePpb, maxBorrow, pool }, most }) => {
        const { code, name } = catalogue.assetById(assetId);
        return {
          coin: code,
          name,
          hourlyRate: hourlyRateText(hourlyRatePpb),
          dailyRate: hourlyRateText(24 * hourlyRatePpb),
          maxBorrow: amountText(catalogue, assetId, maxBorrow),
          poolAvailable: amountText(catalogue, assetId, pool),
          canBorrow: most === null ? null : amountText(catalogue, assetId, most),
        };
      });
      return { list, seq };
    },
    async depositRates() {
      const catalogue = catalogues.current();
      const lending = await core.ask('marginTerms');
      return {
        list: lending.assets.map(({ assetId, haircutPpm, borrowable, hourlyRatePpb }) => ({
          coin: catalogue.assetById(assetId).code,
          depositRate: ppmText(haircutPpm),
          hourlyRate: borrowable ? hourlyRateText(hourlyRatePpb) : null,
        })),
        terms: lending.terms.map((terms) => ({
          type: kindOf(terms.symbolId === 0 ? 'margin-cross' : 'margin-isolated'),
          symbol: nameOf(deps, terms.symbolId),
          maxLeverage: terms.maxLeverage,
          transferRisk: ppmText(terms.transferPpm),
          callRisk: ppmText(terms.callPpm),
          liquidationRisk: ppmText(terms.liquidationPpm),
          saleBand: ppmText(100 * terms.saleBandPpm),
        })),
        seq: lending.seq,
      };
    },
  };
}

export function createMarginRecords(deps: MarginDeps): MarginRecords {
  const { history, catalogues } = deps;
  return {
    async loans(userId, { kind, scope, symbol, coin }, page) {
      const catalogue = catalogues.current();
      await upToDate(deps);
      const { rows, next } = await history.margin.loans({
        userId,
        wallet: walletOfKind(kind),
        symbolId: symbol === null ? null : catalogue.symbol(symbol).symbolId,
        assetId: coin === null ? null : catalogue.asset(coin).assetId,
        over: scope === 'all' ? null : scope === 'history',
        ...page,
      });
      return { records: rows.map((loan) => borrowOrderRowOf(catalogues.current(), loan)), nextCursor: next };
    },
    async interest(userId, page) {
      await upToDate(deps);
      const { rows, next } = await history.margin.interest({ userId, ...page });
      const catalogue = catalogues.current();
      return {
        records: rows.map((row) => ({
          id: `${row.seq}.${row.line}`,
          loanId: row.loanId,
          type: kindOf(row.wallet),
          symbol: nameOf(deps, row.symbolId),
          coin: catalogue.assetById(row.assetId).code,
          amount: amountText(catalogue, row.assetId, row.amount),
          principal: amountText(catalogue, row.assetId, row.principal),
          fromIndex: row.fromIndex === null ? null : `${row.fromIndex}`,
          toIndex: row.toIndex === null ? null : `${row.toIndex}`,
          time: row.timeMs,
          seq: row.seq,
        })),
        nextCursor: next,
      };
    },
    async receipts(userId, page) {
      await upToDate(deps);
      const { rows, next } = await history.margin.receipts({ userId, ...page });
      return placedPage(history, {
        records: rows.map((row) => ({
          id: `${row.seq}.${row.line}`,
          kind: row.kind,
          saleId: row.saleId,
          type: kindOf(row.wallet),
          symbol: nameOf(deps, row.symbolId),
          riskRate: riskText(row.riskPpm),
          receipt: row.event,
          time: row.timeMs,
          seq: row.seq,
        })),
        nextCursor: next,
      });
    },
  };
}
