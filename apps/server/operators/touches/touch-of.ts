import type { TouchAct, TouchCode } from '@candor/api';
import type { Reviewer, ReviewItem } from '../../gateway/review/index.ts';
import type { NewTouch } from './touches.ts';

/** A reviewer's look at an item of the queue, or act on it, as the user whom it concerns reads it. */
export const touchOf = (
  { userId }: ReviewItem,
  { name, role }: Reviewer,
  act: TouchAct,
  code: TouchCode | null = null,
): NewTouch => ({ userId, act, reason: null, code, operator: { name, role } });
