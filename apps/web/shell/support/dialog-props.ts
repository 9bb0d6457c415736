import type { SupportSubject } from '../../common/support-texts.ts';

export interface SupportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Matter of a conversation that begins here; a general one by default. */
  readonly subject?: SupportSubject;
}
