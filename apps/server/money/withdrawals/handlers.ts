import { factsOf, type withdrawalCalls } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { ReviewKind } from '../../gateway/review/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Session } from '../../users/identity/index.ts';
import type { BankPayouts } from './bank-payouts.ts';
import type { createBook } from './book.ts';
import type { CodeAsker, Confirming } from './confirming.ts';
import type { DailyLimits } from './limits.ts';
import type { createOverview } from './overview.ts';
import type { createRequests } from './requests.ts';
import type { SealedRequests } from './sealed.ts';

/** Requests, lists and address books of withdrawals. */
export interface Withdrawals {
  readonly db: Db;
  readonly requests: ReturnType<typeof createRequests>;
  readonly overview: ReturnType<typeof createOverview>;
  /** Withdrawals in the operators' queue. */
  readonly review: ReviewKind;
  readonly book: ReturnType<typeof createBook>;
  /** To the bound bank card. */
  readonly payouts: BankPayouts;
  readonly payoutReview: ReviewKind;
  readonly sealed: SealedRequests;
  readonly limits: DailyLimits;
  readonly confirming: Confirming;
  /** Notes a first code that was not sent. */
  readonly failed: (error: unknown, withdrawalNo: number) => void;
}

export interface WithdrawalNeeds {
  readonly withdrawals: Withdrawals;
  readonly factors: Factors;
}

export function withdrawalHandlers({
  withdrawals: { db, requests, overview, book, payouts, sealed, limits, confirming, failed },
  factors,
}: WithdrawalNeeds): Handlers<typeof withdrawalCalls, Session> {
  /** Sends the first code. The withdrawal stands whatever becomes of it: a later round sends it then. */
  const sendFirst = (asker: CodeAsker, withdrawalNo: number) =>
    confirming.sendFirst(asker, withdrawalNo).catch((error: unknown) => failed(error, withdrawalNo));

  return {
    async getWithdrawalCurrency({ session: { userId } }) {
      const limit = await limits.of(userId);
      const [list, bank, fundPassword, whitelist, [hold], arrival] = await Promise.all([
        overview.coins(userId, limit.usdt),
        payouts.offer(userId, limit.usdt),
        factors.fundPassword.isSet(userId),
        book.isWhitelistOn(userId),
        factors.holds.current(userId),
        overview.arrival(),
      ]);
      return {
        list,
        bank,
        fundPassword,
        whitelist,
        heldUntil: hold?.untilMs ?? null,
        ...arrival,
        dailyLimitUsdt: limit.usdt,
        verifiedLevel: limit.level,
        limitTier: limit.tier,
        arrivalHours: overview.arrivalHours,
        reviewHours: overview.reviewHours,
      };
    },
    async withdrawal({ session, headers, body, ip, enter }) {
      const { userId } = session;
      const { request, id } = await sealed.open(userId, body);
      const row = await requests.request(userId, request, enter, id);
      if (row.state === 'confirming') await sendFirst({ session, headers, ip }, row.id);
      return row;
    },
    async sendWithdrawalCode({ session, headers, body, ip }) {
      const { expiresAtMs, resendAtMs } = await confirming.send({ session, headers, ip }, body.id);
      return { expiresAt: expiresAtMs, resendAt: resendAtMs };
    },
    async confirmWithdrawal({ session, headers, body: { id, code } }) {
      await confirming.confirm({ session, headers }, id, code);
      return requests.own(session.userId, id);
    },
    cancelWithdrawal: ({ session, body }) => requests.cancel(session.userId, body.id),
    getWithdrawalLog: ({ session, query }) => overview.log(session.userId, pageOfRequest(query)),
    postWithdrawalLog: ({ session, body }) => overview.log(session.userId, pageOfRequest(body)),
    async getWithdrawalAddress({ session: { userId }, query: { network, address: text } }) {
      const address = book.read(network, text);
      const [confirmBy, alike] = await Promise.all([
        confirming.neededFor(userId, network, address),
        book.alike(userId, [address]),
      ]);
      const used = alike.get(address);
      return {
        address,
        confirmBy,
        alike: used === undefined ? null : { address: used.address, label: used.label, time: used.atMs },
      };
    },
    getWithdrawalAddresses: async ({ session }) => ({ list: await book.list(session.userId) }),
    saveWithdrawalAddress: ({ session, body, enter }) => book.save(session.userId, body, enter),
    async removeWithdrawalAddress({ session, body }) {
      await db.transaction().execute(async (trx) => {
        const address = await book.remove(trx, session.userId, body.network, body.address);
        if (address === null) return;
        await factors.notices.tell(trx, session.userId, 'securityChanged', {
          act: { name: 'removeWithdrawalAddress', facts: factsOf({ address }) },
        });
      });
      return null;
    },
    setWithdrawalWhitelist: ({ session, body, enter }) => book.setWhitelist(session.userId, body.on, enter),
  };
}
