import { expect } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type Keyed, newActor } from './keyed-acts.ts';
import { type Person, refusal } from './person.ts';

const PERP = 'BTCUSDT-PERP';
export const limit = (price: string, quantity: string) => ({ symbol: PERP, type: 'limit', price, quantity });
export const market = (quantity: string) => ({ symbol: PERP, type: 'market', quantity });
export const side = (positionSide: 'long' | 'short', body: object) => ({ params: { positionSide }, body });

export async function positionOf({
  client,
}: Person): Promise<{ readonly id: number; readonly openInterest: string }> {
  const { records } = await client.call('contractPositionList');
  expect(records).toHaveLength(1);
  return records[0]!;
}

/** Every act with contracts, and everything that they concerned over in the end. */
export async function actWithContracts(keyed: Keyed): Promise<void> {
  const [long, short, bidder] = [
    await newActor(keyed, '2'),
    await newActor(keyed, '2'),
    await newActor(keyed, '2'),
  ];
  await short.act('openContract', side('short', { ...limit('50000', '30'), leverage: 5 }));
  const first = { direction: 1, ...market('20'), leverage: 10, marginMode: 'isolated' };
  await long.act('contractOrderSubmit', { body: first });
  await long.act(
    'contractOrderSubmit',
    { body: { ...first, leverage: 150 } },
    'PERPETUAL_LEVERAGE_ABOVE_MAXIMUM',
  );
  await long.act('updateContractLeverage', { body: { symbol: PERP, leverageRadio: 8 } });
  const { id } = await positionOf(long);
  const ofPosition = { id: String(id) };
  await long.act('contractAdjustAmount', { query: { ...ofPosition, money: '50', flag: 'add' } });
  await long.act('updateBond', { body: { id, money: '10', flag: 'reduce' } });
  await long.act('updateBond', { body: { id, money: '900', flag: 'reduce' } }, 'PERPETUAL_MARGIN_TOO_LOW');
  const both = await long.act('contractLossSett', { body: { id, stopProfit: '52000', stopLoss: '47000' } });
  await long.act('contractLossSett', { body: { id, stopLoss: '48000', quantity: '5', triggerBy: 'last' } });
  await long.act('contractLossSett', { body: { id, stopLoss: '51000' } }, 'PERPETUAL_STOPS_WRONG_SIDE');
  const [stop] = (both as unknown as { records: { id: number }[] }).records;
  await long.act('contractLossCancel', { query: { id: String(stop?.id) } });
  const resting = await long.act('openContract', side('long', limit('48500', '2')));
  await long.act('contractOrderCancel', { query: { id: String(resting.orderId) } });
  await long.act('openContract', side('long', { ...limit('48500', '3'), clientOrderId: 'mine' }));
  await long.act('cancelContract', { body: {} });
  await bidder.act('openContract', side('long', limit('49990', '15')));
  await long.act('closeContract', side('long', market('5')));
  await long.act('contractStopOrder', { query: ofPosition });
  // ten were bid for: what is left is closed once somebody bids again
  await bidder.also('openContract', side('long', limit('49980', '40')));
  await bidder.also('openContract', side('short', limit('50010', '5')));
  await long.act('reversePosition', { body: { id, quantity: '4' } }, 'PERPETUAL_POSITION_CHANGED');
  const turned = await long.act('reversePosition', { body: { id, quantity: '5' } });
  expect(turned).toMatchObject({ positionSide: 'short', closedQuantity: '5', openedQuantity: '5' });
  const closed = await long.act('oneKeyClose', { body: { oneKeySymbolNameList: [] } });
  expect(closed).toEqual({ positions: 1, open: [] });
  await long.act('contractStopOrder', { query: ofPosition }, 'PERPETUAL_UNKNOWN_POSITION');
  await long.act('updateMarginMode', { body: { symbol: PERP, marginMode: 'cross' } });
  await long.act('updatePositionMode', { body: { positionMode: 'long-short' } });
  // an order of one who hedges names its side
  await long.act('openContract', side('long', limit('48500', '2')));
  await long.also('cancelContract', { body: {} });
  await long.also('updatePositionMode', { body: { positionMode: 'one-way' } });
  await long.also('updateContractLeverage', { body: { symbol: PERP, leverageRadio: 3 } });
  await long.also('updateMarginMode', { body: { symbol: PERP, marginMode: 'isolated' } });
  await long.also('updatePositionMode', { body: { positionMode: 'long-short' } });
  expect((await long.client.call('contractPositionList')).records).toEqual([]);
}

/** Every act with spot orders; none is open in the end. */
export async function actOnSpot(keyed: Keyed): Promise<void> {
  const { client, act, also } = await newActor(keyed);
  const spot = (price: string, quantity: string) => ({ symbol: 'BTCUSDT', type: 'limit', price, quantity });
  const buy = (body: object) => ({ params: { side: 'buy' }, body });
  const resting = await act('exchange', buy(spot('49000', '0.01')));
  await act('amendEntrust', { body: { symbol: 'BTCUSDT', orderId: resting.orderId, price: '49100' } });
  await act('cancelEntrust', { body: { orderId: resting.orderId } });
  // how an order ended is read from the history, so a repeat says less while that stands still
  const again = client.call('cancelEntrust', { body: { orderId: resting.orderId } });
  expect(['ORDER_CANCELLED', 'UNKNOWN_ORDER']).toContain((await refusal(again)).key);
  await act('exchange', buy({ ...spot('49000', '0.01'), clientOrderId: 'mine' }));
  await act('cancelEntrust', { body: { clientOrderId: 'mine' } });
  await act('exchange', buy({ symbol: 'BTCUSDT', type: 'market', quoteAmount: '100' }));
  await act('exchange', buy(spot('49000', '5')), 'INSUFFICIENT_BALANCE');
  await act('exchange', buy({ ...spot('51000', '0.01'), triggerKind: 'stop', triggerPrice: '50900' }));
  const oco = { ...spot('49000', '0.01'), type: undefined, triggerPrice: '51000', stopPrice: '51100' };
  await act('exchangeOco', buy(oco));
  await act('cancelAllEntrust', { body: {} });
  const legacy = await act('currencyOrderSubmit', { body: { side: 'buy', ...spot('48000', '0.02') } });
  await act('currencyOrderAmend', { body: { symbol: 'BTCUSDT', orderId: legacy.orderId, quantity: '0.01' } });
  await act('currencyOrderCancel', { query: { id: String(legacy.orderId) } });
  await act('currencyOrderOco', { body: { side: 'buy', ...oco } });
  await act('takePracticeFunds', { body: { coin: 'ETH', amount: '1' } });
  await also('cancelAllEntrust', { body: {} });
  const params = { scope: 'open', symbol: 'all', limit: '10' } as const;
  expect((await client.call('entrustLog', { params })).records).toEqual([]);
}

/** Every act with margin accounts; nothing is owed in the end. */
export async function actOnMargin(keyed: Keyed): Promise<void> {
  const { client, act, also } = await newActor(keyed, '4', '3000');
  await act('allBorrow', { body: { coin: 'USDT', amount: '1000' } });
  await act('allBorrow', { body: { coin: 'USDT', amount: '90000' } }, 'MARGIN_RISK_TOO_HIGH');
  await act('allStill', { body: { coin: 'USDT', amount: '400' } });
  const order = { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.001' };
  const buy = (marginType: string) => ({ params: { marginType, side: 'buy' }, body: order });
  await act('marginExchange', buy('all'));
  await act('marginCancelAll', { params: { marginType: 'all' }, body: {} });
  await act('allStill', { body: { coin: 'USDT' } });
  await act('allStill', { body: { coin: 'USDT' } }, 'MARGIN_NO_DEBT');
  const isolated = { from: '1', to: '6', toSymbol: 'BTCUSDT', coin: 'USDT', amount: '2000' };
  await act('transfer', { query: isolated });
  await act('fixedUpdateLeverageRadio', { body: { symbol: 'BTCUSDT', leverage: 3 } });
  await act('fixedBorrow', { body: { symbol: 'BTCUSDT', coin: 'USDT', amount: '500' } });
  await act('fixedStill', { body: { symbol: 'BTCUSDT', coin: 'USDT', amount: '200' } });
  await act('marginExchange', { ...buy('fixed'), body: { ...order, sideEffectType: 'autoRepay' } });
  await also('marginCancelAll', { params: { marginType: 'fixed' }, body: {} });
  await also('fixedStill', { body: { symbol: 'BTCUSDT', coin: 'USDT' } });
  await also('fixedUpdateLeverageRadio', { body: { symbol: 'BTCUSDT', leverage: 2 } });
  for (const marginType of ['all', 'fixed'] as const) {
    const params = { marginType, scope: 'open', limit: '10' } as const;
    expect((await client.call('borrowOrders', { params })).records).toEqual([]);
  }
}

/** A quote and the swap at it; both are over in the end. */
export async function actOnSwaps(keyed: Keyed): Promise<void> {
  const { act, also } = await newActor(keyed);
  const quoted = await act('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '25' } });
  expect(await act('acceptSwap', { body: { id: quoted.id } })).toMatchObject({ id: quoted.id, amount: '25' });
  await also('quoteSwap', { body: { from: 'USDT', to: 'BTC', amount: '10' } });
}

/** Every act with second contracts. The result resolves when they are over, which the read models show. */
export async function actOnSeconds(keyed: Keyed): Promise<() => Promise<void>> {
  const { client, act, also } = await newActor(keyed, '3', '200');
  const order = { symbol: 'BTCUSDT', direction: 'up', periodSeconds: 5, quantity: 10 };
  await act('createSecondContractOrder', { body: order });
  await act('createSecondContractOrder', { body: { ...order, quantity: 5, clientOrderId: 'mine' } });
  await act('setSecondContractLimits', { body: { dailyLossLimit: '60' } });
  await act('createSecondContractOrder', { body: { ...order, quantity: 100 } }, 'SECONDS_LOSS_LIMIT');
  await also('setSecondContractLimits', { body: { dailyLossLimit: '50' } });
  return () =>
    expect
      .poll(
        () =>
          client
            .call('secondContractOrderList', { body: { scope: 'history' } })
            .then(({ records }) => records),
        {
          timeout: PATIENCE_MS,
          interval: 250,
        },
      )
      .toHaveLength(2);
}
