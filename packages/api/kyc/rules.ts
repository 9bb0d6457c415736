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

/** The reason of a level that ended by itself: level 1 was submitted again for another person. */
export const kycLapses = ['personChanged'] as const;
export type KycLapse = (typeof kycLapses)[number];
