import type {
  BorrowOrderRow,
  CallData,
  Calls,
  MarginAccountRow,
  MarginKind,
  OrderReceipt,
  SideEffectType,
} from '@candor/api';
import { type Command, type Done, type MarginWallet, outcomeAs } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, lotsToDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Listed, PageRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, averagePrice, readAmount } from '../../engine/values/index.ts';
import type { OrderScope } from '../spot/index.ts';
import { type OrderInput, readOrder, spotRefusal } from '../spot/index.ts';
import { borrowOrderRowOf, hourlyRateText, kindOf, marginAccountRow, ppmText, riskText } from './rows.ts';

/** A margin account as a call names it: the cross one, or the isolated one of a market. */
export interface MarginChoice {
  readonly kind: MarginKind;
  readonly symbol: string | null;
}

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Margin accounts, as users meet them. */
export interface Margin {
  canBorrow(userId: number, choice: MarginChoice, coin: string): Promise<Data<'allGetCanborrow'>>;
  preview(userId: number, choice: MarginChoice, coin: string, amount: string): Promise<Data<'allPreborrow'>>;
  /** Resolves when it is durable, as the acts below do. @throws Refusal also for what the kernel rejects */
  borrow(
    userId: number,
    choice: MarginChoice,
    coin: string,
    amount: string,
    headerKey: string | null,
  ): Promise<Data<'allBorrow'>>;
  repay(
    userId: number,
    choice: MarginChoice,
    coin: string,
    amount: string | null,
    headerKey: string | null,
  ): Promise<Data<'allStill'>>;
  setLeverage(
    userId: number,
    symbol: string,
    leverage: number,
    headerKey: string | null,
  ): Promise<Data<'fixedUpdateLeverageRadio'>>;
  account(userId: number, choice: MarginChoice): Promise<MarginAccountRow>;
  /** Places a spot order of a margin account, perhaps one that borrows or repays by itself. */
  place(
    userId: number,
    kind: MarginKind,
    input: OrderInput,
    effect: SideEffectType,
    headerKey: string | null,
  ): Promise<OrderReceipt>;
  /** Cancels all open orders of margin accounts of a kind, of one market where it is named. */
  cancelAll(userId: number, kind: MarginKind, symbol: string | null, headerKey: string | null): Promise<void>;
  lent(userId: number): Promise<Data<'getCanborrowList'>>;
  depositRates(): Promise<Data<'getDepositRate'>>;
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

const PATIENCE_MS = 2_000;
const SIDE_EFFECTS = { autoBorrow: 'borrow', autoRepay: 'repay' } as const;
interface Wallet {
  readonly wallet: MarginWallet;
  readonly symbolId: number;
}

const isTooRisky = (error: unknown) => error instanceof Refusal && error.key === 'MARGIN_RISK_TOO_HIGH';

/** @throws Refusal UNKNOWN_SYMBOL */
function walletOf(catalogue: Catalogue, { kind, symbol }: MarginChoice): Wallet {
  if (kind === 'all') return { wallet: 'margin-cross', symbolId: 0 };
  return { wallet: 'margin-isolated', symbolId: catalogue.symbol(symbol ?? '').symbolId };
}

export interface MarginDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

export function createMargin({ core, history, catalogues }: MarginDeps): Margin {
  const upToDate = () => history.caughtUp(core.status().committedSeq, PATIENCE_MS);
  const nameOf = (symbolId: number) => catalogues.current().symbolById(symbolId)?.name ?? null;

  async function submit(userId: number, act: string, body: Command, headerKey: string | null): Promise<Done> {
    const { key, bodyHash } = actKey(act, headerKey, null, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
    return outcome;
  }

  /** Returns a coin's lending terms to an account, and a preview. @throws Refusal INDEX_STALE, MARGIN_NOT_OFFERED, … */
  async function look(userId: number, choice: MarginChoice, coin: string, units: Amount) {
    const catalogue = catalogues.current();
    const asset = catalogue.asset(coin);
    const ref = walletOf(catalogue, choice);
    const wallet = { kind: ref.wallet, symbolId: ref.symbolId };
    const found = await core.ask('borrowPreview', userId, wallet, asset.assetId, units);
    const { hasAccount, lent, preview } = found;
    if (!hasAccount) throw new Refusal('ACCOUNT_OPENING');
    if (lent === null) throw new Refusal('MARGIN_NOT_OFFERED');
    if (preview === null) throw new Refusal(lent.borrowable ? 'INDEX_STALE' : 'MARGIN_NOT_BORROWABLE');
    const text = (amount: bigint) => formatDecimalTrimmed(amount, asset.scale);
    const shown = {
      type: choice.kind,
      symbol: nameOf(ref.symbolId),
      coin: asset.code,
      canBorrow: text(preview.most),
      hourlyRate: hourlyRateText(lent.hourlyRatePpb),
      maxBorrow: text(lent.maxBorrow),
      poolAvailable: text(lent.pool),
      riskRate: riskText(preview.riskBeforePpm),
    };
    return { shown, preview, text };
  }

  /** True of an account that owes nothing and may yet borrow nothing of a coin that the pool has. */
  async function hasNoCollateral(userId: number, choice: MarginChoice, coin: string): Promise<boolean> {
    const { preview } = await look(userId, choice, coin, 0n as Amount);
    return preview.most === 0n && preview.riskBeforePpm === null;
  }

  return {
    async canBorrow(userId, choice, coin) {
      return (await look(userId, choice, coin, 0n as Amount)).shown;
    },
    async preview(userId, choice, coin, amount) {
      const { scale } = catalogues.current().asset(coin);
      const units = readAmount(amount, scale, 'amount');
      const { shown, preview, text } = await look(userId, choice, coin, units);
      return {
        ...shown,
        amount: text(units),
        firstHourInterest: text(preview.firstHour),
        riskRateAfter: ppmText(preview.riskAfterPpm ?? 0n),
        permitted: units <= preview.most,
      };
    },
    async borrow(userId, choice, coin, amount, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const units = readAmount(amount, asset.scale, 'amount');
      const body: Command = {
        type: 'borrow',
        ...walletOf(catalogue, choice),
        assetId: asset.assetId,
        amount: units,
      };
      const done = await submit(userId, 'borrow', body, headerKey).catch(async (error: unknown) => {
        throw isTooRisky(error) && (await hasNoCollateral(userId, choice, coin))
          ? new Refusal('MARGIN_NO_COLLATERAL', { field: 'amount' })
          : error;
      });
      const { loanId } = outcomeAs(done, 'loan');
      return { id: loanId, coin: asset.code, amount: amountText(catalogue, asset.assetId, units) };
    },
    async repay(userId, choice, coin, amount, headerKey) {
      const catalogue = catalogues.current();
      const asset = catalogue.asset(coin);
      const ref = walletOf(catalogue, choice);
      const units = amount === null ? null : readAmount(amount, asset.scale, 'amount');
      const body: Command = { type: 'repay', ...ref, assetId: asset.assetId, amount: units };
      const { loanId, owed } = outcomeAs(await submit(userId, 'still', body, headerKey), 'loan');
      return { id: loanId, coin: asset.code, owed: amountText(catalogue, asset.assetId, owed) };
    },
    async setLeverage(userId, symbolName, leverage, headerKey) {
      const symbol = catalogues.current().symbol(symbolName);
      const body: Command = { type: 'setMarginLeverage', symbolId: symbol.symbolId, leverage };
      await submit(userId, 'marginLeverage', body, headerKey);
      return { symbol: symbol.name, leverage };
    },
    async place(userId, kind, input, effect, headerKey) {
      const catalogue = catalogues.current();
      const order = readOrder(catalogue, input);
      if (order.type !== 'placeOrder') throw new Refusal('INVALID_INPUT', { field: 'triggerPrice' });
      const wallet = kind === 'all' ? 'margin-cross' : 'margin-isolated';
      const body: Command =
        effect === 'normal'
          ? { ...order, type: 'placeMarginOrder', wallet }
          : { ...order, type: 'placeMarginOrderWith', wallet, sideEffect: SIDE_EFFECTS[effect] };
      const { key, bodyHash } = actKey(`margin-${kind}`, headerKey, order.clientOrderId, body);
      const { outcome } = await core.submit({ userId, key, bodyHash, body });
      if (!outcome.ok) throw spotRefusal(catalogue, body, outcome.code);
      const symbol = catalogue.symbolById(order.symbolId)!;
      const { orderId, status, filledLots, filledQuote } = outcomeAs(outcome, 'order');
      return {
        orderId,
        clientOrderId: order.clientOrderId,
        status,
        tradedQuantity: lotsToDecimal(filledLots, symbol),
        tradedAmount: amountText(catalogue, symbol.quoteAssetId, filledQuote),
        averagePrice: averagePrice(catalogue, symbol, filledLots, filledQuote),
      };
    },
    async cancelAll(userId, kind, symbol, headerKey) {
      const body: Command = {
        type: 'cancelMarginOrders',
        wallet: kind === 'all' ? 'margin-cross' : 'margin-isolated',
        symbolId: symbol === null ? null : catalogues.current().symbol(symbol).symbolId,
      };
      await submit(userId, 'marginCancelAll', body, headerKey);
    },
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
          symbol: nameOf(terms.symbolId),
          maxLeverage: terms.maxLeverage,
          transferRisk: ppmText(terms.transferPpm),
          callRisk: ppmText(terms.callPpm),
          liquidationRisk: ppmText(terms.liquidationPpm),
          saleBand: ppmText(100 * terms.saleBandPpm),
        })),
        seq: lending.seq,
      };
    },
    async loans(userId, { kind, scope, symbol, coin }, page) {
      const catalogue = catalogues.current();
      await upToDate();
      const { rows, next } = await history.margin.loans({
        userId,
        wallet: kind === 'all' ? 'margin-cross' : 'margin-isolated',
        symbolId: symbol === null ? null : catalogue.symbol(symbol).symbolId,
        assetId: coin === null ? null : catalogue.asset(coin).assetId,
        over: scope === 'all' ? null : scope === 'history',
        ...page,
      });
      return { records: rows.map((loan) => borrowOrderRowOf(catalogues.current(), loan)), nextCursor: next };
    },
    async interest(userId, page) {
      await upToDate();
      const { rows, next } = await history.margin.interest({ userId, ...page });
      const catalogue = catalogues.current();
      return {
        records: rows.map((row) => ({
          id: `${row.seq}.${row.line}`,
          loanId: row.loanId,
          type: kindOf(row.wallet),
          symbol: nameOf(row.symbolId),
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
      await upToDate();
      const { rows, next } = await history.margin.receipts({ userId, ...page });
      return placedPage(history, {
        records: rows.map((row) => ({
          id: `${row.seq}.${row.line}`,
          kind: row.kind,
          saleId: row.saleId,
          type: kindOf(row.wallet),
          symbol: nameOf(row.symbolId),
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
