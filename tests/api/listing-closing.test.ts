import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedDuring } from './support/changed-during.ts';
import { lookAt } from './support/console.ts';
import type { House } from './support/house.ts';
import {
  answered,
  decide,
  discard,
  itemOf,
  type ListingDesk,
  openListingDesk,
  save,
  sent,
} from './support/listing-desk.ts';
import { newPerson, PASSWORD, type Person } from './support/person.ts';
import { sha256, stepUp } from './support/step-up.ts';

const DAY_MS = 86_400_000;

let listings: ListingDesk;
let house: House;
let rita: Client<OperatorCalls>;
let pictureOf: ListingDesk['pictureOf'];
beforeAll(async () => {
  listings = await openListingDesk();
  ({ house, rita, pictureOf } = listings);
});
afterAll(() => listings?.stop());

/** Asks to close an account, and waits until it ends. */
async function askToClose(person: Person): Promise<void> {
  const act = { path: '/api/v1/coin/member/closeAccount', body: { leaveDust: false } };
  expect((await stepUp(house, person, act, [['password', sha256(PASSWORD)]])).code).toBe(200);
  house.advance(30 * DAY_MS + 1);
}
const close = ({ userId }: Person) => house.runTask('closeAccount', String(userId));

describe('an application of an account that is closed', () => {
  it('stays with its pictures when the account is closed, which deletes drafts and what was withdrawn', async () => {
    const person = await newPerson(house, false);
    const contract = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
    const [shown, dropped] = [await pictureOf(person), await pictureOf(person)];
    const mine = await sent(person, { contract, files: [shown] });
    await decide(rita, mine, { verdict: 'reject', reason: 'security', checks: answered(['auditRead']) });
    await discard(person, await sent(person, { files: [dropped] }));
    await save(person);

    await askToClose(person);
    await close(person);
    const { rows } = await house.pool.query(
      `select state, verdict from listing.application join listing.round using (application_id)
       left join listing.verdict using (application_id) where user_id = $1`,
      [person.userId],
    );
    expect(rows).toEqual([{ state: 'rejected', verdict: 'reject' }]);
    expect(await house.files.read(shown)).not.toBeNull();
    expect(await house.files.read(dropped)).toBeNull();
    const theirs = await sent(await newPerson(house, false), { contract });
    const again = await listings.desk.signInAs('rita');
    const { params } = await itemOf(theirs, again);
    expect((await lookAt(again, params.id)).facts).toContainEqual({ name: 'otherApplications', value: '1' });
  });

  it('waits for nobody once a closing has begun, also where that is cut off and begins again', async () => {
    const person = await newPerson(house, false);
    const shown = await pictureOf(person);
    const contract = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const mine = await sent(person, { contract, files: [shown] });
    await askToClose(person);
    await house.pool.query(
      `alter table identity.user add constraint shut check (password_hash <> '') not valid`,
    );
    await expect(close(person)).rejects.toThrow('shut');
    const { rows } = await house.pool.query(
      `select state from review.item where kind = 'listing' and subject = $1`,
      [String(mine.id)],
    );
    expect(rows).toEqual([{ state: 'withdrawn' }]);
    await house.pool.query('alter table identity.user drop constraint shut');
    await close(person);
    expect(await house.files.read(shown)).toBeNull();
  });

  it('keeps its pictures where it is decided while the account is closed', async () => {
    const person = await newPerson(house, false);
    const shown = await pictureOf(person);
    const mine = await sent(person, {
      contract: '0x52908400098527886E0F7030069857D2E4169EE7',
      files: [shown],
    });
    await askToClose(person);
    const ofItem = "kind = 'listing' and subject = $1";
    await changedDuring(
      house.pool,
      {
        begin: (client) =>
          client.query(`select from review.item where ${ofItem} for update`, [String(mine.id)]),
        end: async (client) => {
          await client.query(
            `update review.item set state = 'decided', claimed_by = 1, verdict = 'reject', reason = 'security',
             ended_at = now() where ${ofItem}`,
            [String(mine.id)],
          );
          await client.query(
            `update listing.application set state = 'rejected', reason = 'security', due_at = null,
             decided_at = now() where application_id = $1`,
            [mine.id],
          );
        },
      },
      () => close(person),
    );
    expect(await house.files.read(shown)).not.toBeNull();
  });

  it('waits for no second operator whose turn comes while the account is closed', async () => {
    const person = await newPerson(house, false);
    const mine = await sent(person, { contract: '0xde709f2102306220921060314715629080e2fb77' });
    await askToClose(person);
    const ofItem = "kind = 'listing' and subject = $1";
    const subject = String(mine.id);
    await changedDuring(
      house.pool,
      {
        begin: (client) => client.query(`select from review.item where ${ofItem} for update`, [subject]),
        end: async (client) => {
          await client.query(
            `update review.item set state = 'decided', claimed_by = 1, verdict = 'approve', reason = 'matches',
             ended_at = now() where ${ofItem}`,
            [subject],
          );
          await client.query(
            `insert into review.item (kind, subject, version, user_id, priority, entered_at, deadline_at)
             select kind, subject, version + 1, user_id, priority, now(), deadline_at from review.item
             where ${ofItem}`,
            [subject],
          );
        },
      },
      () => close(person),
    );
    const { rows } = await house.pool.query(
      `select state from review.item where ${ofItem} order by item_id`,
      [subject],
    );
    expect(rows).toEqual([{ state: 'decided' }, { state: 'withdrawn' }]);
  });
});
