import type { BillKind, WalletKindName, walletCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { AssetDetailsReader } from './asset-details.ts';
import type { BalanceReader, WalletChoice } from './balances.ts';
import type { Bills } from './bills.ts';
import type { Practice } from './practice.ts';
import type { CoinRates } from './rates.ts';
import type { Transfers } from './transfers.ts';

const ALL_WALLETS = '0';
const HISTORY_DAYS = 90;

/** Returns the part of a query or a body that chooses wallets. */
function choiceOf({ type, symbol }: WalletQuery): WalletChoice {
  return { type: type ?? ALL_WALLETS, symbol: symbol ?? null };
}

interface WalletQuery {
  readonly type?: string | undefined;
  readonly symbol?: string | undefined;
}

export interface WalletHandlersDeps {
  readonly balances: BalanceReader;
  readonly rates: CoinRates;
  readonly transfers: Transfers;
  readonly bills: Bills;
  readonly practice: Practice;
  readonly assets: AssetDetailsReader;
}

export function walletHandlers({
  balances,
  rates,
  transfers,
  bills: ownBills,
  practice,
  assets,
}: WalletHandlersDeps): Handlers<typeof walletCalls> {
  const bills = (
    userId: number,
    {
      coin,
      kind,
      wallet,
      ...page
    }: Parameters<typeof pageOfRequest>[0] & {
      readonly coin?: string | undefined;
      readonly kind?: BillKind | undefined;
      readonly wallet?: WalletKindName | undefined;
    },
  ) =>
    ownBills.bills(
      userId,
      { coin: coin ?? null, kind: kind ?? null, wallet: wallet ?? null },
      pageOfRequest(page),
    );

  return {
    getAssetDetails: ({ session, params }) => assets.details(session.userId, params.coin),
    getAssetHistory: async ({ session, query }) => ({
      list: await assets.days(session.userId, query.coin ?? null, query.days ?? HISTORY_DAYS),
    }),
    getUserCoin: ({ session }) => balances.wallet(session.userId, choiceOf({}), null),
    getUserCoinOfType: ({ session, params, body }) =>
      balances.wallet(
        session.userId,
        choiceOf({ type: params.walletType, symbol: body.symbol }),
        body.coin ?? null,
      ),
    getMyBalance: ({ session, query }) => balances.wallet(session.userId, choiceOf(query), null),
    getMyBill: ({ session, query }) => bills(session.userId, query),
    postMyBill: ({ session, body }) => bills(session.userId, body),
    getWalletAccount: ({ session }) => balances.accounts(session.userId),
    getCurrencyAccount: ({ session, query }) =>
      balances.currencies(session.userId, choiceOf(query), query.coin ?? null),
    postCurrencyAccount: ({ session, body }) =>
      balances.currencies(session.userId, choiceOf(body), body.coin ?? null),
    getCoinRate: () => rates.list(),
    transfer: ({ session, query, idempotencyKey }) =>
      transfers.transfer(
        session.userId,
        { type: query.from, symbol: query.fromSymbol ?? null },
        { type: query.to, symbol: query.toSymbol ?? null },
        query.coin,
        query.amount,
        idempotencyKey,
      ),
    getPracticeFunds: ({ session }) => practice.allowances(session.userId),
    takePracticeFunds: ({ session, body, idempotencyKey }) =>
      practice.take(session.userId, body.coin, body.amount, idempotencyKey),
  };
}
