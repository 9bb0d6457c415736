import type { ActSending } from '@candor/ui';
import type { ReactNode } from 'react';
import {
  OperatorDialog,
  type OperatorDialogProps,
  useOperatorForm,
  type WithReason,
} from './operator-dialog.tsx';

interface ReasonDialogProps extends Omit<OperatorDialogProps<WithReason>, 'act' | 'children'> {
  readonly queryKey: readonly string[];
  /** The text of the toast once it is done. */
  readonly done: string;
  readonly send: (body: WithReason, sending: ActSending) => Promise<unknown>;
  readonly children?: ReactNode;
}

/** The dialog of an act that needs its reason alone. */
export function ReasonDialog({ queryKey, done, send, ...dialog }: ReasonDialogProps) {
  const act = useOperatorForm<WithReason>({
    queryKey,
    onClose: dialog.onClose,
    defaultValues: {},
    done,
    send,
  });
  return <OperatorDialog act={act} {...dialog} />;
}
