export { type Catalogue, createCatalogue, type LoadedLanguage } from './catalogue.ts';
export { absentFigure, decimalsOf, hiddenAmount, shiftPoint, trimFigure } from './format-number.ts';
export { countdown } from './format-time.ts';
export { createFormatters, type Figure, type Formatters } from './formatters.ts';
export {
  type LoadRoom,
  loadConsoleRoom,
  loadCustomerRoom,
  loadMessages,
  loadServerRoom,
  loadSharedRoom,
  type Messages,
} from './load-messages.ts';
export {
  defaultLocale,
  isLocale,
  type Locale,
  languageNames,
  languageTags,
  localeOf,
  locales,
} from './locales.ts';
export { maskAccount } from './mask.ts';
export { networkName } from './network-name.ts';
export { type NumberProblem, type NumberReading, type ReadNumberOptions, readNumber } from './read-number.ts';
export {
  decimalOf,
  isPositiveNumber,
  isRefusedNumber,
  type PlainValues,
  RefusedNumber,
  sentNumber,
  type TypedNumber,
} from './refused-number.ts';
export {
  type ConsoleRoom,
  type CustomerRoom,
  consoleRooms,
  customerRooms,
  type MessageId,
  type ServerRoom,
} from './rooms.gen.ts';
export { createTranslate, type MessageValues, type Translate } from './translate.ts';
export { dayBeginMs, isoInZone, isTimeZone, zoneOffsetMs } from './zone-time.ts';
