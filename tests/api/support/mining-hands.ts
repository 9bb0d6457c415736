import { newActKey } from '@candor/api';
import { JOIN_DATA, JOIN_REGISTRY_ADDRESS } from '@candor/chains';
import { numberToHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { kyselyOf } from '../../../apps/server/base/database/index.ts';
import { PRACTICE_CHAIN } from '../../../apps/server/money/chains/index.ts';
import { followJoins } from '../../../apps/server/money/defi/index.ts';
import { heldUsers } from '../../../apps/server/users/factors/index.ts';
import { eventually } from '../../support/patience.ts';
import { FUND_PASSWORD, type PayoutBench, type Withdrawer } from '../../support/payout-bench.ts';
import { PASSWORD, type Person } from './person.ts';
import { needOf, sendAct, sha256, show } from './step-up.ts';

export const wallet = () => privateKeyToAccount(generatePrivateKey());

export type MiningHands = ReturnType<typeof miningHands>;

/** Hands for wallets of miners on the chain of a bench. */
export function miningHands(bench: PayoutBench) {
  /** Joins that could not be followed. */
  const faults: object[] = [];
  const waitingMove = (userId: number) => bench.house.engine.read((view) => view.mining.waitingMove(userId));
  const follow = () =>
    followJoins({
      db: kyselyOf(bench.house.pool),
      promises: bench.house.outbox,
      node: bench.chain.adapter,
      chain: PRACTICE_CHAIN,
      isHeld: heldUsers(bench.house.pool, bench.house.now),
      waitingMove,
      log: { error: (facts: object) => faults.push(facts) },
      now: bench.house.now,
    });

  /** Signs the text that is issued to a person, by a wallet. */
  async function signed(person: Person, account: PrivateKeyAccount) {
    const { message } = await person.client.call('getLoginMessage', { query: { address: account.address } });
    return { message, signature: await account.signMessage({ message }) };
  }

  /** Links a new wallet to a person. */
  async function linked(person: Person, account = wallet()): Promise<PrivateKeyAccount> {
    await person.client.call('linkWallet', { body: await signed(person, account) });
    return account;
  }

  /** Sends a call of `join()`. Returns its hash. */
  async function callJoin(account: PrivateKeyAccount, more: object = {}): Promise<string> {
    await bench.chain.ask('anvil_setBalance', [account.address, numberToHex(10n ** 18n)]);
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: PRACTICE_CHAIN.chainId,
      to: JOIN_REGISTRY_ADDRESS as `0x${string}`,
      data: JOIN_DATA,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      ...more,
    });
    return bench.chain.ask<string>('eth_sendRawTransaction', [raw]);
  }

  /** Calls `join()` by a wallet, and follows it until the ledger knows it. */
  async function join(person: Person, account: PrivateKeyAccount): Promise<void> {
    const hash = await callJoin(account);
    await person.client.call('sendApproveHash', { body: { hash } });
    await bench.chain.mine(PRACTICE_CHAIN.assets[1]!.confirmations);
    await eventually(async () => {
      await follow();
      const { join: last, address } = await person.client.call('getMiningAccount');
      expect({ state: last?.state, address }).toEqual({ state: 'joined', address: account.address });
    });
  }

  async function joined(person: Person): Promise<PrivateKeyAccount> {
    const account = await linked(person);
    await join(person, account);
    return account;
  }

  /** Does an act that asks for factors. */
  async function act(who: Withdrawer, path: string, body: object, asksPassword = true) {
    const sent = { path, body, key: newActKey(bench.house.now()) };
    const first = await sendAct(bench.house, who.person, sent);
    if ((first.data as { key?: string } | null)?.key !== 'STEP_UP_REQUIRED') return first;
    const { challenge } = needOf(first);
    await show(who.person, challenge, 'authenticator', await who.nextCode());
    if (asksPassword) await show(who.person, challenge, 'password', sha256(PASSWORD));
    return sendAct(bench.house, who.person, sent, challenge);
  }

  /** Withdraws rewards to an address. */
  const withdraw = (who: Withdrawer, body: object) =>
    act(who, '/api/v1/coin/defi/withdraw', { ...body, fundPassword: sha256(FUND_PASSWORD) }, false);

  return { follow, faults, waitingMove, signed, linked, callJoin, join, joined, act, withdraw };
}
