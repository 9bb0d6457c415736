import {
  type Client,
  createClient,
  createServerClock,
  type OperatorCalls,
  operatorRoutes,
} from '@candor/api';
import { createContext, use } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { KeptSession, OperatorSession } from './kept-session.ts';

export type { OperatorSession };

interface SessionState {
  readonly session: OperatorSession | null;
}

/** The console's session and its calls. The session belongs to this tab and outlives a reload. */
export interface Console {
  readonly store: StoreApi<SessionState>;
  readonly client: Client<OperatorCalls>;
  /** Returns the server's time in ms; null while it is not known. */
  serverMs(): number | null;
  /** Returns the server's time in ms, or the device's own until the server has sent its time. */
  serverNowMs(): number;
  signIn(session: OperatorSession): void;
  /** Ends the session at the server, and here whatever the server says. */
  signOut(): Promise<void>;
}

/** Makes the session and the client that carries its token; `language` is the locale now. */
export function createConsole(language: () => string, kept: KeptSession): Console {
  const store = createStore<SessionState>(() => ({ session: kept.read() }));
  store.subscribe(({ session }) => kept.write(session));
  const clock = createServerClock();
  const client = createClient(operatorRoutes, {
    clock,
    baseUrl: '',
    head: 'v1',
    token: () => store.getState().session?.token ?? null,
    language,
    onUnauthorized: () => store.setState({ session: null }),
  });
  return {
    store,
    client,
    serverMs: clock.nowMs,
    serverNowMs: () => clock.nowMs() ?? Date.now(),
    signIn: (session) => store.setState({ session }),
    async signOut() {
      try {
        await client.call('operatorLogout');
      } finally {
        store.setState({ session: null });
      }
    },
  };
}

const ConsoleContext = createContext<Console | null>(null);
export const ConsoleProvider = ConsoleContext.Provider;

/** The console's services. @throws Error outside of the provider. */
export function useConsole(): Console {
  const services = use(ConsoleContext);
  if (services === null) throw new Error('no console: the provider is missing');
  return services;
}

/** Returns the session of the operator who is signed in; null for nobody. */
export function useOperator(): OperatorSession | null {
  return useStore(useConsole().store, (state) => state.session);
}
