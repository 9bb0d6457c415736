import { LostDialog, lazyPart } from '../common/lazy-part.tsx';

/** The support dialog, whose code is loaded when somebody opens it. */
export const LazySupportDialog = lazyPart(
  async () => (await import('./support-dialog.tsx')).SupportDialog,
  LostDialog,
);
