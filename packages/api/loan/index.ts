export * from './calls.ts';
export type {
  CreditChangeRow,
  CreditScoreRow,
  LoanDetail,
  LoanEntryRow,
  LoanPoolEntryRow,
  LoanPoolRow,
  LoanProductRow,
  LoanRecordRow,
  LoanRecordStatus,
  LoanRow,
} from './rows.ts';
export * from './rules.ts';
