import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import type { LoadRoom } from './load-messages.ts';
import type { Locale } from './locales.ts';

type Room = 'shell' | 'trade' | 'fees';

/** Rooms that arrive when a test says so; those in `missing` never do. */
function stage(first: Locale, missing: readonly string[] = []) {
  const asked: string[] = [];
  const gates = new Map<string, () => void>();
  const held = new Set<string>();
  const loadRoom: LoadRoom<Room> = async (locale, room) => {
    const name = `${locale}/${room}`;
    asked.push(name);
    if (held.has(name)) await new Promise<void>((resolve) => gates.set(name, resolve));
    if (missing.includes(name)) throw new Error(`no ${name}`);
    return { [`${room}.title`]: name };
  };
  return {
    asked,
    held,
    catalogue: createCatalogue(first, loadRoom),
    release: (name: string) => gates.get(name)?.(),
  };
}

afterEach(() => void vi.restoreAllMocks());

describe('a catalogue', () => {
  it('adds rooms to the messages on the page, each loaded once', async () => {
    const { catalogue, asked } = stage('de');
    await catalogue.load(['shell']);
    const { messages } = catalogue.current();
    await catalogue.load(['shell', 'trade']);
    expect(messages).toEqual({ 'shell.title': 'de/shell', 'trade.title': 'de/trade' });
    expect(asked).toEqual(['de/shell', 'de/trade']);
  });

  it('shows another language when all rooms in use are there', async () => {
    const { catalogue } = stage('de');
    await catalogue.load(['shell', 'trade']);
    const shown = vi.fn();
    catalogue.subscribe(shown);
    await catalogue.change('fr');
    expect(shown).toHaveBeenCalledOnce();
    expect(catalogue.current()).toMatchObject({
      locale: 'fr',
      messages: { 'shell.title': 'fr/shell', 'trade.title': 'fr/trade' },
    });
  });

  it('has a room in the language that is shown at the end, when the language changes while it loads', async () => {
    const { catalogue, held, release } = stage('de');
    await catalogue.load(['shell']);
    held.add('fr/shell');
    const changing = catalogue.change('fr');
    await catalogue.load(['trade']);
    release('fr/shell');
    await changing;
    await catalogue.load(['trade']);
    expect(catalogue.current().messages).toEqual({ 'shell.title': 'fr/shell', 'trade.title': 'fr/trade' });
  });

  it('shows the language that was asked for last', async () => {
    const { catalogue, held, release } = stage('de');
    await catalogue.load(['shell']);
    held.add('fr/shell');
    const first = catalogue.change('fr');
    await catalogue.change('ja');
    release('fr/shell');
    await first;
    expect(catalogue.current().locale).toBe('ja');
  });

  it('is English where a language cannot be had', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { catalogue } = stage('th', ['th/shell']);
    await catalogue.load(['shell']);
    expect(catalogue.current()).toMatchObject({ locale: 'en', messages: { 'shell.title': 'en/shell' } });
  });

  it('rejects for a room that cannot be had, and changes the language without it', async () => {
    const { catalogue } = stage('de', ['de/trade', 'fr/trade']);
    await catalogue.load(['shell']);
    await expect(catalogue.load(['trade'])).rejects.toThrow('no de/trade');
    await catalogue.change('fr');
    expect(catalogue.current()).toMatchObject({ locale: 'fr', messages: { 'shell.title': 'fr/shell' } });
  });
});
