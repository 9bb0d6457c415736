import { STORAGE_PREFIX } from '@candor/products';

/** The keys in use, without the prefix. */
export type StorageKey =
  | 'isLogin'
  | 'tenant'
  | 'token'
  | 'userInfo'
  | 'language'
  | 'currency'
  | 'currencyChosen'
  | 'theme'
  | 'timeZone'
  | 'showAllAssets'
  | 'currentCoin'
  | 'bookGrouping'
  | 'chartInterval'
  | 'hideZero'
  | 'tradeLayout'
  | 'recovery'
  | 'seenNotice'
  | 'chatPlace'
  | 'unasked'
  | 'joinHash'
  | 'drafts';

/** A value as it lies in storage, with the time at which it was put there (milliseconds since the epoch). */
interface StoredRecord {
  readonly dataType: string;
  readonly content: unknown;
  readonly type: 'local';
  readonly datetime: number;
}

export interface Stored {
  readonly content: unknown;
  /** Time at which it was written, in milliseconds since the epoch. */
  readonly datetime: number;
}

function isRecord(value: unknown): value is StoredRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'content' in value &&
    'datetime' in value &&
    typeof value.datetime === 'number'
  );
}

/** The parts of a browser's storage that are used; a test passes its own. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface DeviceStorage {
  /** Null when nothing, or nothing readable, is stored. */
  read(key: StorageKey): Stored | null;
  write(key: StorageKey, content: unknown, nowMs?: number): void;
  remove(key: StorageKey): void;
}

/**
 * Typed access to a storage of the browser. Where storage is refused (private windows, full disk) values live in memory until the
 * page is closed, so that the app works all the same.
 */
export function createDeviceStorage(area: StorageArea): DeviceStorage {
  const memory = new Map<string, string>();
  const get = (name: string): string | null => {
    try {
      return area.getItem(name) ?? memory.get(name) ?? null;
    } catch {
      return memory.get(name) ?? null;
    }
  };
  return {
    read(key) {
      const text = get(STORAGE_PREFIX + key);
      if (text === null) return null;
      try {
        const parsed: unknown = JSON.parse(text);
        return isRecord(parsed) ? { content: parsed.content, datetime: parsed.datetime } : null;
      } catch {
        return null;
      }
    },
    write(key, content, nowMs = Date.now()) {
      const record: StoredRecord = { dataType: typeof content, content, type: 'local', datetime: nowMs };
      const text = JSON.stringify(record);
      try {
        area.setItem(STORAGE_PREFIX + key, text);
        memory.delete(STORAGE_PREFIX + key);
      } catch {
        memory.set(STORAGE_PREFIX + key, text);
      }
    },
    remove(key) {
      memory.delete(STORAGE_PREFIX + key);
      try {
        area.removeItem(STORAGE_PREFIX + key);
      } catch {
        // Storage is refused: nothing was kept there.
      }
    },
  };
}

const noStorage: StorageArea = {
  getItem: () => null,
  setItem: () => {
    throw new Error('no storage');
  },
  removeItem: () => undefined,
};

function browserStorage(name: 'localStorage' | 'sessionStorage'): StorageArea {
  try {
    return globalThis[name] ?? noStorage;
  } catch {
    return noStorage;
  }
}

/** This browser's storage. */
export const deviceStorage: DeviceStorage = createDeviceStorage(browserStorage('localStorage'));

/** The storage of this tab: it outlives a reload and ends with the tab. */
export const tabStorage: DeviceStorage = createDeviceStorage(browserStorage('sessionStorage'));
