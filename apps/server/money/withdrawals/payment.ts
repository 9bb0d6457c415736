import type { ApprovedPayment } from '../../../signer/index.ts';
import { idOf } from '../../base/database/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { ListedChain } from '../chains/index.ts';
import type { StoredWithdrawal } from './rows.ts';
import { toChain } from './units.ts';

/** The payment of a withdrawal as signer and operators know it. @throws Error for an asset that is not listed any more */
export function paymentOf(
  { withdrawal_no, coin, asset_id, amount, address, chain: key }: StoredWithdrawal,
  chain: ListedChain,
  catalogue: Catalogue,
): Omit<ApprovedPayment, 'feeCeiling' | 'expiresAtMs'> {
  const asset = chain.assets.find(({ code }) => code === coin);
  if (asset === undefined) throw new Error(`${coin} is not listed on ${key} any more`);
  const { scale } = catalogue.assetById(asset_id);
  return {
    withdrawalNo: idOf(withdrawal_no),
    chainId: chain.chainId,
    to: address,
    asset: { code: asset.code, contract: asset.contract },
    amount: `${toChain(BigInt(amount), scale, asset.decimals)}`,
  };
}
