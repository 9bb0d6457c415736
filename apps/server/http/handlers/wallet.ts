import type { BillKind, Calls, WalletKindName } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { pageOfRequest, type WalletChoice } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type WalletCalls = Pick<
  Calls,
  | 'getUserCoin'
  | 'getUserCoinOfType'
  | 'getMyBalance'
  | 'getMyBill'
  | 'postMyBill'
  | 'getWalletAccount'
  | 'getCurrencyAccount'
  | 'postCurrencyAccount'
  | 'transfer'
  | 'getPracticeFunds'
  | 'takePracticeFunds'
>;

const ALL_WALLETS = '0';

/** What of a query or a body chooses wallets. */
function choiceOf({ type, symbol }: WalletQuery): WalletChoice {
  return { type: type ?? ALL_WALLETS, symbol: symbol ?? null };
}

interface WalletQuery {
  readonly type?: string | undefined;
  readonly symbol?: string | undefined;
}

export function walletHandlers(services: Services): Handlers<WalletCalls, Session> {
  const { balances, transfers, records, practice } = services;
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
    records.bills(
      userId,
      { coin: coin ?? null, kind: kind ?? null, wallet: wallet ?? null },
      pageOfRequest(page),
    );

  return {
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
