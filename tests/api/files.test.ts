import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errors, type UploadedFile } from '@candor/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { createImages } from '../../apps/server/gateway/files/images.ts';
import { namedFiles, namesAny } from '../../apps/server/gateway/files/index.ts';
import { createVault } from '../../apps/server/gateway/files/vault.ts';
import { namesFiles } from '../../apps/server/program/subjects/names-files.ts';
import { eventually } from '../support/patience.ts';
import { emptyPng, hostileFiles } from './support/hostile-files.ts';
import { type House, openHouse } from './support/house.ts';
import { newPerson, type Person } from './support/person.ts';
import { photo } from './support/photos.ts';
import { upload } from './support/upload.ts';

let house: House;
let person: Person;
let clear: Buffer;
beforeAll(async () => {
  house = await openHouse();
  person = await newPerson(house, false);
  clear = await photo();
});
afterAll(() => house?.stop());

async function taken(bytes: Uint8Array = clear): Promise<UploadedFile> {
  const answer = await upload(house, person, bytes);
  expect(answer).toMatchObject({ status: 200, code: 200 });
  return answer.data as UploadedFile;
}

const get = (link: string) => fetch(house.url + link);

describe('an image', () => {
  it('is re-encoded without its metadata, and shown by a link that a browser runs nothing of', async () => {
    expect((await sharp(clear).metadata()).exif?.toString('latin1')).toContain('a-name-in-the-metadata');
    const { link, blurred, width, height } = await taken();
    expect({ blurred, width, height }).toEqual({ blurred: false, width: 1200, height: 800 });
    const shown = await get(link);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f-]{36}\.jpg"$/);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('a-name-in-the-metadata')).toBe(false);
  });

  it('that is blurred is taken, and the answer says that it is blurred', async () => {
    expect((await taken(await photo(7))).blurred).toBe(true);
  });

  it('is turned upright and kept in at most 3,000 pixels a side', async () => {
    const lying = await sharp({ create: { width: 3600, height: 2400, channels: 3, background: '#457' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await taken(lying)).toMatchObject({ width: 2000, height: 3000 });
  });

  it('lies encrypted, each with a key of its own that opens no other file', async () => {
    const { id } = await taken();
    const files = await house.storedFiles();
    const path = files.find((file) => file.endsWith(id)) as string;
    const sealed = await readFile(path);
    const { rows } = await house.pool.query(
      'select file_id, wrapped_key from files.file order by file_id = $1 desc limit 2',
      [id],
    );
    const store = { masterKey: Buffer.alloc(32, 8), folder: house.filesFolder };
    const vault = createVault(store);
    const clear = await vault.get(id, rows[0].wrapped_key);
    expect(clear.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    // 16 bytes: random ones of this length are never the same
    for (let at = 0; at + 16 <= clear.length; at += 1_024) {
      expect(sealed.includes(clear.subarray(at, at + 16))).toBe(false);
    }
    await expect(vault.get(id, rows[1].wrapped_key)).rejects.toThrow();
    const otherKey = createVault({ ...store, masterKey: Buffer.alloc(32, 1) });
    await expect(otherKey.get(id, rows[0].wrapped_key)).rejects.toThrow();
  });
});

describe('a link', () => {
  it('works only as it was made, until it expires, and for whom it was made', async () => {
    const { id, link } = await taken();
    expect((await get(link.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).status).toBe(404);
    expect((await get(link.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(404);
    expect((await get(link.split('?')[0] as string)).status).toBe(404);
    expect((await get(house.files.link('console', id).link)).status).toBe(404);
    expect((await get(link)).status).toBe(200);
    house.advance(10 * 60_000 + 1);
    const late = await get(link);
    expect(late.status).toBe(404);
    expect(late.headers.get('content-type')).toContain('application/json');
  });
});

describe('an upload', () => {
  it('of a visitor is refused before it is read', async () => {
    expect(await upload(house, null, Buffer.alloc(64))).toMatchObject({ code: 401 });
  });

  it('of more than 10 MB is refused as such', async () => {
    const answer = await upload(house, person, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(answer.code).toBe(errors.FILE_TOO_LARGE.code);
    const larger = await upload(house, person, Buffer.alloc(11 * 1024 * 1024)).catch(() => null);
    // a body that is refused unread may end the connection before the answer is read
    if (larger !== null) expect(larger.code).toBe(errors.FILE_TOO_LARGE.code);
  });

  it('without a file, with two of them or with other fields is refused', async () => {
    const send = async (form: FormData) => {
      const headers = { authorization: person.token };
      const target = `${house.url}/api/common/upload/OSS`;
      const answer = await fetch(target, { method: 'POST', body: form, headers });
      return ((await answer.json()) as { data: unknown }).data;
    };
    const form = new FormData();
    form.set('type', '0');
    expect(await send(form)).toMatchObject({ key: 'FILE_MISSING' });
    form.append('file', new Blob(['a']), 'a.jpg');
    form.append('file', new Blob(['b']), 'b.jpg');
    expect(await send(form)).toMatchObject({ key: 'INVALID_INPUT' });
    form.delete('file');
    form.append('file', new Blob(['a']), 'a.jpg');
    form.set('path', '../../etc');
    expect(await send(form)).toMatchObject({ key: 'INVALID_INPUT' });
  });

  it('that cannot be written down leaves nothing on the disk', async () => {
    const before = await house.storedFiles();
    await house.pool.query('alter table files.file add constraint shut check (width < 0) not valid');
    expect((await upload(house, person, clear)).code).toBe(errors.INTERNAL.code);
    expect(await house.storedFiles()).toEqual(before);
    await house.pool.query('alter table files.file drop constraint shut');
    await taken();
    expect(await house.storedFiles()).toHaveLength(before.length + 1);
  });

  it('needs no type, at either address', async () => {
    for (const path of ['/api/common/upload/OSS', '/api/v1/cgform-api/upload/file']) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(clear)], { type: 'image/jpeg' }), 'a.jpg');
      const headers = { authorization: person.token };
      const answer = await fetch(house.url + path, { method: 'POST', body: form, headers });
      expect(await answer.json()).toMatchObject({ code: 200 });
    }
  });

  it('whose form is refused again and again is not read any more', async () => {
    const sender = await newPerson(house, false);
    const post = async (form: FormData) => {
      const headers = { authorization: sender.token, 'x-forwarded-for': '203.0.113.9' };
      const target = `${house.url}/api/common/upload/OSS`;
      const answer = await fetch(target, { method: 'POST', body: form, headers });
      return (await answer.json()) as { data: { key: string } };
    };
    const form = new FormData();
    for (let part = 0; part < 2_000; part += 1) form.append('a', '');
    const keys: string[] = [];
    for (let turn = 0; turn < 31; turn += 1) keys.push((await post(form)).data.key);
    expect(new Set(keys.slice(0, 20))).toEqual(new Set(['INVALID_INPUT']));
    expect(keys.at(-1)).toBe('RATE_LIMITED');
  });

  it('of a form to a call that takes none is refused by its type', async () => {
    const form = new FormData();
    for (let part = 0; part < 200; part += 1) form.append('a', '');
    const headers = { authorization: person.token };
    const answer = await fetch(`${house.url}/api/user/getInfo`, { method: 'POST', body: form, headers });
    expect(await answer.json()).toMatchObject({ data: { key: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('that nothing uses is deleted after a day, and a user has 60 in a day', async () => {
    const { id } = await taken();
    house.advance(86_400_001);
    await taken();
    expect((await house.storedFiles()).some((file) => file.endsWith(id))).toBe(false);
    await house.pool.query(
      `insert into files.file select gen_random_uuid(), user_id, created_at, 1, 1, 1, false, wrapped_key, created_at, 'kyc'
       from files.file, generate_series(1, 60) where user_id = $1`,
      [person.userId],
    );
    expect((await upload(house, person, clear)).data).toMatchObject({ key: 'UPLOADS_LIMITED' });
  });
});

describe('200 hostile files', () => {
  it('are refused or re-encoded: none comes back as it was, and nothing falls', async () => {
    const files = await hostileFiles();
    expect(files.length).toBe(200);
    const senders = await Promise.all(Array.from({ length: 4 }, () => newPerson(house, false)));
    const scripts = /<script|<svg|<html|alert\(|javascript:|<\?php/i;
    let written = 0;
    const logged = house.logged();
    for (const [index, file] of files.entries()) {
      const answer = await upload(house, senders[index % 4] as Person, file.bytes, file);
      expect(answer.status, file.what).toBeLessThan(500);
      expect(
        [
          200,
          ...['FILE_NOT_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE'].map(
            (key) => errors[key as 'FILE_NOT_IMAGE'].code,
          ),
        ],
        file.what,
      ).toContain(answer.code);
      if (answer.code !== 200) continue;
      written += 1;
      const shown = await get((answer.data as UploadedFile).link);
      expect(shown.headers.get('content-type'), file.what).toBe('image/jpeg');
      const bytes = Buffer.from(await shown.arrayBuffer());
      expect(bytes.subarray(0, 3).toString('hex'), file.what).toBe('ffd8ff');
      expect(bytes.toString('latin1'), file.what).not.toMatch(scripts);
    }
    // images with something behind them are images; what stands behind is gone
    expect(written).toBeGreaterThan(30);
    expect(written).toBeLessThan(100);
    expect(house.logged()).toBe(logged);
    const after = await upload(house, senders[0] as Person, clear);
    expect(after.data).toMatchObject({ blurred: false });
  });
});

describe('the rows that need bytes', () => {
  it('are those of each table with the key of a file', async () => {
    const { rows } = await house.pool.query<{ name: string }>(`
      select table_schema || '.' || table_name as name from information_schema.columns
      where column_name = 'wrapped_key' order by 1`);
    expect(namesFiles.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name));
  });

  it('are found by the ids of files; those of an export that failed are not', async () => {
    const db = kyselyOf(house.pool);
    const owner = await newPerson(house, false);
    const { id } = (await upload(house, owner, clear)).data as UploadedFile;
    const [running, failed, unknown] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [exportId, state] of [
      [running, 'running'],
      [failed, 'failed'],
    ])
      await house.pool.query(
        `insert into mydata.export (export_id, user_id, state, requested_at, files_done, files_total)
         values ($1, $2, $3, now(), 0, 0)`,
        [exportId, owner.userId, state],
      );
    expect(await namedFiles(db, namesFiles, [id, running, failed, unknown])).toEqual(new Set([id, running]));
    expect(await namesAny(db, namesFiles)).toBe(true);
  });
});

describe('the process that decodes', () => {
  it('has bounded memory, and its end takes nothing with it', async () => {
    const images = createImages();
    try {
      await images.rewrite(1, emptyPng(6_244, 6_244, 6_244, 0));
      const status = await readFile(`/proc/${images.pid()}/status`, 'utf8');
      const residentKib = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
      expect(residentKib).toBeLessThan(600 * 1024);
      expect(await readFile(`/proc/${images.pid()}/limits`, 'utf8')).toMatch(/Max data size +1073741824/);
      const under = images.rewrite(1, clear);
      await eventually(() => expect(images.pid()).not.toBeNull());
      process.kill(images.pid() as number, 'SIGKILL');
      await expect(under).rejects.toThrow('IMAGE_UNREADABLE');
      expect((await images.rewrite(1, clear)).isBlurred).toBe(false);
    } finally {
      images.stop();
    }
  });

  it('decodes in turns by user: what one person sends at once holds up nobody else', async () => {
    const images = createImages();
    try {
      const done: number[] = [];
      const send = (userId: number) => images.rewrite(userId, clear).then(() => done.push(userId));
      const sent = [send(1), send(1), send(1), send(1), send(1)];
      await expect(send(1)).rejects.toThrow('RATE_LIMITED');
      sent.push(send(2), send(3));
      await Promise.all(sent);
      expect(done).toEqual([1, 2, 3, 1, 1, 1, 1]);
    } finally {
      images.stop();
    }
  });
});
