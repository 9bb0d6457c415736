import { hkdfSync } from 'node:crypto';
import type { OtcMethod, OtcPayment } from '@candor/api';
import { createSeal } from '../../base/authenticator/index.ts';
import type { Bank } from '../../money/bank/index.ts';

/** Accounts that sellers are paid to: sealed copies as they stood when an offer was taken. */
export interface Payments {
  /** Methods that a user has an account of. */
  methodsOf(userId: number): Promise<OtcMethod[]>;
  /** The account of a user; null where there is none of the method. */
  accountOf(userId: number, method: OtcMethod): Promise<OtcPayment | null>;
  seal(payment: OtcPayment): { readonly sealed: Buffer; readonly tail: string };
  open(sealed: Buffer): OtcPayment;
  /** Rest that may stay once the order has ended: the method and the last four characters. */
  tailShown(tail: string): OtcPayment;
}

const SHOWN = 4;

export function createPayments(bank: Pick<Bank, 'wholeCard' | 'payments'>, masterKey: Uint8Array): Payments {
  const seal = createSeal(Buffer.from(hkdfSync('sha256', masterKey, '', 'candor otc payment', 32)));

  async function accountOf(userId: number, method: OtcMethod): Promise<OtcPayment | null> {
    if (method === 'card') {
      const card = await bank.wholeCard(userId);
      if (card === null) return null;
      const details = [card.swiftCode, card.branch, card.bankAddress].filter((part) => part !== '');
      const { name: holder, cardNumber: account, bankName } = card;
      return { method, holder, account, bankName, details: details.join(', ') };
    }
    const found = (await bank.payments(userId)).find(({ type }) => type === method);
    if (found === undefined) return null;
    return { method, holder: found.name, account: found.account, bankName: found.bankName, details: '' };
  }

  return {
    accountOf,
    async methodsOf(userId) {
      const [card, methods] = await Promise.all([bank.wholeCard(userId), bank.payments(userId)]);
      const own: OtcMethod[] = methods.map(({ type }) => type);
      return card === null ? own : ['card', ...own];
    },
    seal(payment) {
      const end = [...payment.account.replace(/[\s-]/g, '')].slice(-SHOWN).join('');
      return { sealed: seal.seal(JSON.stringify(payment)), tail: `${payment.method} ${end}` };
    },
    open: (sealed) => JSON.parse(seal.open(sealed)) as OtcPayment,
    tailShown(tail) {
      const at = tail.indexOf(' ');
      const method = tail.slice(0, at) as OtcMethod;
      return { method, holder: '', account: `•••• ${tail.slice(at + 1)}`, bankName: '', details: '' };
    },
  };
}
