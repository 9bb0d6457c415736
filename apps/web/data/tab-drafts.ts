import type { Draft } from './drafts.ts';
import type { DeviceStorage } from './storage.ts';

interface Kept {
  readonly userId: number;
  readonly forms?: Readonly<Record<string, { readonly version: number; readonly values: Draft }>>;
}

/**
 * Long forms as they stand while they are filled in, for a reload of this tab. They lie in the tab's storage alone, for
 * their user alone, until they are sent or that user is signed out.
 */
export interface TabDrafts {
  /** Keeps a form of a version; any other of the same name is over. */
  keep(userId: number, form: string, version: number, values: Draft): void;
  /** Returns what a user typed on top of a version; null where nothing is kept. */
  read(userId: number, form: string, version: number): Draft | null;
  forget(form: string): void;
  /** Forgets all that is not this user’s. */
  keepOnly(userId: number): void;
  clear(): void;
}

export function createTabDrafts(storage: DeviceStorage): TabDrafts {
  const kept = () => storage.read('drafts')?.content as Kept | null | undefined;
  const formsOf = (userId: number): NonNullable<Kept['forms']> => {
    const own = kept();
    return own?.userId === userId ? (own.forms ?? {}) : {};
  };
  return {
    keep(userId, form, version, values) {
      const forms = { ...formsOf(userId), [form]: { version, values } };
      storage.write('drafts', { userId, forms } satisfies Kept);
    },
    read(userId, form, version) {
      const draft = formsOf(userId)[form];
      return draft?.version === version ? draft.values : null;
    },
    forget(form) {
      const { userId, forms = {} } = kept() ?? {};
      const { [form]: _, ...others } = forms;
      if (Object.keys(others).length === 0) storage.remove('drafts');
      else storage.write('drafts', { userId, forms: others });
    },
    keepOnly(userId) {
      const own = kept();
      if (own != null && own.userId !== userId) storage.remove('drafts');
    },
    clear: () => storage.remove('drafts'),
  };
}
