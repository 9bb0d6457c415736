import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { type MarginHouse, openMargin } from './support/margin.ts';
import { refusal } from './support/person.ts';

let house: House;
let margin: MarginHouse;

beforeAll(async () => {
  // Its time goes on as it is asked for: no price goes stale because the machine is busy.
  let timeMs = Date.now();
  house = await openHouse({ clock: () => timeMs++ });
  margin = await openMargin(house);
});
afterAll(() => house.stop());

describe('a margin order', () => {
  it('borrows what it lacks, and another repays with what it brings', async () => {
    const { client } = await margin.borrower();
    await margin.quote(1_000_000);
    const order = (side: 'buy' | 'sell', sideEffectType: 'autoBorrow' | 'autoRepay', quantity: string) =>
      client.call('marginExchange', {
        params: { marginType: 'all', side },
        body: { symbol: 'BTCUSDT', type: 'market', quantity, sideEffectType },
      });
    expect(await order('sell', 'autoBorrow', '1.4')).toMatchObject({ status: 'filled' });
    expect((await client.call('allMarginProperty')).loans).toMatchObject([{ coin: 'BTC', principal: '0.4' }]);
    await margin.tick();
    expect(await order('buy', 'autoRepay', '0.2')).toMatchObject({ status: 'filled' });
    const [loan] = (await client.call('allMarginProperty')).loans;
    // 0.2 less the fee of two thousandths, of which 0.000004 is the first hour
    expect(loan).toMatchObject({ coin: 'BTC', principal: '0.200404', interest: '0' });
    const { records } = await client.call('borrowOrders', {
      params: { marginType: 'all', scope: 'open', limit: '10' },
    });
    expect(records).toMatchObject([{ borrowed: '0.4', repaid: '0.199596', interestPaid: '0.000004' }]);
  });

  it('gives back what it borrowed when it is cancelled', async () => {
    const { client } = await margin.borrower();
    const { orderId } = await client.call('marginExchange', {
      params: { marginType: 'all', side: 'buy' },
      body: {
        symbol: 'BTCUSDT',
        type: 'limit',
        price: '49000',
        quantity: '0.1',
        sideEffectType: 'autoBorrow',
      },
    });
    expect((await client.call('allMarginProperty')).loans).toMatchObject([{ principal: '4900' }]);
    await client.call('cancelEntrust', { body: { orderId } });
    expect((await client.call('allMarginProperty')).loans).toMatchObject([
      { principal: '0.049', interest: '0' },
    ]);
  });

  it('is refused with the reason why it cannot borrow', async () => {
    const { client } = await margin.borrower();
    const buy = (quantity: string, price: string) =>
      client.call('marginExchange', {
        params: { marginType: 'all', side: 'buy' },
        body: { symbol: 'BTCUSDT', type: 'limit', price, quantity, sideEffectType: 'autoBorrow' },
      });
    expect((await refusal(buy('2', '50000'))).key).toBe('MARGIN_RISK_TOO_HIGH');
    expect((await refusal(buy('0.1', '53000'))).key).toBe('MARGIN_PRICE_TOO_FAR');
    const unknown = client.call('marginExchange', {
      params: { marginType: 'all', side: 'buy' },
      body: { symbol: 'BTCUSDT', type: 'market', quantity: '0.1', sideEffectType: 'MARGIN_BUY' as never },
    });
    expect((await refusal(unknown)).key).toBe('INVALID_INPUT');
  });

  it('borrows once for one key', async () => {
    const { client } = await margin.borrower();
    await margin.quote(1_000_000);
    const sell = () =>
      client.call(
        'marginExchange',
        {
          params: { marginType: 'all', side: 'sell' },
          body: { symbol: 'BTCUSDT', type: 'market', quantity: '1.1', sideEffectType: 'autoBorrow' },
        },
        { idempotencyKey: 'one-sale' },
      );
    const [first, second] = await Promise.all([sell(), sell()]);
    expect(second).toEqual(first);
    expect((await client.call('allMarginProperty')).loans).toMatchObject([{ coin: 'BTC', principal: '0.1' }]);
  });
});
