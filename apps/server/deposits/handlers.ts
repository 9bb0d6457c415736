import type { depositCalls } from '@candor/api';
import type { Files } from '../files/index.ts';
import type { Handlers } from '../http/context.ts';
import { pageOfRequest } from '../paging.ts';
import type { Faucet } from './faucet.ts';
import type { Deposits } from './reads.ts';

export interface DepositsNeeds {
  readonly deposits: Deposits;
  readonly faucet: Faucet;
  readonly files: Pick<Files, 'link'>;
}

export function depositHandlers({ deposits, faucet, files }: DepositsNeeds): Handlers<typeof depositCalls> {
  return {
    getRechargeCurrency: async () => ({ list: await deposits.currencies() }),
    getDepositAddress: ({ session, params, query }) =>
      deposits.address(session.userId, params.coin, query.network ?? null),
    getRechargeLog: ({ session, body: { coin, ...page } }) =>
      deposits.log(
        session.userId,
        coin ?? null,
        pageOfRequest(page),
        (id) => files.link('customer', id).link,
      ),
    takePracticeCoins: ({ session, body: { coin, amount, address }, idempotencyKey }) =>
      faucet.take(session.userId, { coin, amount, address: address ?? null }, idempotencyKey),
    getPracticeBlocks: () => deposits.blocks(),
  };
}
