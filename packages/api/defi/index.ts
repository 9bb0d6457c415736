export * from './calls.ts';
export type {
  JoinRow,
  LinkedWalletRow,
  MiningAccrualRow,
  MiningChangeRow,
  MiningGearRow,
  MiningPoolEntryRow,
  MiningPoolRow,
  MiningReceiptRow,
  MiningRecordRow,
  MiningRegistryRow,
  MiningRewardRow,
} from './rows.ts';
