import { type Client, newActKey, type OperatorCalls } from '@candor/api';
import { describe, expect, it } from 'vitest';
import type { House } from './support/house.ts';
import { refusal } from './support/person.ts';
import { photo } from './support/photos.ts';
import { askingAt, openSupportDesk, say } from './support/support-desk.ts';

let house: House;
let sam: Client<OperatorCalls>;
let sue: Client<OperatorCalls>;
openSupportDesk((desk) => {
  ({ house, sam, sue } = desk);
});

const asking = (content?: string) => askingAt(house, content);

describe('an image of staff', () => {
  const fileOf = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });
  const sendPicture = (
    by: Client<OperatorCalls>,
    params: { readonly id: string },
    { file, seen = '3', key = newActKey(house.now()) }: { file: Blob; seen?: string; key?: string },
  ) => by.call('sendSupportPicture', { params, query: { seen }, file }, { idempotencyKey: key });
  const kept = async () => {
    const { rows } = await house.pool.query<{ file_id: string; user_id: string | null; is_kept: boolean }>(
      'select file_id, user_id, kept_at is not null as is_kept from files.file where user_id is null',
    );
    return rows;
  };

  it('is re-encoded, belongs to nobody, and is opened by the user and at the desk', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const sent = await sendPicture(sam, params, { file: fileOf(await photo()) });
    expect(sent).toMatchObject({ status: 'pending', waitingSince: null, lastNumber: 4 });
    const look = { params: { chatKey: chat.chatKey }, body: { after: 3 } };
    const [record] = (await person.client.call('getChatRecord', look)).records;
    expect(record).toMatchObject({ content_type: 2, isStaff: true, mine: false, blade_user_id: -2 });
    expect(record?.image).toEqual({ width: 1200, height: 800 });
    const shown = await fetch(house.url + record?.content);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.includes('a-name-in-the-metadata')).toBe(false);
    const desk = await sam.call('getSupportPicture', { params: { id: params.id, number: '4' } });
    expect(Buffer.from(desk.base64, 'base64').equals(bytes)).toBe(true);
    expect(await kept()).toMatchObject([{ user_id: null, is_kept: true }]);
    const { rows } = await house.pool.query(
      `select details from operator.log where action = 'answerSupport' order by no desc limit 1`,
    );
    expect(JSON.parse(rows[0].details)).toEqual({
      chat: params.id,
      user: String(person.userId),
      message: '4',
    });
  });

  it('is sent by who has the conversation in hand alone, over no newer message, once, and is no other file', async () => {
    const { person, chat, params } = await asking();
    const file = fileOf(await photo());
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_NOT_IN_HAND' });
    await sam.call('takeSupport', { params });
    expect(await refusal(sendPicture(sue, params, { file }))).toMatchObject({ key: 'SUPPORT_NOT_IN_HAND' });
    await say(person, chat.id, 'One thing more');
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    const before = await kept();
    for (const wrong of [
      fileOf(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml'),
      fileOf(Buffer.alloc(64)),
    ])
      expect(await refusal(sendPicture(sam, params, { file: wrong, seen: '4' }))).toMatchObject({
        key: 'FILE_NOT_IMAGE',
      });
    expect(await kept()).toEqual(before);
    const key = newActKey(house.now());
    for (let at = 0; at < 3; at += 1)
      expect(await sendPicture(sam, params, { file, seen: '4', key })).toMatchObject({ lastNumber: 5 });
    expect(await kept()).toHaveLength(before.length + 1);
    const other = fileOf(await photo(0, { width: 300, height: 200 }));
    expect(await refusal(sendPicture(sam, params, { file: other, seen: '4', key }))).toMatchObject({
      key: 'KEY_REUSED_WITH_OTHER_BODY',
    });
  });

  it('leaves nothing on the disk where it is refused, or sent twice at once', async () => {
    const { person, chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const file = fileOf(await photo());
    const stored = async () => (await house.storedFiles()).length;
    await say(person, chat.id, 'One thing more');
    const before = await stored();
    expect(await refusal(sendPicture(sam, params, { file }))).toMatchObject({ key: 'SUPPORT_UNSEEN' });
    expect(await stored()).toBe(before);
    const twice = { file, seen: '4', key: newActKey(house.now()) };
    await Promise.all([sendPicture(sam, params, twice), sendPicture(sam, params, twice)]);
    expect(await stored()).toBe(before + 1);
  });

  it('is let go of once its conversation is gone', async () => {
    const { chat, params } = await asking();
    await sam.call('takeSupport', { params });
    const before = await kept();
    await sendPicture(sam, params, { file: fileOf(await photo()) });
    await house.runTask('forgetGuestChats', 'old');
    const all = await kept();
    expect(all.filter(({ is_kept }) => is_kept)).toHaveLength(before.length + 1);
    await house.pool.query('delete from chat.conversation where chat_id = $1', [chat.id]);
    await house.runTask('forgetGuestChats', 'old');
    const left = (await kept()).filter(({ is_kept }) => is_kept);
    expect(left.map(({ file_id }) => file_id).toSorted()).toEqual(
      before.map(({ file_id }) => file_id).toSorted(),
    );
  });
});
