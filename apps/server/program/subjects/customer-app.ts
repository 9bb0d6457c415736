import type { FastifyInstance } from 'fastify';
import { createHttpApp, type HttpDeps, tokenOf } from '../../gateway/http/index.ts';
import { serveArticleImages, serveFeeds } from '../../users/articles/index.ts';
import type { Session } from '../../users/identity/index.ts';
import { serveExports } from '../../users/mydata/index.ts';
import { composeHandlers, type OpenServices } from './compose.ts';

export interface CustomerAppOptions
  extends Omit<
    HttpDeps<Session>,
    | 'handlers'
    | 'authenticate'
    | 'byKey'
    | 'admit'
    | 'stepUp'
    | 'files'
    | 'downloads'
    | 'visitorKey'
    | 'publicState'
    | 'now'
    | 'secure'
    | 'limits'
  > {
  readonly services: Omit<OpenServices, 'actsPerUserAndDay' | 'actsPerAddressAndDay' | 'share'>;
  readonly limits: HttpDeps<Session>['limits'] &
    Pick<OpenServices, 'actsPerUserAndDay' | 'actsPerAddressAndDay'>;
}

/** The customers' app with the calls of all subjects. Await `ready()` and hand requests to `routing`. */
export async function createCustomerApp({ services, ...http }: CustomerAppOptions): Promise<FastifyInstance> {
  const {
    identity,
    factors,
    apiKeys,
    files,
    exports,
    articles,
    recovery,
    catalogues,
    perpetualListings,
    now,
    secure,
  } = services;
  const { actsPerUserAndDay, actsPerAddressAndDay, share } = http.limits;
  return createHttpApp({
    ...http,
    now,
    secure,
    handlers: composeHandlers({ ...services, actsPerUserAndDay, actsPerAddressAndDay, share }),
    authenticate: (token) => identity.sessions.kept(token) ?? identity.sessions.authenticate(token),
    byKey: apiKeys.gate,
    admit: (call, session) => factors.admit(call, session),
    stepUp: factors.stepUp,
    files,
    async visitorKey({ query }) {
      const { token } = query as { readonly token?: unknown };
      const userId = typeof token === 'string' ? await recovery.requests.userOfDraft(token) : null;
      return userId === null ? null : `recovery ${userId}`;
    },
    downloads(api, headers) {
      serveArticleImages(api, { read: articles.image, headers });
      serveFeeds(api, { articles, headers });
      serveExports(api, {
        exports,
        headers,
        userOf: async ({ headers: given }) => {
          const token = tokenOf(given);
          const session = token === null ? null : await identity.sessions.authenticate(token);
          return session === null || session.isFrozen ? null : session.userId;
        },
      });
    },
    publicState: () => [catalogues.current(), perpetualListings.current()],
  });
}
