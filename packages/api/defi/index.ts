export * from './calls.ts';
export type {
  JoinRow,
  LinkedWalletRow,
  MiningAccrualRow,
  MiningChangeRow,
  MiningGearRow,
  MiningIndexGearRow,
  MiningIndexPointRow,
  MiningPoolEntryRow,
  MiningPoolRow,
  MiningReceiptRow,
  MiningRecordRow,
  MiningRegistryRow,
  MiningRewardRow,
  WalletChangeRow,
} from './rows.ts';
export { MINING_WALLET_WAIT_MS } from './rules.ts';
