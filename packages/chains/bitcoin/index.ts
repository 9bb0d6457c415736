export { addressOfScript, readWitnessAddress, scriptOfAddress } from './addresses.ts';
export { type BitcoinOptions, createBitcoinAdapter } from './bitcoin-adapter.ts';
export { fromHex, toHex } from './bytes.ts';
export {
  dustOf,
  MOST_WEIGHT,
  virtualBytes,
  weightOf,
} from './coins.ts';
export { addressOfPublicKey, depositAccountPath, hotPath } from './derive.ts';
export { bitcoinNetworkOf } from './networks.ts';
export { buildPsbt, REPLACEABLE } from './psbt.ts';
export {
  merkleRoot,
  outpointKey,
  type RawTransaction,
  readBlock,
  readTransaction,
} from './raw.ts';
