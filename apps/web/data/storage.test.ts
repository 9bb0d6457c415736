import { describe, expect, it } from 'vitest';
import { createDeviceStorage } from './storage.ts';

function area(): Storage & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  };
}

describe('device storage', () => {
  it('keeps a value with its type and time under the prefix', () => {
    const local = area();
    createDeviceStorage(local).write('token', 'abc', 5);
    expect(JSON.parse(local.values.get('coin_web-token')!)).toEqual({
      dataType: 'string',
      content: 'abc',
      type: 'local',
      datetime: 5,
    });
    expect(createDeviceStorage(local).read('token')).toEqual({ content: 'abc', datetime: 5 });
  });

  it('reads what is missing, damaged or foreign as nothing', () => {
    const local = area();
    const storage = createDeviceStorage(local);
    expect(storage.read('theme')).toBeNull();
    local.setItem('coin_web-theme', '{"content":');
    expect(storage.read('theme')).toBeNull();
    local.setItem('coin_web-theme', '"night"');
    expect(storage.read('theme')).toBeNull();
  });

  it('lives in memory where the browser refuses storage', () => {
    const storage = createDeviceStorage({
      getItem: () => {
        throw new DOMException('denied');
      },
      setItem: () => {
        throw new DOMException('full');
      },
      removeItem: () => {
        throw new DOMException('denied');
      },
    });
    storage.write('language', 'de', 1);
    expect(storage.read('language')).toEqual({ content: 'de', datetime: 1 });
    storage.remove('language');
    expect(storage.read('language')).toBeNull();
  });
});
