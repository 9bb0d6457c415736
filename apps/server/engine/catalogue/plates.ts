import type { LanguageEntry } from '@candor/api';

/** The plates (themes) by which markets are filtered: the dictionary coin_plate. `remark` is the English name. */
export const plates: readonly LanguageEntry[] = [
  { dictValue: 'layer1', remark: 'Layer 1', imgUrl: '' },
  { dictValue: 'payments', remark: 'Payments', imgUrl: '' },
  { dictValue: 'infrastructure', remark: 'Infrastructure', imgUrl: '' },
  { dictValue: 'meme', remark: 'Meme', imgUrl: '' },
];

const platesByCoin: Readonly<Record<string, readonly string[]>> = {
  BTC: ['layer1', 'payments'],
  ETH: ['layer1', 'infrastructure'],
  BNB: ['layer1'],
  SOL: ['layer1'],
  XRP: ['payments'],
  DOGE: ['meme', 'payments'],
  ADA: ['layer1'],
  AVAX: ['layer1'],
  LINK: ['infrastructure'],
  DOT: ['layer1', 'infrastructure'],
};

/** The plate codes of a coin; none for one that nobody has sorted yet. */
export function platesOf(coin: string): readonly string[] {
  return platesByCoin[coin] ?? [];
}
