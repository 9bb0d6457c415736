import type { Client, OperatorCalls } from '@candor/api';
import { afterAll, beforeAll } from 'vitest';
import { openConsole } from './console.ts';
import { type House, openHouse } from './house.ts';
import { newPerson, type Person } from './person.ts';

/** A house of its own with two operators of support. */
export interface SupportDesk {
  readonly house: House;
  readonly sam: Client<OperatorCalls>;
  readonly sue: Client<OperatorCalls>;
}

/** Opens a house and its desk of support for the tests of a file; `open` gets both before the first test. */
export function openSupportDesk(open: (desk: SupportDesk) => void): void {
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const house = await openHouse();
    ends.push(() => house.stop());
    const desk = await openConsole(house, { followsHouse: true });
    ends.push(() => desk.stop());
    const admin = await desk.signIn();
    const sam = await desk.add('sam', 'support', admin);
    const sue = await desk.add('sue', 'support', admin);
    open({ house, sam, sue });
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
}

/** A person whose message waits for support, and the params of the conversation. */
export async function askingAt(house: House, content = 'Where is my deposit?') {
  const person = await newPerson(house, false);
  const chat = await person.client.call('openSupport', { body: { matter: 'deposit' } });
  await say(person, chat.id, content);
  return { person, chat, params: { id: String(chat.id) } };
}

/** Sends a message of a person. */
export const say = (person: Person, chatId: number, content: string) =>
  person.client.call('sendChatRecord', { body: { content, contentType: 1, chatId } });

/** Returns the row of a conversation in the queue of support. */
export async function rowOf(by: Client<OperatorCalls>, id: number) {
  const { records } = await by.call('getSupportQueue', { query: { pageSize: '100' } });
  const row = records.find((each) => each.id === id);
  if (row === undefined) throw new Error(`no conversation ${id} in the queue`);
  return row;
}
