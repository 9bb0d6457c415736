import type { ReactNode } from 'react';
import { Eye } from '../common/eye.tsx';
import { DaysFilter } from '../records/days-filter.tsx';

export interface WalletHistoryProps {
  /** The heading that the page needs: `h1` where the list is the page. */
  readonly heading: 'h1' | 'h2';
  readonly title: string;
  /** Saves the list as a file. */
  readonly file: ReactNode;
  /** The list, which asks for the days of the filter. */
  readonly children: ReactNode;
}

/** Deposits or withdrawals of chosen days, below the switch that masks amounts and the list as a file. */
export function WalletHistory({ heading: Heading, title, file, children }: WalletHistoryProps) {
  return (
    <DaysFilter>
      {(fields) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="flex items-center gap-2">
              <Heading className={`${Heading === 'h1' ? 'text-20' : 'text-16'} font-semibold`}>
                {title}
              </Heading>
              <Eye />
            </span>
            <span className="ms-auto">{file}</span>
          </div>
          {fields}
          {children}
        </>
      )}
    </DaysFilter>
  );
}
