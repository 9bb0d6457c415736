import type { LoanRecordRow, LoanRecordStatus } from '@candor/api';
import { Badge, type BadgeTone, useText } from '@candor/ui';

const TONES: Readonly<Record<LoanRecordStatus, BadgeTone>> = {
  pending: 'accent',
  approved: 'accent',
  overdue: 'warn',
  settled: 'neutral',
  failed: 'warn',
  cancelled: 'neutral',
};

/** The state of an application or of its loan as a word. */
export function StatusBadge({ status }: Pick<LoanRecordRow, 'status'>) {
  const text = useText();
  return <Badge tone={TONES[status]}>{text(`loan.status.${status}`)}</Badge>;
}
