import type { ChatStatus } from '@candor/api';
import type { BadgeTone } from '@candor/ui';

/** The look of a conversation's state. */
export const statusTone: Readonly<Record<ChatStatus, BadgeTone>> = {
  open: 'warn',
  pending: 'accent',
  snoozed: 'neutral',
  resolved: 'neutral',
};
