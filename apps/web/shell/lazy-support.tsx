import { LostDialog, lazyPart } from '../common/lazy-part.tsx';
import type { SupportDialogProps } from './support/dialog-props.ts';

/** The support dialog, whose code is loaded when somebody opens it. */
export const LazySupportDialog = lazyPart<SupportDialogProps>(
  async () => (await import('./support/support-dialog.tsx')).SupportDialog,
  LostDialog,
);
