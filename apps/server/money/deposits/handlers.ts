import type { depositCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Faucet } from './faucet.ts';
import type { Deposits } from './reads.ts';

export interface DepositsNeeds {
  readonly deposits: Deposits;
  readonly faucet: Faucet;
  readonly files: Pick<Files, 'link'>;
  readonly withdrawals: {
    readonly book: {
      /** Finds the addresses that imitate one which the user paid or saved. */
      alike(userId: number, addresses: readonly string[]): Promise<{ has(address: string): boolean }>;
    };
  };
}

export function depositHandlers({
  deposits,
  faucet,
  files,
  withdrawals,
}: DepositsNeeds): Handlers<typeof depositCalls> {
  return {
    getRechargeCurrency: async () => ({ list: await deposits.currencies() }),
    getDepositAddress: ({ session, params, query }) =>
      deposits.address(session.userId, params.coin, query.network ?? null),
    async getRechargeLog({ session: { userId }, body: { coin, ...page } }) {
      const linkOf = (id: string) => files.link('customer', id).link;
      const { records, nextCursor } = await deposits.log(userId, coin ?? null, pageOfRequest(page), linkOf);
      const senders = records.flatMap(({ sender }) => (sender === null ? [] : [sender]));
      const imitations = await withdrawals.book.alike(userId, senders);
      return {
        records: records.map((row) => ({
          ...row,
          imitates: row.sender !== null && imitations.has(row.sender),
        })),
        nextCursor,
        unlisted: page.cursor === undefined ? await deposits.unlisted(userId) : [],
      };
    },
    takePracticeCoins: ({ session, body: { coin, amount, address }, idempotencyKey }) =>
      faucet.take(session.userId, { coin, amount, address: address ?? null }, idempotencyKey),
    getPracticeBlocks: () => deposits.blocks(),
  };
}
