export { type Content, type ContentKind, openContent } from './content.ts';
export { countries } from './countries.ts';
export {
  isTimeZone,
  readDictionaries,
  readLanguages,
  readNav,
  readTimeZone,
  removeEntry,
  saveEntry,
  saveOne,
} from './kept.ts';
export { readRates, setRate, symbolOf } from './rates.ts';
