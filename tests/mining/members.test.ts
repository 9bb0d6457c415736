import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ANN, addressOf, Bench, BOB, BTC, DAY_S, HOUSE } from './bench.ts';

describe('joining', () => {
  it('is once a user and once an address, and moves nothing', () => {
    const bench = new Bench();
    const join = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'joinMining', accountUserId, address });
    expect(join(ANN, addressOf(77))).toBe('MINING_JOINED');
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    expect(join(77, addressOf(ANN))).toBe('MINING_ADDRESS_TAKEN');
    expect(bench.lock(77, '1')).toBe('MINING_NOT_JOINED');
    for (const address of [
      '',
      '0x',
      `${addressOf(77)}0`,
      addressOf(77).slice(2),
      addressOf(0xab).toUpperCase(),
    ])
      expect(join(77, address)).toBe('INVALID_COMMAND');
    expect(join(HOUSE, addressOf(78))).toBe('NOT_PERMITTED');
    expect(join(99, addressOf(78))).toBe('UNKNOWN_ACCOUNT');
    const entries = bench.of('entry').length;
    expect(join(77, addressOf(77))).toBe('ok');
    expect(bench.of('entry')).toHaveLength(entries);
    expect(bench.kernel.mining.addressOf(77)).toBe(addressOf(77));
    expect(bench.kernel.mining.userOf(addressOf(77))).toBe(77);
    expect(bench.kernel.mining.participants()).toBe(3);
  });
});

describe('another address', () => {
  it('takes the place of the joined one, and neither is ever free again', () => {
    const bench = new Bench();
    const [before, after] = [addressOf(ANN), addressOf(77)];
    const move = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'moveMining', accountUserId, address });
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    bench.asked(ANN, after);
    expect(move(77, after)).toBe('MINING_NOT_JOINED');
    expect(move(ANN, addressOf(BOB))).toBe('MINING_ADDRESS_TAKEN');
    expect(move(ANN, before)).toBe('MINING_ADDRESS_TAKEN');
    expect(move(ANN, after.toUpperCase())).toBe('INVALID_COMMAND');
    const entries = bench.of('entry').length;
    expect(move(ANN, after)).toBe('ok');
    expect(bench.of('entry')).toHaveLength(entries);
    expect(bench.of('miningAddressMoved')).toEqual([
      { type: 'miningAddressMoved', userId: ANN, before, address: after },
    ]);
    const { mining } = bench.kernel;
    expect([mining.addressOf(ANN), mining.userOf(after), mining.userOf(before)]).toEqual([after, ANN, ANN]);
    expect(mining.participants()).toBe(2);
    expect(move(ANN, before)).toBe('MINING_ADDRESS_TAKEN');
    for (const address of [before, after])
      expect(bench.code(0, { type: 'joinMining', accountUserId: 77, address })).toBe('MINING_ADDRESS_TAKEN');
  });

  it('waits a week by the journal’s clock from the last time it was asked for', () => {
    const bench = new Bench();
    const [first, last] = [addressOf(77), addressOf(78)];
    const ask = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'askMiningMove', accountUserId, address });
    const move = (address: string) => bench.code(0, { type: 'moveMining', accountUserId: ANN, address });
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    expect(move(first)).toBe('MINING_WALLET_WAITS');
    expect(ask(77, first)).toBe('MINING_NOT_JOINED');
    expect(ask(ANN, addressOf(BOB))).toBe('MINING_ADDRESS_TAKEN');
    expect(ask(ANN, addressOf(ANN))).toBe('MINING_ADDRESS_TAKEN');
    expect(ask(ANN, 'elsewhere')).toBe('INVALID_COMMAND');
    expect(bench.code(ANN, { type: 'askMiningMove', accountUserId: ANN, address: first })).toBe(
      'NOT_PERMITTED',
    );
    expect(ask(ANN, first)).toBe('ok');
    bench.to(6 * DAY_S);
    expect(ask(ANN, last)).toBe('ok');
    const opensMs = bench.nowMs + 7 * DAY_S * 1_000;
    expect(bench.of('miningMoveAsked').at(-1)).toEqual({
      type: 'miningMoveAsked',
      userId: ANN,
      address: last,
      opensMs,
    });
    // a week after the first one was asked for, neither is open
    bench.to(8 * DAY_S);
    expect([move(first), move(last)]).toEqual(['MINING_WALLET_WAITS', 'MINING_WALLET_WAITS']);
    bench.nowMs = opensMs - 1;
    expect(move(last)).toBe('MINING_WALLET_WAITS');
    expect(bench.kernel.mining.waitingMove(ANN)).toEqual({ address: last, opensMs, isOpen: false });
    bench.restart();
    bench.nowMs = opensMs;
    bench.sure(0, { type: 'tick' });
    expect(bench.kernel.mining.waitingMove(ANN)).toEqual({ address: last, opensMs, isOpen: true });
    expect([move(first), move(last)]).toEqual(['MINING_WALLET_WAITS', 'ok']);
    expect(bench.kernel.mining.waitingMove(ANN)).toBeNull();
  });

  it('waits no more once it is cancelled, also after its week', () => {
    const bench = new Bench();
    const address = addressOf(77);
    const cancel = (of: string, accountUserId = ANN) =>
      bench.code(0, { type: 'cancelMiningMove', accountUserId, address: of });
    expect(cancel(address)).toBe('MINING_WALLET_WAITS');
    bench.asked(ANN, address);
    expect([cancel(addressOf(78)), cancel(address, BOB)]).toEqual([
      'MINING_WALLET_WAITS',
      'MINING_WALLET_WAITS',
    ]);
    expect(bench.code(ANN, { type: 'cancelMiningMove', accountUserId: ANN, address })).toBe('NOT_PERMITTED');
    expect(cancel(address)).toBe('ok');
    expect(bench.of('miningMoveCancelled')).toEqual([{ type: 'miningMoveCancelled', userId: ANN, address }]);
    expect(bench.kernel.mining.waitingMove(ANN)).toBeNull();
    expect(bench.code(0, { type: 'moveMining', accountUserId: ANN, address })).toBe('MINING_WALLET_WAITS');
    // somebody else who joined with it meanwhile keeps it
    bench.asked(ANN, address);
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    bench.sure(0, { type: 'joinMining', accountUserId: 77, address });
    expect(bench.code(0, { type: 'moveMining', accountUserId: ANN, address })).toBe('MINING_ADDRESS_TAKEN');
  });

  it('is the only one that rewards leave for, from then on', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(5_000);
    bench.claim(ANN);
    const withdraw = (withdrawalNo: number, address: string) =>
      bench.code(0, {
        type: 'withdrawMiningRewards',
        withdrawalNo,
        accountUserId: ANN,
        assetId: BTC,
        amount: 100n as Amount,
        fee: 1n as Amount,
        address,
      });
    const rewards = bench.rewards(ANN);
    expect(withdraw(1, addressOf(ANN))).toBe('ok');
    bench.asked(ANN, addressOf(77));
    bench.sure(0, { type: 'moveMining', accountUserId: ANN, address: addressOf(77) });
    expect(withdraw(2, addressOf(ANN))).toBe('MINING_ADDRESS');
    expect(withdraw(3, addressOf(77))).toBe('ok');
    // what was on its way to the earlier one comes back where it is not paid
    bench.sure(0, { type: 'releaseWithdrawal', withdrawalNo: 1, reason: 'cancelled' });
    expect(bench.rewards(ANN)).toBe(rewards - 101n);
    bench.restart();
    expect(bench.kernel.mining.userOf(addressOf(ANN))).toBe(ANN);
    expect(bench.code(0, { type: 'joinMining', accountUserId: BOB, address: addressOf(ANN) })).not.toBe('ok');
  });
});
