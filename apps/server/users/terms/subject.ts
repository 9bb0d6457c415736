import { termsCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Identity } from '../identity/index.ts';
import { termsHandlers } from './handlers.ts';
import { openTerms } from './terms.ts';

interface Base extends OpeningServices {
  readonly identity: Pick<Identity, 'atRegistration' | 'beforeRegistration'>;
}

export const terms = defineSubject({
  calls: termsCalls,
  async open(_lifecycle, { pool, catalogues, identity, now }: Base) {
    const room = await openTerms({ pool, catalogues, now });
    identity.beforeRegistration(({ termsVersion }) => room.requireAccepted(termsVersion));
    identity.atRegistration(async (trx, { userId, termsVersion, language }) => {
      if (termsVersion !== null) await room.enter(trx, userId, termsVersion, language);
    });
    return { terms: room };
  },
  handlers: termsHandlers,
});
