import { featureCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Identity } from '../identity/index.ts';
import type { Kyc } from '../kyc/index.ts';
import { openFeatures } from './features.ts';
import { featureHandlers } from './handlers.ts';

interface Base extends OpeningServices {
  readonly identity: Pick<Identity, 'atRegistration'>;
  readonly kyc: Pick<Kyc, 'country'>;
}

export const features = defineSubject({
  calls: featureCalls,
  async open(_lifecycle, { pool, catalogues, identity, kyc, now }: Base) {
    const room = await openFeatures({
      pool,
      catalogues,
      now,
      verifiedCountry: (userId) => kyc.country(userId),
    });
    identity.atRegistration(async (trx, { userId, name }) => {
      if (name.type === 'phone') await room.register(trx, userId, name.value);
    });
    return { features: room };
  },
  handlers: featureHandlers,
});
