import { DEFAULT_AVATAR } from '@candor/api';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person, send } from './support/person.ts';
import { photo } from './support/photos.ts';
import { upload } from './support/upload.ts';

const PATH = '/api/v1/coin/member/avatar';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const avatarOf = async (person: Person) => (await person.client.call('getInfo')).user.avatar;
const bytesAt = async (link: string) => {
  const answer = await fetch(house.url + link);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
};

it('a picture is cut to a square without metadata, and shown by a link that expires', async () => {
  const person = await newPerson(house, false);
  expect(await avatarOf(person)).toBe(DEFAULT_AVATAR);
  const { code } = await upload(house, person, await photo(), { path: PATH });
  expect(code).toBe(200);
  const link = await avatarOf(person);
  const bytes = await bytesAt(link);
  const { width, height, format, exif } = await sharp(bytes ?? Buffer.alloc(0)).metadata();
  expect({ width, height, format, exif }).toEqual({
    width: 256,
    height: 256,
    format: 'jpeg',
    exif: undefined,
  });
  house.advance(24 * 3_600_000 + 1);
  expect(await bytesAt(link)).toBeNull();
  expect(await bytesAt(await avatarOf(person))).not.toBeNull();
});

it('the next picture takes its place, removing leaves none, and what is left over is deleted', async () => {
  const person = await newPerson(house, false);
  const kept = async () =>
    (
      await house.pool.query(
        'select count(*) filter (where kept_at is not null) as kept, count(*) as all from files.file where user_id = $1',
        [person.userId],
      )
    ).rows[0];
  await upload(house, person, await photo(), { path: PATH });
  const first = await avatarOf(person);
  await upload(house, person, await photo(1), { path: PATH });
  expect(await avatarOf(person)).not.toBe(first);
  expect(await kept()).toEqual({ kept: '1', all: '2' });
  await person.client.call('removeAvatar');
  await person.client.call('removeAvatar');
  expect(await avatarOf(person)).toBe(DEFAULT_AVATAR);
  house.advance(24 * 3_600_000 + 1);
  await upload(house, person, await photo(), {});
  expect(await kept()).toEqual({ kept: '0', all: '1' });
});

it('what is no picture is refused, and the one before stays', async () => {
  const person = await newPerson(house, false);
  await upload(house, person, await photo(), { path: PATH });
  const refused = await upload(house, person, Buffer.from('<svg onload="alert(1)"/>'), { path: PATH });
  expect(refused.data).toMatchObject({ key: 'FILE_NOT_IMAGE' });
  expect(await avatarOf(person)).not.toBe(DEFAULT_AVATAR);
  expect((await send(house, 'POST', PATH, {})).code).toBe(401);
});
