export { type Content, type ContentKind, openContent } from './content.ts';
export { countries } from './countries.ts';
