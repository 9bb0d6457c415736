export { type Look, type Reading, registerLooks, timestampOf } from './looks.ts';
