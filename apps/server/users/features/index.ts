export { type Closing, createFeatures, type Features } from './features.ts';
export { guardFeatures } from './guard.ts';
export { openCountries, opensByDefault, type Rules, readRules } from './rules.ts';
