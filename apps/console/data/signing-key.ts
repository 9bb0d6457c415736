/**
 * Operators' signing keys in this browser. WebCrypto makes them as not extractable, and IndexedDB keeps them as they are:
 * a page can sign with them while it runs here, and nobody can read them out.
 */

const DATABASE = 'candor-signing';
const STORE = 'keys';

interface KeptKey {
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

/** False where the browser has no Ed25519, or the page is not secure: then no key can be made. */
export async function canMakeKeys(): Promise<boolean> {
  if (globalThis.crypto?.subtle === undefined || globalThis.indexedDB === undefined) return false;
  try {
    await makeKeyPair();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Makes a key and keeps it here. Returns its public part, raw, in base64url. */
export async function makeSigningKey(): Promise<string> {
  const { publicKey, privateKey } = await makeKeyPair();
  const text = textOf(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
  await inStore('readwrite', (store) => store.put({ publicKey: text, privateKey } satisfies KeptKey));
  return text;
}

/** True if this browser holds the private part of a key. */
export async function holdsSigningKey(publicKey: string): Promise<boolean> {
  return (await find(publicKey)) !== undefined;
}

/** Signs the UTF-8 bytes of a text; null where this browser does not hold the key. */
export async function signText(publicKey: string, text: string): Promise<string | null> {
  const kept = await find(publicKey);
  if (kept === undefined) return null;
  const signed = await crypto.subtle.sign('Ed25519', kept.privateKey, new TextEncoder().encode(text));
  return textOf(new Uint8Array(signed));
}

const makeKeyPair = () =>
  crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']) as Promise<CryptoKeyPair>;

const find = (publicKey: string) =>
  inStore<KeptKey | undefined>(
    'readonly',
    (store) => store.get(publicKey) as IDBRequest<KeptKey | undefined>,
  );

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Runs one request; a change is kept on disk when it resolves. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'publicKey' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
