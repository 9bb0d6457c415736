import { expect, test } from 'vitest';
import {
  agent,
  chain,
  DORA,
  dayEnds,
  invite,
  pay,
  TERMS,
  total,
} from '../../../../tests/support/referral-chain.ts';
import { ANN, BEN, CLEO, codeOf, eventsOf, HOUSE } from '../../../../tests/support/test-market.ts';
import type { Command } from '../../commands.ts';
import { Agents } from './agents.ts';

test('the nearest agent above gets an own share, cut so that all shares stay within the cap', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const eve = 1_004;
  market.system({ type: 'openAccount', accountUserId: eve, kind: 'user' });
  market.system(invite(DORA, eve));
  expect(codeOf(market.system(agent(eve, 200_000)))).toBe('ok');
  const before = total(market, eve);
  pay(market, ANN, 999);
  market.restart();
  const paid = dayEnds(market);
  // 20, 10 and 5 percent leave 15 of the cap
  expect(total(market, eve) - before).toBe(149n);
  expect(eventsOf(paid, 'referralPaid')[0]).toMatchObject({
    charged: 999n,
    rebates: [
      {},
      {},
      {},
      { generation: 4, inviterId: eve, amount: 149n, sharePpm: 150_000, restMillionths: 0 },
    ],
  });
  // Cleo's fee has two generations above: 30 percent leave the whole share, beside the second generation's own
  const first = total(market, eve);
  pay(market, CLEO, 999);
  expect(eventsOf(dayEnds(market), 'referralPaid')[0]).toMatchObject({
    rebates: [{ amount: 199n }, { amount: 99n }, { generation: 4, inviterId: eve, amount: 199n }],
  });
  expect(total(market, eve) - first).toBe(298n);
  market.system(agent(CLEO, 10_000));
  expect(market.kernel.referral.agentAbove(ANN)).toBe(CLEO);
  const second = total(market, eve);
  pay(market, ANN, 1_000);
  expect(eventsOf(dayEnds(market), 'referralPaid')[0]?.rebates.at(-1)).toMatchObject({
    generation: 4,
    inviterId: CLEO,
    amount: 10n,
    sharePpm: 10_000,
    restMillionths: 850_000,
  });
  expect(total(market, eve)).toBe(second);
});

test('an agent’s share counts from its named time, and a smaller one takes notice', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const at = market.nowMs + 3_600_000;
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  const shareOf = () => market.kernel.referral.agents().map(({ userId, ...share }) => [userId, share]);
  expect(shareOf()).toEqual([[DORA, { sharePpm: 0, next: { sharePpm: 100_000, effectiveMs: at } }]]);
  // what was announced is no longer replaced by less without notice
  expect(codeOf(market.system(agent(DORA, 99_999, at)))).toBe('CHANGE_TOO_SOON');
  // nor moved to a later time
  for (const sharePpm of [100_000, 200_000])
    expect(codeOf(market.system(agent(DORA, sharePpm, at + 1)))).toBe('CHANGE_TOO_SOON');
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  market.restart();
  pay(market, ANN, 1_000);
  expect(market.kernel.nextDueMs).toBe(at);
  market.nowMs = at;
  const begun = market.indexNow(100);
  expect(eventsOf(begun, 'agentBegun')).toEqual([{ type: 'agentBegun', userId: DORA, sharePpm: 100_000 }]);
  pay(market, ANN, 1_000);
  const paid = eventsOf(dayEnds(market), 'referralPaid');
  expect(paid.map(({ rebates }) => rebates.length)).toEqual([3, 4]);
  expect(codeOf(market.system(agent(DORA, 99_999)))).toBe('CHANGE_TOO_SOON');
  expect(codeOf(market.system(agent(DORA, 0, market.nowMs + 24 * 3_600_000)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 110_000)))).toBe('ok');
  expect(shareOf()).toEqual([[DORA, { sharePpm: 110_000, next: null }]]);
});

test('what was announced for later than the notice may be moved or dropped with that notice', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  const DAY = 24 * 3_600_000;
  const at = market.nowMs + 3 * DAY;
  expect(codeOf(market.system(agent(DORA, 100_000, at)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 100_000, at + DAY)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY)))).toBe('ok');
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY + 1)))).toBe('ok');
  market.nowMs += 1_000;
  expect(codeOf(market.system(agent(DORA, 50_000, market.nowMs + DAY)))).toBe('CHANGE_TOO_SOON');
  expect(market.kernel.referral.agents()[0]?.next?.sharePpm).toBe(50_000);
});

test('a closed account earns nothing more, by generation or as an agent, and what it earned before is paid', () => {
  const market = chain();
  market.system({ ...TERMS, capPpm: 500_000 });
  market.system(agent(CLEO, 100_000));
  pay(market, ANN, 1_000);
  const end = () => market.system({ type: 'endReferral', accountUserId: CLEO });
  expect(eventsOf(end(), 'referralEnded')).toEqual([{ type: 'referralEnded', userId: CLEO }]);
  expect(market.kernel.referral.agentAbove(ANN)).toBe(0);
  pay(market, ANN, 1_000);
  market.restart();
  pay(market, ANN, 1_000);
  const places = eventsOf(dayEnds(market), 'referralPaid').map(({ charged, rebates }) => [
    charged,
    rebates.map(({ generation, inviterId }) => [generation, inviterId]),
  ]);
  expect(places).toEqual([
    [
      1_000n,
      [
        [1, BEN],
        [2, CLEO],
        [3, DORA],
        [4, CLEO],
      ],
    ],
    // Dora stays the third above: nobody's place changes
    [
      2_000n,
      [
        [1, BEN],
        [3, DORA],
      ],
    ],
  ]);
  const again = end();
  expect([codeOf(again), eventsOf(again, 'referralEnded')]).toEqual(['ok', []]);
  expect(codeOf(market.system(agent(CLEO, 50_000)))).toBe('NOT_PERMITTED');
  expect(codeOf(market.system({ type: 'endReferral', accountUserId: 4_711 }))).toBe('ok');
  expect(codeOf(market.submit(ANN, { type: 'endReferral', accountUserId: DORA }))).toBe('NOT_PERMITTED');
});

test('an account is owed something until it earns no more and its last day is paid', () => {
  const market = chain();
  const owes = () => [ANN, BEN, CLEO, DORA].map((user) => market.kernel.referral.owes(user));
  expect(owes()).toEqual([false, true, true, true]);
  pay(market, ANN, 1_000);
  for (const accountUserId of [BEN, DORA]) market.system({ type: 'endReferral', accountUserId });
  expect(owes()).toEqual([false, true, true, true]);
  pay(market, ANN, 1_000);
  market.restart();
  expect(owes()).toEqual([false, true, true, true]);
  dayEnds(market);
  expect(owes()).toEqual([false, false, true, false]);
  market.system(agent(ANN, 50_000));
  pay(market, ANN, 1_000);
  expect(owes()).toEqual([true, false, true, false]);
  market.system({ type: 'endReferral', accountUserId: ANN });
  expect(market.kernel.referral.owes(ANN)).toBe(false);
  expect(market.kernel.referral.owes(4_711)).toBe(false);
});

test('a share that is still to come ends with the account', () => {
  const market = chain();
  const at = market.nowMs + 3_600_000;
  market.system(agent(DORA, 50_000, at));
  market.system({ type: 'endReferral', accountUserId: DORA });
  market.restart();
  market.nowMs = at;
  expect(eventsOf(market.indexNow(100), 'agentBegun')).toEqual([]);
});

test('who is no agent any longer leaves room for others', () => {
  const market = chain();
  const amongAll = new Agents(() => 0);
  for (let account = 1; account <= 3; account++) amongAll.set(account, { sharePpm: 1, next: null });
  amongAll.set(2, { sharePpm: 0, next: { sharePpm: 1, effectiveMs: 1 } });
  expect(amongAll.count).toBe(3);
  amongAll.set(2, { sharePpm: 0, next: null });
  amongAll.set(3, { sharePpm: 0, next: null });
  expect(amongAll.count).toBe(1);
  expect(market.kernel.referral.agents()).toEqual([]);
});

test('who cannot be an agent, and what is no share of one', () => {
  const market = chain();
  expect(codeOf(market.system(agent(HOUSE, 1)))).toBe('NOT_PERMITTED');
  expect(codeOf(market.system(agent(4_711, 1)))).toBe('UNKNOWN_ACCOUNT');
  expect(codeOf(market.system(agent(ANN, 900_001)))).toBe('INVALID_COMMAND');
  expect(codeOf(market.system(agent(ANN, 0.5)))).toBe('INVALID_COMMAND');
  expect(codeOf(market.system({ ...agent(ANN, 1), reason: 'no' } as Command))).toBe('INVALID_COMMAND');
  expect(codeOf(market.submit(ANN, agent(ANN, 1)))).toBe('NOT_PERMITTED');
});
