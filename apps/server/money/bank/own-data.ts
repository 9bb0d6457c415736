import { type OwnData, onePage } from '../../base/records/own-data.ts';
import type { Bank } from './bank.ts';

/** Records of users in this room: the card, its number masked as everywhere, and the payment methods. */
export const bankOwnData = (bank: Pick<Bank, 'card' | 'payments'>): OwnData => ({
  records: [
    {
      file: 'bank-card',
      from: [{ table: 'bank.card', atClosing: 'delete' }],
      pages: (userId) => onePage(bank.card(userId).then((card) => (card === null ? [] : [card]))),
    },
    {
      file: 'bank-payment',
      from: [{ table: 'bank.payment', atClosing: 'delete' }],
      pages: (userId) => onePage(bank.payments(userId)),
    },
  ],
});
