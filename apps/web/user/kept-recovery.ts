import { deviceStorage } from '../data/index.ts';

/** The token of the request that this browser made; null where it made none. It stays for the days of the request. */
export function keptRecovery(): string | null {
  const content = deviceStorage.read('recovery')?.content;
  return typeof content === 'string' ? content : null;
}

/** Keeps the token of a new request in place of the one before; null forgets it. */
export function keepRecovery(token: string | null): void {
  if (token === null) deviceStorage.remove('recovery');
  else deviceStorage.write('recovery', token);
}
