import { type OperatorRole, operatorRoles } from '@candor/api';

export interface OperatorSession {
  readonly token: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const KEY = 'candor_console-session';

/** The part of `sessionStorage` that this module uses. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keeps the session of this tab over a reload, in `sessionStorage`: it ends with the tab, no other tab or port sees it,
 * and the browser never sends it by itself, as it would a cookie. A call is authenticated by its header alone.
 */
export interface KeptSession {
  /** The session of this tab; null where there is none. The server says when it is over: the device's time may be wrong. */
  read(): OperatorSession | null;
  write(session: OperatorSession | null): void;
}

function isSession(value: unknown): value is OperatorSession {
  const session = value as Partial<OperatorSession> | null;
  return (
    typeof session === 'object' &&
    typeof session?.token === 'string' &&
    typeof session.name === 'string' &&
    operatorRoles.includes(session.role as OperatorRole) &&
    typeof session.expiresAt === 'number'
  );
}

/** The session kept in `storage`. Where the browser refuses storage, a reload signs out. */
export function keptSession(storage: () => SessionStorage): KeptSession {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage().getItem(KEY) ?? 'null');
        return isSession(kept) ? kept : null;
      } catch (error) {
        console.warn('The session could not be read.', error);
        return null;
      }
    },
    write(session) {
      try {
        if (session === null) storage().removeItem(KEY);
        else storage().setItem(KEY, JSON.stringify(session));
      } catch (error) {
        console.warn('The session could not be kept.', error);
      }
    },
  };
}
