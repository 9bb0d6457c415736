import { MAX_FILE_BYTES } from '@candor/api';
import { describe, expect, it } from 'vitest';
import {
  FORM_END as END,
  FORM_TYPE,
  formFile as file,
  hostileForms,
  formPart as part,
} from '../../../../tests/api/support/hostile-forms.ts';
import { readForm, UPLOAD_LIMIT_BYTES } from './forms.ts';

const PACKET_BYTES = 64 * 1024;

async function* inPackets(body: Buffer, bytes = PACKET_BYTES): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += bytes) yield body.subarray(at, at + bytes);
}

const read = (body: Buffer | string, contentType = FORM_TYPE, packetBytes = PACKET_BYTES) =>
  readForm(inPackets(Buffer.from(body), packetBytes), contentType, async () => {});

const hostile = hostileForms(UPLOAD_LIMIT_BYTES);

async function processorMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe('a form', () => {
  it('gives its file, with or without the type, however it is cut into packets', async () => {
    for (const bytes of [1, 7, 100, PACKET_BYTES]) {
      for (const body of [file('abc') + END, file('abc') + part('type', '0') + END]) {
        const form = await read(body, FORM_TYPE, bytes);
        expect(form?.refused).toBeNull();
        expect(Buffer.from(form?.file ?? []).toString()).toBe('abc');
      }
    }
  });

  it('may hold a file of the largest size, and none that is larger', async () => {
    const largest = await read(file('x'.repeat(MAX_FILE_BYTES)) + END);
    expect(largest?.file?.length).toBe(MAX_FILE_BYTES);
    const larger = await read(file('x'.repeat(MAX_FILE_BYTES + 1)) + END);
    expect(larger?.refused).toMatchObject({ key: 'FILE_TOO_LARGE' });
    expect(await read(Buffer.alloc(UPLOAD_LIMIT_BYTES + 1))).toBeNull();
  });

  it.each([
    ['another field', file('a') + part('path', 'x') + END, { key: 'INVALID_INPUT', field: 'path' }],
    ['another type', file('a') + part('type', '1') + END, { key: 'INVALID_INPUT', field: 'type' }],
    ['two files', file('a') + file('b') + END, { key: 'INVALID_INPUT', field: 'file' }],
    ['two types', part('type', '0') + part('type', '0') + END, { key: 'INVALID_INPUT', field: 'type' }],
    ['no file', part('type', '0') + END, { key: 'FILE_MISSING', field: 'file' }],
    ['an empty file', file('') + END, { key: 'FILE_MISSING', field: 'file' }],
    ['no end', file('a'), { key: 'FILE_MISSING', field: 'file' }],
    ['nothing', '', { key: 'FILE_MISSING', field: 'file' }],
  ])('with %s is refused by name', async (_, body, refused) => {
    expect((await read(body))?.refused).toEqual(refused);
  });

  it.each([
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; ${'a=b; '.repeat(3_000)}boundary=b`,
    `multipart/form-data; boundary=${'b'.repeat(15_000)}`,
  ])('of a type without a plain boundary is refused: %.60s', async (contentType) => {
    expect((await read(file('a') + END, contentType))?.refused).toMatchObject({ key: 'FILE_MISSING' });
  });

  it.each(Object.keys(hostile))('of %s costs no more than a few files of its size', async (name) => {
    const body = Buffer.from(hostile[name] as string);
    const honest = Buffer.from(file('x'.repeat(body.length - 1_000)) + END);
    const peerMs = await processorMs(() => read(honest));
    let form: unknown;
    const ms = await processorMs(async () => {
      form = await read(body);
    });
    expect(form).toMatchObject({ file: null });
    expect(ms).toBeLessThan(10 * peerMs + 100);
  });

  it('is paid for as it is read', async () => {
    let points = 0;
    await readForm(inPackets(Buffer.from(file('x'.repeat(4 * 1024 * 1024)) + END)), FORM_TYPE, async () => {
      points += 1;
    });
    expect(points).toBe(16);
  });
});
