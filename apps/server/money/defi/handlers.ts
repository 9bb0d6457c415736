import type { defiCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Features } from '../../users/features/index.ts';
import type { ChainLine } from './chain-line.ts';
import type { Joins } from './joins.ts';
import type { Linked } from './linked.ts';
import { originOf } from './login-message.ts';
import { createMining, type MiningDeps } from './mining.ts';
import { createNodeActs } from './node-acts.ts';
import type { RewardWithdrawals } from './reward-withdrawals.ts';
import type { WalletChanges } from './wallet-change.ts';

/** Linked wallets, their joins, and withdrawals to them. */
export interface Defi {
  readonly chain: ChainLine;
  readonly linked: Linked;
  readonly joins: Joins;
  readonly changes: WalletChanges;
  readonly rewards: RewardWithdrawals;
  readonly houseAddresses: MiningDeps['houseAddresses'];
  readonly publicUrl: string | null;
}

export interface DefiNeeds extends Pick<MiningDeps, 'core' | 'history' | 'catalogues' | 'now'> {
  readonly defi: Defi;
  readonly features: Pick<Features, 'admit'>;
}

export function defiHandlers({ defi, features, ...needs }: DefiNeeds): Handlers<typeof defiCalls> {
  const { linked, joins, changes, rewards, publicUrl } = defi;
  const mining = createMining({ ...needs, ...defi });
  const acts = createNodeActs(needs);

  return {
    getMiningOverview: () => mining.overview(),
    getMiningPoolEntries: ({ query }) => mining.poolEntries(pageOfRequest(query)),
    getMiningIndex: () => mining.index(),
    getMiningAccount: ({ session }) => mining.account(session.userId),
    getLoginMessage: ({ session, query, headers }) =>
      linked.issue(session.userId, query.address, originOf(publicUrl, headers.host)),
    linkWallet: ({ session, body }) => linked.link(session.userId, body.message, body.signature),
    unlinkWallet: ({ session, body, enter }) => linked.unlink(session.userId, body.address, enter),
    changeMiningWallet: ({ session, body, enter }) => changes.ask(session.userId, body, enter),
    cancelMiningWallet: ({ session, enter }) => changes.cancel(session.userId, enter),
    sendApproveHash: ({ session, body }) =>
      joins.send(session.userId, body.hash, () => features.admit(session.userId, 'mining')),
    lockMining: ({ session, body, idempotencyKey }) => acts.lock(session.userId, body, idempotencyKey),
    unlockMining: ({ session, body, idempotencyKey }) =>
      acts.unlock(session.userId, body.amount, idempotencyKey),
    claimMining: ({ session, idempotencyKey }) => acts.claim(session.userId, idempotencyKey),
    quoteMiningConversion: ({ session, body, idempotencyKey }) =>
      acts.quote(session.userId, body.amount, idempotencyKey),
    convertMining: ({ session, body, idempotencyKey }) =>
      acts.convert(session.userId, body.id, idempotencyKey),
    withdrawMining: (context) => rewards.request(context),
    getMiningRecords: ({ session, query }) =>
      mining.records(session.userId, query.kind ?? null, pageOfRequest(query)),
    getMiningRecord: ({ session, query }) => mining.record(session.userId, query.id),
  };
}
