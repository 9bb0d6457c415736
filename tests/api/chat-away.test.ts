import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';
import { mailed, reached, toldOf } from './support/told.ts';

let house: House;
let desk: OperatorsConsole;
let sam: Client<OperatorCalls>;
beforeAll(async () => {
  house = await openHouse({ notices: true });
  desk = await openConsole(house, { followsHouse: true });
  sam = await desk.add('sam', 'support', await desk.signIn());
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** A person of a language whose conversation staff has in hand. */
async function asking() {
  const person = await reached(house, await newPerson(house, false));
  await house.pool.query(`update identity.user set language = 'ja' where user_id = $1`, [person.userId]);
  const chat = await person.client.call('openSupport', { body: { matter: 'deposit' } });
  const params = { id: String(chat.id) };
  await sam.call('takeSupport', { params });
  const answer = (content: string) => sam.call('answerSupport', { params, body: { content, seen: 900 } });
  const read = async () => {
    const { lastNumber } = (await person.client.call('getConversations')).list[0] as { lastNumber: number };
    await person.client.call('markChatRead', { body: { chatId: chat.id, number: lastNumber } });
  };
  /** Runs the job that the answers left. */
  const minuteLater = () => house.runTask('tellSupportAnswered', params.id);
  return { person, chat, answer, read, minuteLater };
}

const told = (person: Person) => toldOf(house, person, 'support-answered');

it('notifies a user who left while staff answered, once for all answers of that time', async () => {
  const { person, chat, answer, read, minuteLater } = await asking();
  await answer('It is credited now.');
  const planned = async () => {
    const { rows } = await house.pool.query(
      `select run_at, key from jobs.jobs where key like 'tellSupport%'`,
    );
    return rows;
  };
  const first = await planned();
  expect(first).toMatchObject([{ key: `tellSupportAnswered ${chat.id}` }]);
  await answer('Look at your balance.');
  expect(await planned()).toEqual(first);
  await minuteLater();
  await answer('And at your bills.');
  await minuteLater();
  expect(await told(person)).toMatchObject([{ facts: { number: chat.id }, read: false }]);
  expect(await mailed(house, person)).toEqual([['support-answered']]);
  const { rows: mails } = await house.pool.query(
    `select language, notices from messages.message where user_id = $1 and kind = 'notice'`,
    [person.userId],
  );
  expect(mails).toMatchObject([{ language: 'ja' }]);
  expect(JSON.stringify(mails)).not.toContain('credited');
  await read();
  await answer('Is it there?');
  await minuteLater();
  expect(await told(person)).toHaveLength(2);
});

it('notifies nobody who has read the answer, or whom only the system wrote to', async () => {
  const { person, answer, read, minuteLater } = await asking();
  await minuteLater();
  await answer('It is credited now.');
  await read();
  await minuteLater();
  expect(await told(person)).toEqual([]);
});
