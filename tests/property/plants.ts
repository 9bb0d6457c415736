import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import type { KernelModule } from './duel.ts';

/** A bug to put into a copy of the kernel: the first `find` in the file becomes `replace`. */
export interface Plant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const packagesFolder = join(import.meta.dirname, '..', '..', 'packages');

export const PLANTS: readonly Plant[] = [
  plant(
    'the newest at a price trades first',
    'kernel/book/book.ts',
    'const maker = levels.words[level * LEVEL_WORDS + HEAD]',
    'const maker = levels.words[level * LEVEL_WORDS + TAIL]',
  ),
  plant(
    'a fill takes one lot too many',
    'kernel/book/book.ts',
    'orders.reals[maker * ORDER_REALS + LEFT] = makerLots - filled',
    'orders.reals[maker * ORDER_REALS + LEFT] = makerLots - filled - (filled > 1 && filled < makerLots - 1 ? 1 : 0)',
  ),
  plant(
    'house lots stay after a fill',
    'kernel/book/book.ts',
    '+ HOUSE_LOTS]! -= filled',
    '+ HOUSE_LOTS]! -= 0',
  ),
  plant(
    'the next price is skipped',
    'kernel/book/ladder.ts',
    '~((2 << (offset & 31)) - 1)',
    '~((4 << (offset & 31)) - 1)',
  ),
  plant(
    'the next page is skipped',
    'kernel/memory/bit-tree.ts',
    '~((2 << (i & 31)) - 1)',
    '~((4 << (i & 31)) - 1)',
  ),
  plant(
    'the hash index loses chains as it grows',
    'kernel/memory/hash-index.ts',
    'buckets[this.split + half] = high',
    'buckets[this.split + half] = 0',
  ),
  plant(
    'the index of orders loses chains as it grows',
    'kernel/book/order-ids.ts',
    'buckets[this.split + half] = high',
    'buckets[this.split + half] = 0',
  ),
  plant(
    'sums beyond 2^53 are rounded',
    'kernel/memory/int64-cells.ts',
    'const value = this.cells[i]! + delta',
    'const value = BigInt(Number(this.cells[i]!) + Number(delta))',
  ),
  plant(
    'the fee rounds down',
    'rules/fees.ts',
    'return mulDivCeilSafe(receivedUnits, feePpm, PPM)',
    'return Math.floor((receivedUnits * feePpm) / PPM)',
  ),
  plant(
    'the safety fund is floored at each fill',
    'rules/fees.ts',
    'Math.floor((carried + feeUnits)',
    'Math.floor(feeUnits',
  ),
  plant(
    'the taker pays the maker rate',
    'kernel/products/spot/spot-taker.ts',
    'isBuy ? this.takerFeePpm : makerFeePpm',
    'makerFeePpm',
  ),
  plant(
    'a filled maker keeps its hold',
    'kernel/products/spot/spot-taker.ts',
    'balances.spendHeld(sellerBase, baseUnits)',
    'balances.post(sellerBase, -baseUnits)',
  ),
  plant(
    'an account trades with itself',
    'kernel/products/spot/spot-taker.ts',
    'return this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === this.group;',
    'return this.group === 0 && this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === 0;',
  ),
  plant(
    'house accounts trade with each other',
    'kernel/products/spot/spot-taker.ts',
    'return this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === this.group;',
    'return this.group !== 0 && this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === this.group;',
  ),
  plant(
    'a fill-or-kill counts its own makers',
    'kernel/products/spot/place-order.ts',
    'mayMeetOwn ? isOwn : null',
    'null',
  ),
  plant(
    'a cancelled order keeps one unit held',
    'kernel/products/spot/resting.ts',
    'if (left !== 0) holdFor',
    'if (left > 1) holdFor',
  ),
  plant(
    'one order too many may rest',
    'kernel/products/spot/place-order.ts',
    'traders.openOrders(trader) >= symbol',
    'traders.openOrders(trader) > symbol',
  ),
  plant(
    'the edge of the band is refused',
    'rules/filters.ts',
    'priceTicks < band.lowestTicks',
    'priceTicks <= band.lowestTicks',
  ),
  plant(
    'an order for an amount spends a little more',
    'kernel/products/spot/place-order.ts',
    'Math.floor(amount / symbol.terms.quotePerTickLot)',
    'Math.ceil(amount / symbol.terms.quotePerTickLot)',
  ),
  plant(
    'post-only takes',
    'kernel/products/spot/place-order.ts',
    "if (order.postOnly && symbol.book.crosses(isBuy, priceTicks)) return 'POST_ONLY_WOULD_TAKE'",
    '',
  ),
  plant(
    'an open order’s client id may be given again',
    'kernel/products/spot/client-ids.ts',
    'if (traders.account(orders.owner(slot)) === account) return slot',
    'if (account < 0) return slot',
  ),
  plant('a used key answers any body', 'kernel/idempotency.ts', 'bodyHash === envelope.bodyHash ?', 'true ?'),
  plant(
    'keys are forgotten while their order is open',
    'kernel/idempotency.ts',
    'this.isOpen(orderId)',
    'false',
  ),
  plant(
    'a snapshot forgets the fund remainder',
    'kernel/snapshot.ts',
    'writer.count(asset.feesCarried)',
    'writer.count(0)',
  ),
  plant(
    'a snapshot forgets what quotes are',
    'kernel/products/spot/books-section.ts',
    'flags & ~FLAG_CLIENT_ID',
    'flags & ~FLAG_CLIENT_ID & ~4',
  ),
  plant('the journal loses a sign', 'kernel/codec/bytes.ts', '-(zigzag + 1) / 2', '(zigzag + 1) / 2'),
  plant(
    'the upper of two medians',
    'prices/index-price.ts',
    'if (2 * reached >= total)',
    'if (2 * reached > total)',
  ),
  plant(
    'a venue may outweigh the others',
    'prices/index-price.ts',
    'if (fit.length >= 3) capWeights(fit)',
    '',
  ),
  plant(
    'a trailing stop follows the worst price',
    'kernel/products/spot/waiting-orders.ts',
    "const along = isBuy ? 'falling' : 'rising'",
    "const along = isBuy ? 'rising' : 'falling'",
  ),
  plant(
    'a trailing stop follows before its activation',
    'kernel/products/spot/waiting-orders.ts',
    'terms.activationTicks ?? (isBuy ? HIGHEST : 0)',
    'isBuy ? HIGHEST : 0',
  ),
  plant(
    'the callback rounds towards the best',
    'kernel/products/spot/waiting-orders.ts',
    'Math.ceil((extremeTicks * (PPM + ppm)) / PPM)',
    'Math.floor((extremeTicks * (PPM + ppm)) / PPM)',
  ),
  plant(
    'only the first fill of a taker moves the last price',
    'kernel/products/spot/spot-taker.ts',
    'symbol.path.push(priceTicks)',
    'if (symbol.path.length === 0) symbol.path.push(priceTicks)',
  ),
  plant(
    'triggers fire by price',
    'kernel/products/spot/trigger-desk.ts',
    'fired.sort((a, b) => a.orderId - b.orderId)',
    'fired.sort((a, b) => (a.terms.triggerTicks ?? 0) - (b.terms.triggerTicks ?? 0))',
  ),
  plant(
    'triggers see the prices of a downtime',
    'kernel/products/spot/spot-product.ts',
    'state.core.timeMs <= state.core.resumedMs',
    'false',
  ),
  plant(
    'triggers fire while the market is closed',
    'kernel/products/spot/spot-product.ts',
    "priceTicks !== 0 && symbol.state === 'trading'",
    'priceTicks !== 0',
  ),
  plant(
    'triggers see the last index while it is stale',
    'kernel/products/spot/spot-product.ts',
    'state.index.symbols.get(symbol.listed.symbolId)?.priceTicks ?? 0',
    'symbol.lastIndexTicks',
  ),
  plant(
    'the twin of a filled order survives',
    'kernel/products/spot/spot-taker.ts',
    '& FLAG_TWIN) !== 0',
    '& FLAG_TWIN) === -1',
  ),
  plant(
    'the twin of a cancelled order survives',
    'kernel/products/spot/resting.ts',
    'if ((flags & FLAG_TWIN) !== 0)',
    'if (reason === 0 && (flags & FLAG_TWIN) !== 0)',
  ),
  plant(
    'the twin of a fired order rests on',
    'kernel/products/spot/trigger-desk.ts',
    '    this.withdrawTwin(waiting);\n    const order',
    '    const order',
  ),
  plant(
    'an OCO holds both of its legs',
    'kernel/products/spot/trigger-desk.ts',
    'const extra = Math.max(0, needed - neededUnits(limit, isBuy, symbol.terms))',
    'const extra = needed',
  ),
  plant(
    'a waiting order leaks a unit of its hold',
    'kernel/products/spot/waiting.ts',
    'holdWaiting(state, waiting, -waiting.held)',
    'holdWaiting(state, waiting, 1 - waiting.held)',
  ),
  plant(
    'a restart forgets what waiting orders hold',
    'kernel/products/spot/spot-section.ts',
    'holdWaiting(state, waiting, one.held)',
    'holdWaiting(state, waiting, 0)',
  ),
  plant(
    'a restart gives a late order the place of its id',
    'kernel/products/spot/spot-section.ts',
    'queues: queuesOf(state)',
    'queues: []',
  ),
  plant(
    'an amended order keeps its place at another price',
    'kernel/products/spot/amend-order.ts',
    'symbol.book.append(slot);',
    'symbol.book.append(slot);\n  for (const other of symbol.book.queueAt(isBuy, priceTicks)) if (orders.id(other) > orderId) { symbol.book.remove(other); symbol.book.append(other); }',
  ),
  plant(
    'an amended order loses its place for being smaller',
    'kernel/products/spot/amend-order.ts',
    'amendment.priceTicks === amendment.formerTicks &&',
    'false &&',
  ),
  plant(
    'more of an order keeps its place',
    'kernel/products/spot/amend-order.ts',
    '&& amendment.left <= amendment.formerLeft',
    '&& true',
  ),
  plant(
    'an amended order is not looked at by the band',
    'kernel/products/spot/amend-order.ts',
    'symbol.terms, symbol.band)',
    'symbol.terms, NO_BAND)',
  ),
  plant(
    'an amended order leaks what it held',
    'kernel/products/spot/amend-order.ts',
    'holdFor(state, symbol, trader, isBuy, priceTicks, -removed)',
    'holdFor(state, symbol, trader, isBuy, priceTicks, 1 - removed)',
  ),
  plant(
    'a client id of a waiting order may be used again',
    'kernel/products/spot/place-order.ts',
    'waiting.findByClientId(this.account, id) !== undefined',
    'false',
  ),
  plant(
    'the volume of today earns a tier today',
    'kernel/fees/fee-schedule.ts',
    'this.accounts.tier[account] = feeTierOf(volumes.sum, tiers)',
    'this.accounts.tier[account] = feeTierOf(volumes.sum + this.accounts.volume.cells[account]!, tiers)',
  ),
  plant(
    'the volume of a month and a day earns a tier',
    'rules/fee-tiers.ts',
    'FEE_VOLUME_DAYS = 30',
    'FEE_VOLUME_DAYS = 31',
  ),
  plant(
    'fills with the house earn a tier',
    'kernel/products/spot/spot-taker.ts',
    '(r.MAKER_HOUSE | r.TAKER_HOUSE)) === 0',
    '(r.MAKER_HOUSE & r.TAKER_HOUSE)) === 0',
  ),
  plant(
    'a tier needs more than its volume',
    'rules/fee-tiers.ts',
    'volume >= tiers[tier + 1]!.minVolume',
    'volume > tiers[tier + 1]!.minVolume + 100_000n',
  ),
];

/** Bundles the kernel's packages with a plant in them, and loads that. `remove` deletes the bundle. */
export async function grow(planted: Plant): Promise<{ kernel: KernelModule; remove: () => void }> {
  const file = join(packagesFolder, planted.file);
  const source = readFileSync(file, 'utf8');
  if (!source.includes(planted.find))
    throw new Error(`${planted.file} has no "${planted.find}" to plant into`);
  let grown = 0;
  const planting: Plugin = {
    name: 'planting',
    load(id) {
      if (id !== file) return null;
      grown += 1;
      return source.replace(planted.find, () => planted.replace);
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'candor-plant-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const bundle = join(folder, 'kernel.mjs');
    const input = join(packagesFolder, 'kernel', 'index.ts');
    const build = await rolldown({ input, platform: 'neutral', plugins: [planting] });
    await build.write({ file: bundle, format: 'esm' });
    await build.close();
    if (grown !== 1) throw new Error(`${planted.file} is no part of the kernel`);
    return { kernel: (await import(/* @vite-ignore */ pathToFileURL(bundle).href)) as KernelModule, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function plant(name: string, file: string, find: string, replace: string): Plant {
  return { name, file, find, replace };
}
