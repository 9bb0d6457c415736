import { LoansFile } from './files.tsx';
import { RecordsTable } from './records-table.tsx';

/** All applications and loans as a list of the order centre. */
export const PowerLoans = () => <RecordsTable status={undefined} inset />;

/** The same as a file. */
export const PowerLoansFile = () => <LoansFile status={undefined} />;
