import { KYC_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';
import type { Level } from './submissions.ts';

export const kycReviewName: ReviewKindName = { kind: 'kyc', deadlineMs: KYC_REVIEW_HOURS * 3_600_000 };

/** The queue's name of what is judged: a user's level. */
export const subjectOf = (userId: number, level: Level): string => `${userId}-${level}`;

/** A submission whose approval takes two operators: above the first level it raises limits. */
export const takesTwo = (level: Level): boolean => level === 'advanced';

/** The level of a subject. @throws RangeError for a subject that is none of this room */
export function levelOfSubject(subject: string): Level {
  const level = subject.split('-')[1];
  if (level !== 'primary' && level !== 'advanced')
    throw new RangeError(`${subject} is no subject of a check`);
  return level;
}
