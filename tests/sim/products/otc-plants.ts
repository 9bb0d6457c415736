import type { Plant } from '../plant.ts';

const ORDERS = 'kernel/products/otc/orders.ts';

/** Bugs of OTC. */
export const OTC_PLANTS: readonly Plant[] = [
  {
    name: 'otc-released-twice',
    file: ORDERS,
    find: '    books.remove(order);\n    if (winner',
    replace: "    if (end !== 'released') books.remove(order);\n    if (winner",
    breaks: /the escrow is what open orders hold|an order ends once|an order moves on|broke the kernel/,
  },
  {
    name: 'otc-released-after-a-cancel',
    file: ORDERS,
    find: '    books.remove(order);\n    if (winner',
    replace: "    if (end !== 'cancelled') books.remove(order);\n    if (winner",
    breaks: /the escrow is what open orders hold|an order ends once|an order moves on|broke the kernel/,
  },
  {
    name: 'otc-escrow-to-a-third-account',
    file: ORDERS,
    find: "    const buyer = this.wallet(order, 'buyer');",
    replace: '    const buyer = this.state.accounts.ensureNamed(OTC_FEES);',
    breaks: /escrow goes to one of its two sides/,
  },
  {
    name: 'otc-expiry-pays-the-buyer',
    file: ORDERS,
    find: "winner: 'seller',\n          fault: otcFault",
    replace: "winner: 'buyer',\n          fault: otcFault",
    breaks: /silence pays nobody out/,
  },
  {
    name: 'otc-clock-lost-by-a-restart',
    file: 'kernel/products/otc/section.ts',
    find: 'for (const order of orders.read(reader)) books.add(order);',
    replace: 'for (const order of orders.read(reader)) books.add({ ...order, sinceUpMs: books.upMs });',
    breaks: /clocks run out at their time|clocks are shown|gives another state/,
  },
  {
    name: 'otc-downtime-counts',
    file: 'kernel/products/otc/books.ts',
    find: 'return this.kernel.timeMs - this.downMs;',
    replace: 'return this.kernel.timeMs;',
    breaks: /clocks run out at their time|clocks are shown/,
  },
  {
    name: 'otc-taken-at-a-moved-price',
    file: 'kernel/products/otc/taking.ts',
    find: 'price > seenPrice : price < seenPrice',
    replace: 'price < seenPrice : price > seenPrice',
    breaks: /no worse a price than was seen/,
  },
];
