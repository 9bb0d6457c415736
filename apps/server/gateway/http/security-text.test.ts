import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveSecurityText } from './security-text.ts';

async function read(publicUrl: string | null): Promise<{ type: unknown; text: string }> {
  const app = Fastify();
  const now = () => Date.parse('2026-03-01T17:30:00Z');
  serveSecurityText(app, { contact: 'mailto:security@exchange.example', publicUrl }, now);
  const { headers, body } = await app.inject('/.well-known/security.txt');
  return { type: headers['content-type'], text: body };
}

test('it names the contact, and expires half a year after it is read', async () => {
  const { type, text } = await read('https://exchange.example');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toBe(
    [
      'Contact: mailto:security@exchange.example',
      'Expires: 2026-08-28T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://exchange.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('without an address on the web it names none of its own', async () => {
  for (const publicUrl of [null, 'http://exchange.example'])
    expect((await read(publicUrl)).text).not.toContain('Canonical');
});
