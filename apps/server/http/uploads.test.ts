import { expect, test, vi } from 'vitest';
import { fileOfForm } from './uploads.ts';

const part = (name: string, value: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
const file = part('file', 'an image', '; filename="a.png"\r\nContent-Type: image/png');
const type = part('type', '0');

const read = (parts: readonly string[], boundary = 'line', contentType = `boundary=${boundary}`) =>
  fileOfForm({
    form: Buffer.from(`${parts.map((each) => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`),
    contentType: `multipart/form-data; ${contentType}`,
  }).then(
    (bytes) => Buffer.from(bytes).toString(),
    (error: { readonly key?: string }) => error.key,
  );

test('a form is read as browsers write it', async () => {
  expect(await read([file, type])).toBe('an image');
  expect(await read([type, file], '----WebKitFormBoundaryx7')).toBe('an image');
  expect(await read([file, type], "a b'c", `charset=x; Boundary="a b'c"`)).toBe('an image');
});

test('one with many parts or long headers is refused before the platform works through it', async () => {
  const parse = vi.spyOn(Response.prototype, 'formData');
  expect(await read(Array.from({ length: 100_000 }, () => file))).toBe('FILE_MISSING');
  expect(await read([`X-A: ${'b'.repeat(9_000)}\r\n${file}`, type])).toBe('FILE_MISSING');
  expect(await read([part('%22'.repeat(9_000), 'a'), type])).toBe('FILE_MISSING');
  expect(await read([file, type], 'line', 'boundary=')).toBe('FILE_MISSING');
  expect(await read([file, type], 'line', 'boundary="li\u0000ne"')).toBe('FILE_MISSING');
  expect(parse).not.toHaveBeenCalled();
  expect(await read([file, type])).toBe('an image');
  expect(parse).toHaveBeenCalledOnce();
  parse.mockRestore();
});
