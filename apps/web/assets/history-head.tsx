import type { ReactNode } from 'react';
import { Eye } from '../common/eye.tsx';

interface HistoryHeadProps {
  /** The heading itself, of the level that the page needs. */
  readonly title: ReactNode;
  /** Saves the list as a file. */
  readonly file: ReactNode;
}

/** The head of a list of deposits or withdrawals: the switch that masks amounts, and the list as a file. */
export function HistoryHead({ title, file }: HistoryHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="flex items-center gap-2">
        {title}
        <Eye />
      </span>
      <span className="ms-auto">{file}</span>
    </div>
  );
}
