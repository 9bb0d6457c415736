import type { featureCalls } from '@candor/api';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Features } from './features.ts';

export interface FeaturesNeeds {
  readonly features: Features;
  readonly now: () => number;
}

export function featureHandlers({ features, now }: FeaturesNeeds): Handlers<typeof featureCalls> {
  return {
    getFeatures: ({ session }) => features.show(session?.userId ?? null),
    async declareCountry({ session, body }) {
      refuseLate(now());
      await features.declare(session.userId, body.country);
      return features.show(session.userId);
    },
  };
}
