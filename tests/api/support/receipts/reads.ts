import type { Person } from '../person.ts';

const ALL = { params: { symbol: 'all' }, query: {} } as const;

/** A receipt as a call answers it. */
export type Receipt = Readonly<Record<string, unknown>>;

/** Reads a person's receipts by each call whose answer holds any. */
export const READS: Readonly<Record<string, (person: Person) => Promise<readonly object[]>>> = {
  myExchangeLog: async ({ client }) => (await client.call('myExchangeLog', ALL)).records,
  transactionDetails: async ({ client }) => {
    const [first] = (await client.call('myExchangeLog', ALL)).records;
    if (first === undefined) return [];
    const params = { orderId: String(first.orderId) };
    return (await client.call('transactionDetails', { params })).fills;
  },
  contractFills: async ({ client }) => (await client.call('contractFills', ALL)).records,
  contractOrderDetails: async ({ client }) => {
    const [first] = (await client.call('contractFills', ALL)).records;
    if (first === undefined) return [];
    const params = { orderId: String(first.orderId) };
    return (await client.call('contractOrderDetails', { params })).fills;
  },
  contractReceipts: async ({ client }) => (await client.call('contractReceipts', ALL)).records,
  marginReceipts: async ({ client }) => (await client.call('marginReceipts')).records,
  getRebates: async ({ client }) => (await client.call('getRebates')).records,
  getSwapLog: async ({ client }) => (await client.call('getSwapLog', { query: {} })).records,
  getSwapReceipt: async ({ client }) => {
    const { records } = await client.call('getSwapLog', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getSwapReceipt', { query: { id: String(id) } })));
  },
  getPledgeOrder: async ({ client }) => {
    const { records } = await client.call('getPledgeOrders', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getPledgeOrder', { query: { id: String(id) } })));
  },
  getFinanceOrder: async ({ client }) => {
    const { records } = await client.call('getFinanceOrders', { query: {} });
    return Promise.all(
      records.map(({ id }) => client.call('getFinanceOrder', { query: { id: String(id) } })),
    );
  },
  getLoanRecord: async ({ client }) => {
    const { records } = await client.call('getLoanRecords', { query: {} });
    const details = await Promise.all(
      records.map(({ id }) => client.call('getLoanRecord', { query: { id: String(id) } })),
    );
    return details.flatMap(({ entries }) => entries);
  },
  getMiningRecord: async ({ client }) => {
    const { records } = await client.call('getMiningRecords', { query: {} });
    return Promise.all(records.map(({ id }) => client.call('getMiningRecord', { query: { id } })));
  },
  getOtcOrder: async ({ client }) => {
    const { records } = await client.call('getOtcOrders', { query: {} });
    const details = await Promise.all(
      records.map(({ orderId }) => client.call('getOtcOrder', { query: { orderId: String(orderId) } })),
    );
    return details.map(({ receipt }) => receipt);
  },
  getSecondContractReceipt: async ({ client }) => {
    const { records } = await client.call('secondContractOrderList', { body: { scope: 'history' } });
    return Promise.all(
      records.map(({ id }) => client.call('getSecondContractReceipt', { query: { id: String(id) } })),
    );
  },
};
