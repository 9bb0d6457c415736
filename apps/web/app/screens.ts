import { accountScreens } from '../account/screens.ts';
import { alertScreens } from '../alerts/screens.ts';
import { apiKeyScreens } from '../apikeys/screens.ts';
import { articleScreens } from '../articles/screens.ts';
import { assetsScreens } from '../assets/screens.ts';
import { chatScreens } from '../chat/screens.ts';
import { defiScreens } from '../defi/screens.ts';
import { feesScreens } from '../fees/screens.ts';
import { financeScreens } from '../finance/screens.ts';
import { homeScreens } from '../home/screens.ts';
import { listingScreens } from '../listing/screens.ts';
import { loanScreens } from '../loan/screens.ts';
import { noticeScreens } from '../notices/screens.ts';
import { otcScreens } from '../otc/screens.ts';
import { quotesScreens } from '../quotes/screens.ts';
import { rulesScreens } from '../rules/screens.ts';
import { planOf } from '../shell/plan.ts';
import { stakingScreens } from '../staking/screens.ts';
import { userScreens } from '../user/screens.ts';
import { assetsPageScreen } from './assets-screen.tsx';
import { closedScreens } from './closed-screens.ts';
import { exchangeScreens } from './exchange-screens.ts';
import { ordersScreens } from './orders-screens.ts';
import { tradeScreens } from './trade-screen.ts';

/** The screens of the app: one line a subject. */
export const screens = [
  ...homeScreens,
  ...quotesScreens,
  ...tradeScreens,
  ...exchangeScreens,
  ...feesScreens,
  ...rulesScreens,
  ...defiScreens,
  ...stakingScreens,
  ...listingScreens,
  ...loanScreens,
  ...financeScreens,
  ...otcScreens,
  assetsPageScreen,
  ...assetsScreens,
  ...ordersScreens,
  ...accountScreens,
  ...noticeScreens,
  ...alertScreens,
  ...apiKeyScreens,
  ...userScreens,
  ...chatScreens,
  ...articleScreens,
] as const;

/** Menus, titles and the shell's parts of all screens, open or not. */
export const plan = planOf([...screens, ...closedScreens]);
