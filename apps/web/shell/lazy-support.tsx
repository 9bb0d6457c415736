import { LostDialog, lazyPart } from '../common/lazy-part.tsx';
import type { SupportSubject } from '../common/support-texts.ts';

export interface SupportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Matter of a conversation that begins here; a general one by default. */
  readonly subject?: SupportSubject;
}

/** The support dialog, whose code is loaded when somebody opens it. */
export const LazySupportDialog = lazyPart<SupportDialogProps>(
  async () => (await import('./support/support-dialog.tsx')).SupportDialog,
  LostDialog,
);
