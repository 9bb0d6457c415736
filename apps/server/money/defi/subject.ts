import { defiCalls, type WithdrawalRow } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { CallContext } from '../../gateway/http/context.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Session } from '../../users/identity/index.ts';
import { houseAddresses, requireFundPassword, type Withdrawals } from '../withdrawals/index.ts';
import { askChain } from './chain-line.ts';
import { defiHandlers } from './handlers.ts';
import { createJoins } from './joins.ts';
import { createLinked } from './linked.ts';
import { createRewardWithdrawals } from './reward-withdrawals.ts';
import { migrations } from './schema.ts';
import { createWalletChanges } from './wallet-change.ts';

interface Base extends OpeningServices {
  readonly factors: Factors;
  readonly withdrawals: Withdrawals;
}

type WithdrawContext = CallContext<(typeof defiCalls)['withdrawMining'], Session> & {
  readonly session: Session;
};
type UnlinkContext = CallContext<(typeof defiCalls)['unlinkWallet'], Session> & { readonly session: Session };

type ChangeContext = CallContext<(typeof defiCalls)['changeMiningWallet'], Session> & {
  readonly session: Session;
};

export const defi = defineSubject({
  calls: defiCalls,
  async open(_lifecycle, { pool, bus, core, factors, outbox, withdrawals, publicUrl, now }: Base) {
    await migrate(pool, 'defi', migrations);
    const db = kyselyOf(pool);
    const chain = askChain(bus);
    const joinedWith = (userId: number) => core.ask('miningJoinedWith', userId);
    const linked = createLinked({ db, chain, joinedWith, now });
    const joinedBy = (address: string) => core.ask('miningJoinedBy', address);
    const waitingMove = (userId: number) => core.ask('miningWaitingMove', userId);
    const changes = createWalletChanges({
      db,
      linked,
      joinedWith,
      joinedBy,
      waitingMove,
      outbox,
      now,
    });
    const joins = createJoins({ db, chain, linked, joinedWith, changes, now });
    const rewards = createRewardWithdrawals({ chain, linked, withdrawals });
    factors.look('withdrawMining', async (context) => {
      const { session, headers, body } = context as unknown as WithdrawContext;
      const facts = await rewards.check(session.userId, body);
      await requireFundPassword(factors, { session, headers }, body.fundPassword);
      return { kinds: ['knowledge'], facts };
    });
    factors.look('unlinkWallet', async (context) => {
      const { session, body } = context as unknown as UnlinkContext;
      await linked.requireFree(session.userId, body.address);
      return {};
    });
    factors.look('changeMiningWallet', async (context) => {
      const { session, body } = context as unknown as ChangeContext;
      await changes.read(session.userId, body);
      return {};
    });
    factors.repeat('withdrawMining', async ({ session }, entered) =>
      withdrawals.requests.repeat(session.userId, (entered as WithdrawalRow).id),
    );
    const ofHouse = (network: string) => houseAddresses(db, network);
    return { defi: { chain, linked, joins, changes, rewards, publicUrl, houseAddresses: ofHouse } };
  },
  handlers: defiHandlers,
});
