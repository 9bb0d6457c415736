import {
  approversOf,
  type Client,
  isFourEyes,
  mayCall,
  type OperatorCalls,
  operatorCalls,
  operatorRights,
  operatorRoles,
} from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusedCalls } from '../../apps/server/operators/operator/refused-calls.ts';
import { type OperatorsConsole, openConsole, operatorMail } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const DAY_MS = 24 * 3_600_000;
const REASON = 'The team grows by one';

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let support: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house, { newcomerMs: DAY_MS });
  admin = await desk.signIn();
  support = await desk.add('sam', 'support', admin);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

const idOf = async (name: string) => {
  const found = (await admin.call('getOperators')).find((row) => row.name === name);
  return String(found?.operatorId);
};

describe('the table of rights', () => {
  it('names every call of the console, and lets no role do what the acts on operators do', () => {
    expect(Object.keys(operatorRights).sort()).toEqual(Object.keys(operatorCalls).sort());
    for (const role of operatorRoles.filter((each) => each !== 'admin'))
      for (const call of [
        'addOperator',
        'sendOperatorSetup',
        'changeOperatorRole',
        'disableOperator',
      ] as const)
        expect(mayCall(role, call)).toBe(false);
  });

  it('lets each role that approves an act see it waiting, approve it and reject it', () => {
    const acts = Object.keys(operatorRights).filter(isFourEyes);
    expect(acts).toContain('publishTerms');
    for (const act of acts)
      for (const role of approversOf(act))
        for (const call of ['getProposals', 'approveProposal', 'rejectProposal'] as const)
          expect(mayCall(role, call), `${role} ${call} for ${act}`).toBe(true);
  });

  it('is held by the server for each call and each role', async () => {
    const { people } = desk.room;
    const sessionOf = people.authenticate;
    const token = `Bearer ${'x'.repeat(43)}`;
    for (const role of operatorRoles) {
      people.authenticate = async () => ({
        operatorId: 1,
        name: 'any',
        role,
        tokenHash: '',
        expiresAtMs: house.now() + DAY_MS,
      });
      for (const [name, call] of Object.entries(operatorCalls)) {
        if (call.auth === 'none') continue;
        const path = call.path.replace('{head}', 'v1').replace(/\{\w+\}/g, '999999');
        const answer = await fetch(`${desk.url}${path}`, {
          method: call.method,
          headers: { authorization: token, 'content-type': 'application/json' },
          ...(call.method === 'POST' ? { body: '{}' } : {}),
        });
        const { code, data } = (await answer.json()) as { code: number; data: unknown };
        const may = mayCall(role, name as keyof OperatorCalls);
        expect(code === 9013, `${role} ${name}`).toBe(!may);
        // a refusal says nothing beyond itself
        if (!may) expect(data, `${role} ${name}`).toEqual({ key: 'OPERATOR_NOT_ALLOWED' });
      }
    }
    people.authenticate = sessionOf;
  });
});

describe('a call that the role does not allow', () => {
  const refusedOf = async (operator: string) =>
    (await desk.room.log.page({ pageSize: 500, where: { act: 'callRefused' } })).rows
      .filter((entry) => entry.operator === operator)
      .map(({ details }) => details.call);

  it('is an entry of the log, once an hour for each call', async () => {
    const tries = ['getOperators', 'getOperators', 'verifyOperatorLog', 'getOperators'] as const;
    const forbidden = tries.filter((call) => !mayCall('support', call));
    expect(forbidden).toContain('getOperators');
    for (const call of forbidden)
      expect((await refusal(support.call(call))).key).toBe('OPERATOR_NOT_ALLOWED');
    expect((await refusedOf('sam')).toSorted()).toEqual([...new Set(forbidden)].sort());
    let nowMs = house.now();
    const { db, log } = desk.room;
    const refusedCalls = createRefusedCalls(db, log, () => nowMs);
    await refusedCalls.note('sam', 'getOperators');
    expect(await refusedOf('sam')).toHaveLength(new Set(forbidden).size);
    nowMs += 3_600_001;
    for (let time = 0; time < 3; time += 1) await refusedCalls.note('sam', 'getOperators');
    expect(await refusedOf('sam')).toHaveLength(new Set(forbidden).size + 1);
    expect(await desk.room.log.verify()).toMatchObject({ intact: true });
  });
});

describe('a new role', () => {
  it('begins the waiting time again', async () => {
    house.advance(DAY_MS + 1_000);
    admin = await desk.signIn();
    const sam = async () => (await admin.call('getOperators')).find(({ name }) => name === 'sam');
    expect((await sam())?.approvesFrom).toBeLessThan(house.now());
    const before = house.now();
    const body = { role: 'finance', reason: REASON } as const;
    await admin.call('changeOperatorRole', { params: { id: await idOf('sam') }, body });
    expect(await sam()).toMatchObject({ role: 'finance' });
    expect((await sam())?.approvesFrom).toBeGreaterThanOrEqual(before + DAY_MS);
  });
});

describe('the last admin', () => {
  it('stays, and one who is disabled is out at once', async () => {
    const own = await idOf(desk.first.name);
    const disable = (id: string) =>
      admin.call('disableOperator', { params: { id }, body: { reason: REASON } });
    expect((await refusal(disable(own))).key).toBe('OPERATOR_LAST_ADMIN');
    const role = { params: { id: own }, body: { role: 'support', reason: REASON } } as const;
    expect((await refusal(admin.call('changeOperatorRole', role))).key).toBe('OPERATOR_LAST_ADMIN');
    const leaver = await desk.add('leaver', 'support', admin);
    await leaver.call('getDashboard');
    const rows = await disable(await idOf('leaver'));
    expect(rows.find(({ name }) => name === 'leaver')?.state).toBe('disabled');
    expect((await refusal(leaver.call('getDashboard'))).key).toBe('SIGNED_OUT');
    expect((await refusal(disable('999999'))).key).toBe('NOT_FOUND');
  });
});

describe('once there is a second admin', () => {
  it('adding and promoting wait for the other, who approves nothing for a day', async () => {
    await desk.add('rita', 'review', admin);
    const second = await desk.add('ada', 'admin', admin);
    const mail = operatorMail('fred');
    const body = { name: 'fred', role: 'finance', mail, reason: REASON } as const;
    const { proposalId } = await admin.call('addOperator', { body });
    expect(proposalId).toBeGreaterThan(0);
    const decision = { params: { id: String(proposalId) }, body: { reason: 'I know Fred' } };
    expect((await refusal(second.call('approveProposal', decision))).key).toBe('OPERATOR_TOO_NEW');
    const promote = { params: { id: await idOf('rita') }, body: { role: 'risk', reason: REASON } } as const;
    house.advance(DAY_MS - 60_000);
    admin = await desk.signIn();
    const promotion = await admin.call('changeOperatorRole', promote);
    await admin.call('disableOperator', {
      params: { id: await idOf('ada') },
      body: { reason: 'Is she still allowed' },
    });
    // whoever is alone again waits a week before adding somebody without a second pair of eyes
    const alone = await admin.call('addOperator', {
      body: { ...body, name: 'puppet', mail: operatorMail('puppet') },
    });
    expect(alone.proposalId).not.toBeNull();
    expect((await idOf('rita')) && promotion.proposalId).toBeGreaterThan(0);
  });
});
