export { type FoundReceipt, ReceiptFinder, ReceiptUnreadableError } from './find.ts';
export type { PlacedRow } from './rows.ts';
