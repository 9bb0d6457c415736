export { TradePage } from './page/trade-page.tsx';
