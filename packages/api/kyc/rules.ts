// No schemas: browsers load this module.

export const documentTypes = ['idCard', 'passport'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The photos of a document; a passport has no back. */
export const kycPhotos = ['front', 'back', 'handheld'] as const;
export type KycPhoto = (typeof kycPhotos)[number];

export const photosOf = (documentType: DocumentType): readonly KycPhoto[] =>
  documentType === 'passport' ? ['front', 'handheld'] : kycPhotos;

/** Why a submission is rejected; each has a text `review.reason.kyc.<reason>`. */
export const kycRejections = [
  'unclear',
  'cut',
  'expired',
  'mismatch',
  'handheld',
  'notAccepted',
  'duplicate',
  'altered',
] as const;
export type KycRejection = (typeof kycRejections)[number];

/** A submission is decided within so many hours. */
export const KYC_REVIEW_HOURS = 24;

export const MAX_NAME_LENGTH = 100;
/** A name: letters, marks, spaces and what stands in names. */
export const PERSON_NAME = /^[\p{L}\p{M}][\p{L}\p{M} .,'’·-]{0,99}$/u;
/** The number of a document: 4 to 30 letters and digits, with - . / and spaces between them. */
export const ID_NUMBER = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./-]{2,28})[\p{L}\p{N}]$/u;
