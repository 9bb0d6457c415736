import { randomBytes } from 'node:crypto';
import { factorCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Identity } from '../identity/index.ts';
import { entryPart } from './entry-part.ts';
import { openFactors } from './factors.ts';
import { factorHandlers } from './handlers.ts';

interface Base extends OpeningServices {
  readonly identity: Identity;
}

export const factors = defineSubject({
  calls: factorCalls,
  async open(_lifecycle, { pool, identity, codes, messages, factorsKey, codesKey, publicUrl, now }: Base) {
    const room = await openFactors({
      pool,
      identity,
      publicUrl,
      now,
      codes,
      messages,
      // A process without the key serves no user: its own key opens nothing.
      secretKey: factorsKey ?? randomBytes(32),
      linkKey: codesKey ?? randomBytes(32),
    });
    identity.entry?.join(entryPart(room));
    return { factors: room };
  },
  handlers: factorHandlers,
});
