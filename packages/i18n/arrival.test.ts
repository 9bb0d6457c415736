import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from './locales.ts';

/** Each language's texts of a room, by id. */
const roomOf = (language: string, room: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'messages', language, `${room}.json`), 'utf8'));

test.each(locales)(
  '%s takes the promised arrival of a withdrawal from one constant, and names no hours',
  (language) => {
    const texts = roomOf(language, 'withdraw');
    expect(texts['withdraw.arrival.hours']).toMatch(/\{hours, plural,/);
    for (const [id, text] of Object.entries(texts)) expect(text, id).not.toMatch(/\b(24|48)\b/);
  },
);
