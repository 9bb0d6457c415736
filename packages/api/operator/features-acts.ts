import { defineActs } from './define-acts.ts';

/** The act on a switch; the country `*` stands for all without a rule of their own. */
export const featuresDeskActs = defineActs('features', {
  setFeature: { feature: 'console.features.name.', country: 'any', state: 'console.features.state.' },
});
