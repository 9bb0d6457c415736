import type { BillKind, Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type WalletCalls = Pick<
  Calls,
  | 'getUserCoin'
  | 'getUserCoinOfType'
  | 'getMyBalance'
  | 'getMyBill'
  | 'postMyBill'
  | 'getPracticeFunds'
  | 'takePracticeFunds'
>;

const ALL_WALLETS = '0';

export function walletHandlers({ balances, records, practice }: Services): Handlers<WalletCalls, Session> {
  const bills = (
    userId: number,
    {
      coin,
      kind,
      ...page
    }: Parameters<typeof pageOfRequest>[0] & {
      readonly coin?: string | undefined;
      readonly kind?: BillKind | undefined;
    },
  ) => records.bills(userId, { coin: coin ?? null, kind: kind ?? null }, pageOfRequest(page));

  return {
    getUserCoin: ({ session }) => balances.wallet(session.userId, ALL_WALLETS, null),
    getUserCoinOfType: ({ session, params, body }) =>
      balances.wallet(session.userId, params.walletType, body.coin ?? null),
    getMyBalance: ({ session, query }) => balances.wallet(session.userId, query.type ?? ALL_WALLETS, null),
    getMyBill: ({ session, query }) => bills(session.userId, query),
    postMyBill: ({ session, body }) => bills(session.userId, body),
    getPracticeFunds: ({ session }) => practice.allowances(session.userId),
    takePracticeFunds: ({ session, body, idempotencyKey }) =>
      practice.take(session.userId, body.coin, body.amount, idempotencyKey),
  };
}
