export { ContractPage } from './contracts/contract-page.tsx';
export { TradePage } from './page/trade-page.tsx';
export { SecondsPage } from './seconds/seconds-page.tsx';
