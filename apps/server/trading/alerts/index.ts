export { AlertBook, type CrossedAlert, type WaitingAlert } from './book.ts';
export { alertsHouse } from './house.ts';
