export type { TermsTexts } from './schema.ts';
export type { Terms } from './terms.ts';
export {
  changedLanguages,
  completeTexts,
  digestOf,
  publishVersion,
  readDraft,
  readVersions,
  writeDraft,
} from './versions.ts';
