import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { newPerson, PASSWORD, send } from './support/person.ts';
import { sendAct, sha256, stepUp } from './support/step-up.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.stop());

const password = ['password', sha256(PASSWORD)] as const;
const card = {
  name: 'Ada Lovelace',
  cardNumber: '4000 0000 0000 0002',
  bankName: 'Bank of London',
  swiftCode: 'boflgb22',
  branch: 'City',
};
const save = { path: '/api/userBank/save', body: card };
const payment = (body: object) => ({ path: '/api/v1/coin/member/payment', body });

it('a bank card is bound once by the owner’s factors, is shown masked, and never changes', async () => {
  const person = await newPerson(house, false);
  const read = () => person.client.call('getBankCard');
  expect(await read()).toBeNull();
  expect((await sendAct(house, person, save)).data).toMatchObject({ key: 'STEP_UP_REQUIRED' });
  expect(await read()).toBeNull();
  expect(await stepUp(house, person, save, [password])).toMatchObject({ code: 200 });
  const bound = await read();
  expect(bound).toMatchObject({
    cardNumber: '•••• 0002',
    bankName: 'Bank of London',
    swiftCode: 'BOFLGB22',
    branch: 'City',
    bankAddress: '',
    homeAddress: '',
  });
  const other = { ...save, body: { ...card, cardNumber: '5000 0000 0000 0009' } };
  const again = await stepUp(house, person, other, [password]);
  expect(again.data).toMatchObject({ key: 'BANK_CARD_BOUND' });
  expect(await read()).toEqual(bound);
  const { rows } = await house.pool.query(`select encode(card_sealed, 'escape') as text from bank.card`);
  expect(rows).toHaveLength(1);
  for (const { text } of rows) expect(text).not.toMatch(/Lovelace|0002|London/);
});

it('a bank card needs a name, a number and a bank, and a SWIFT code that is one', async () => {
  const { token } = await newPerson(house, false);
  for (const wrong of [
    { name: '' },
    { name: '12' },
    { cardNumber: '123' },
    { cardNumber: '4000-*' },
    { bankName: ' ' },
    { swiftCode: 'ABC' },
    { branch: '\u0007' },
  ]) {
    const answer = await send(house, 'POST', save.path, { token, body: { ...card, ...wrong } });
    expect(answer.data, JSON.stringify(wrong)).toMatchObject({
      key: 'branch' in wrong ? 'HIDDEN_SIGN' : 'INVALID_INPUT',
      field: Object.keys(wrong)[0],
    });
  }
});

it('payment methods are one of each type, replaced and removed', async () => {
  const person = await newPerson(house, false);
  const set = (body: object) => stepUp(house, person, payment(body), [password]);
  const listed = async () =>
    (await person.client.call('getPayment')).map(({ type, account }) => [type, account]);
  const paypal = { type: 'paypal', name: 'Ada Lovelace', account: 'ada@example.org' };
  await set(paypal);
  await set({ type: 'bank', name: 'Ada Lovelace', account: '0123 4567', bankName: 'Bank of London' });
  await set({ ...paypal, account: 'ada@example.com' });
  expect(await listed()).toEqual([
    ['bank', '0123 4567'],
    ['paypal', 'ada@example.com'],
  ]);
  await set({ ...paypal, account: '' });
  expect(await listed()).toEqual([['bank', '0123 4567']]);
  const noBank = await set({ type: 'bank', name: 'Ada Lovelace', account: '1' });
  expect(noBank.data).toMatchObject({ key: 'INVALID_INPUT', field: 'bankName' });
});
