import { randomBytes } from 'node:crypto';
import { apiKeyCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Factors } from '../factors/index.ts';
import { openApiKeys } from './apikeys.ts';
import { apiKeyHandlers, refuseRights } from './handlers.ts';

interface Base extends OpeningServices {
  readonly factors: Factors;
}

export const apikeys = defineSubject({
  calls: apiKeyCalls,
  async open(lifecycle, { pool, bus, log, now, factorsKey, factors }: Base) {
    const apiKeys = await lifecycle.stage(
      'the API keys',
      // A process without the key serves no user: its own key opens nothing.
      () => openApiKeys({ pool, bus, log, now, masterKey: factorsKey ?? randomBytes(32) }),
      async (running) => running.stop(),
    );
    factors.addChecks({
      createApi: async ({ session, body }) => {
        refuseRights(body);
        await apiKeys.refuseFull(session.userId);
        return {};
      },
    });
    return { apiKeys };
  },
  handlers: apiKeyHandlers,
});
