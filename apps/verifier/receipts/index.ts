export { type FoundReceipt, type PlacedRow, ReceiptFinder, ReceiptUnreadableError } from './find.ts';
