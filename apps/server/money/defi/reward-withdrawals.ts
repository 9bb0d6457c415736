import { type CallData, type Calls, type defiCalls, withdrawalFacts } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CallContext, SignedIn } from '../../gateway/http/context.ts';
import type { Withdrawals } from '../withdrawals/index.ts';
import type { ChainLine } from './chain-line.ts';
import type { Linked } from './linked.ts';

type Asked = CallContext<(typeof defiCalls)['withdrawMining'], SignedIn>;
type Body = Omit<Asked['body'], 'fundPassword'>;

export interface RewardWithdrawalsDeps {
  readonly chain: ChainLine;
  readonly linked: Pick<Linked, 'of'>;
  readonly withdrawals: Pick<Withdrawals, 'requests'>;
}

export type RewardWithdrawals = ReturnType<typeof createRewardWithdrawals>;

/** Rewards leave by the withdrawals of everybody, for the linked wallet alone, which is looked at again each time. */
export function createRewardWithdrawals({ chain, linked, withdrawals: { requests } }: RewardWithdrawalsDeps) {
  async function requestOf(userId: number, { coin, amount, fee, address }: Body) {
    const wallet = await linked.of(userId);
    if (wallet === null) throw new Refusal('WALLET_NOT_LINKED');
    if (wallet.address.toLowerCase() !== address.toLowerCase())
      throw new Refusal('MINING_ADDRESS', { field: 'address' });
    const { network } = await chain.chain();
    // its owner sees its whole address and signed with it: nothing here can imitate it
    return { coin, amount, fee, network, address: wallet.address, compared: true };
  }

  /** Reads a request, and refuses one to a wallet whose code was delegated meanwhile. @throws Refusal */
  async function read(userId: number, body: Body) {
    const request = await requestOf(userId, body);
    if (await chain.isDelegated(request.address)) throw new Refusal('WALLET_DELEGATED');
    return request;
  }

  return {
    /** Looks at a request before factors are asked for. @throws Refusal */
    async check(userId: number, body: Body) {
      const request = await read(userId, body);
      await requests.check(userId, request);
      return withdrawalFacts({ ...request, fundPassword: '' });
    },
    async request({
      session,
      body,
      enter,
    }: Pick<Asked, 'session' | 'body' | 'enter'>): Promise<CallData<Calls['withdrawMining']>> {
      const request = await read(session.userId, body);
      return requests.request(session.userId, request, enter, null, 'mining');
    },
  };
}
