export { type Content, type ContentKind, openContent } from './content.ts';
export { countries } from './countries.ts';
export { REFRESH_MS, readRates, setRate } from './rates.ts';
