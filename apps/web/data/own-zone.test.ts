import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { followOwnZone } from './own-zone.ts';
import { createPreferences } from './preferences.ts';
import { createDeviceStorage } from './storage.ts';

const values = new Map<string, string>();
const storage = createDeviceStorage({
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, value),
  removeItem: (key) => void values.delete(key),
});

it('takes over the zone that was chosen elsewhere, once, and no zone that this browser does not know', () => {
  const preferences = createPreferences(storage);
  const zone = () => preferences.getState().timeZone;
  const session = createStore<{ user: { timeZone: string | null } | null }>(() => ({ user: null }));
  followOwnZone(session, preferences);
  const told = (timeZone: string | null) => session.setState({ user: { timeZone } });
  told(null);
  expect(zone()).toBeNull();
  told('Asia/Kathmandu');
  expect(zone()).toBe('Asia/Kathmandu');
  preferences.change({ timeZone: 'UTC' });
  told('Asia/Kathmandu');
  expect(zone()).toBe('UTC');
  told('Mars/Olympus');
  expect(zone()).toBe('UTC');
  session.setState({ user: null });
  told('America/Lima');
  expect(zone()).toBe('America/Lima');
});
