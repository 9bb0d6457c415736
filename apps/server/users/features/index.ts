export { type Closing, type Features, openFeatures } from './features.ts';
export { guardFeatures } from './guard.ts';
export { openCountries, opensByDefault, type Rules, readRules } from './rules.ts';
