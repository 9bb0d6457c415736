import type { WithdrawalState } from '@candor/api';
import { InvariantError } from '@candor/money';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transitions } from '../../apps/server/base/asserts/index.ts';
import { type Db, kyselyOf, migrate } from '../../apps/server/base/database/index.ts';
import { noticeMigrations } from '../../apps/server/gateway/notices/index.ts';
import { DEPOSIT_TRANSITIONS, RECHARGE_TRANSITIONS } from '../../apps/server/money/deposits/asserts.ts';
import { MOVEMENT_TRANSITIONS, RECEIPT_TRANSITIONS } from '../../apps/server/money/treasury/asserts.ts';
import { WITHDRAWAL_TRANSITIONS } from '../../apps/server/money/withdrawals/asserts.ts';
import { move, moveAll } from '../../apps/server/money/withdrawals/clock.ts';
import { migrations } from '../../apps/server/money/withdrawals/schema.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

/** Legal transitions as they are published: each state, and after the sign those that may follow it. */
const LEGAL = {
  withdrawal: `requested > confirming checks rejected cancelled
    confirming > checks rejected cancelled
    checks > review signing rejected cancelled
    review > signing rejected cancelled
    signing > review broadcast done rejected cancelled
    broadcast > done rejected
    done >
    rejected >
    cancelled >`,
  deposit: `seen > credited dust unlisted gone
    credited > taken-back
    dust > reversed
    unlisted > gone
    gone >
    taken-back > returned reversed
    returned > credited reduced taken-back
    reduced > credited dust taken-back
    reversed >`,
  recharge: `review > approved rejected
    approved >
    rejected >`,
  movement: `bound > signed
    signed > signed done failed lost
    done >
    failed >
    lost >`,
  receipt: `seen > booked gone
    booked > reversed
    gone >
    reversed >`,
} as const;

const machines: Readonly<Record<keyof typeof LEGAL, Transitions<string>>> = {
  withdrawal: WITHDRAWAL_TRANSITIONS as Transitions<string>,
  deposit: DEPOSIT_TRANSITIONS as Transitions<string>,
  recharge: RECHARGE_TRANSITIONS as Transitions<string>,
  movement: MOVEMENT_TRANSITIONS as Transitions<string>,
  receipt: RECEIPT_TRANSITIONS as Transitions<string>,
};

function pairsOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    text.split('\n').map((line) => {
      const [from = '', after = ''] = line.split('>').map((part) => part.trim());
      return [from, new Set(after === '' ? [] : after.split(' '))];
    }),
  );
}

describe.each(Object.keys(LEGAL) as (keyof typeof LEGAL)[])('the states of a %s', (name) => {
  const legal = pairsOf(LEGAL[name]);
  const machine = machines[name];

  it('take exactly the legal transitions', () => {
    expect([...machine.states].sort()).toEqual([...legal.keys()].sort());
    for (const from of machine.states)
      for (const to of machine.states) {
        const isLegal = legal.get(from)?.has(to) === true;
        expect([from, to, machine.isLegal(from, to)]).toEqual([from, to, isLegal]);
        if (isLegal) machine.check(from, to);
        else expect(() => machine.check(from, to)).toThrow(InvariantError);
        expect(machine.into(to).includes(from)).toBe(isLegal);
      }
    expect(machine.isLegal('unheard', machine.states[0]!)).toBe(false);
    expect(machine.states.filter(machine.isEnd)).toEqual(
      [...legal].filter(([, after]) => after.size === 0).map(([from]) => from),
    );
  });
});

describe('the statement that moves a withdrawal', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let db: Db;
  beforeAll(async () => {
    database = await freshDatabase();
    pool = new Pool({ connectionString: database.connectionString });
    await migrate(pool, 'notices', noticeMigrations);
    await migrate(pool, 'withdrawals', migrations);
    db = kyselyOf(pool);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const { states, isLegal } = WITHDRAWAL_TRANSITIONS;
  const isPaid = (state: WithdrawalState) => state === 'broadcast' || state === 'done';
  let nonces = 0;
  /** Inserts a withdrawal with what its next state asks for. */
  async function insert(state: WithdrawalState, to: WithdrawalState): Promise<number> {
    nonces += 1;
    const at = new Date();
    const { withdrawal_no } = await db
      .insertInto('withdrawals.withdrawal')
      .values({
        user_id: 1_000,
        chain: 'practice',
        coin: 'USDT',
        asset_id: 1,
        address: '0x',
        amount: 5n,
        fee: 1n,
        value_usdt: 6n,
        state,
        requested_at: at,
        ended_at: WITHDRAWAL_TRANSITIONS.isEnd(state) ? at : null,
        nonce: isPaid(to) || isPaid(state) ? nonces : null,
      })
      .returning('withdrawal_no')
      .executeTakeFirstOrThrow();
    return Number(withdrawal_no);
  }
  const stateOf = async (no: number) =>
    (
      await db
        .selectFrom('withdrawals.withdrawal')
        .select('state')
        .where('withdrawal_no', '=', BigInt(no))
        .executeTakeFirstOrThrow()
    ).state;

  it('moves along each legal transition, and writes nothing along any other', async () => {
    for (const from of states)
      for (const to of states) {
        const no = await insert(from, to);
        const moving = db.transaction().execute((trx) => move(trx, no, [from], to, Date.now()));
        if (isLegal(from, to)) await expect(moving).resolves.toBe(true);
        else await expect(moving).rejects.toThrow(InvariantError);
        expect([from, to, await stateOf(no)]).toEqual([from, to, isLegal(from, to) ? to : from]);
      }
  });

  it('leaves a row alone that is not as its state says', async () => {
    const [early, late] = [await insert('checks', 'signing'), await insert('signing', 'broadcast')];
    await db
      .updateTable('withdrawals.withdrawal')
      .set({ nonce: 9_999 })
      .where('withdrawal_no', '=', BigInt(early))
      .execute();
    await db
      .updateTable('withdrawals.withdrawal')
      .set({ nonce: null })
      .where('withdrawal_no', '=', BigInt(late))
      .execute();
    expect(await moveAll(db, [early], 'checks', 'signing', 0)).toEqual(new Set());
    expect(await moveAll(db, [late], 'signing', 'broadcast', 0)).toEqual(new Set());
    const moving = db.transaction().execute((trx) => move(trx, late, ['signing'], 'broadcast', 0));
    await expect(moving).rejects.toMatchObject({
      code: 'WITHDRAWAL_NONCE_MISSING',
      facts: { withdrawal: late },
    });
    expect([await stateOf(early), await stateOf(late)]).toEqual(['checks', 'signing']);
    await expect(moveAll(db, [early], 'checks', 'broadcast', 0)).rejects.toThrow(InvariantError);
  });
});
