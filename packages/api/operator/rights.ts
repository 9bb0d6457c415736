import type { OperatorCalls } from './calls.ts';
import type { NamedRole, OperatorRole } from './roles.ts';

// apart from the calls, so that a page that names rights ships no schema

/** Callers of a call: nobody signed in, every operator, or the named roles beside admin. */
export type Callers = 'visitors' | 'operators' | readonly NamedRole[];

/**
 * Right to make a call. With `eyes: 4` an operator proposes the act; it is done when another one, of the roles that
 * `approvers` names beside admin, approves it.
 */
export type Right =
  | { readonly callers: Callers }
  | {
      readonly callers: Callers;
      readonly eyes: 4;
      readonly approvers: readonly NamedRole[];
      /** The approval also asks for a code of the approver's authenticator: it moves a user's money. */
      readonly factor?: true;
    };

/** Rights in the console: the only place where roles get rights. A call that is missing fails the types. */
export const operatorRights = {
  operatorLogin: { callers: 'visitors' },
  operatorSecondFactor: { callers: 'visitors' },
  openOperatorSetup: { callers: 'visitors' },
  operatorLogout: { callers: 'operators' },
  getOperator: { callers: 'operators' },
  changeOperatorPassword: { callers: 'operators' },
  getOperatorDevices: { callers: 'operators' },
  forgetOperatorDevice: { callers: 'operators' },
  getDashboard: { callers: ['support', 'content', 'review', 'risk', 'finance'] },
  getDashboardActivity: { callers: ['support', 'content', 'review', 'risk', 'finance'] },
  getOperatorUsers: { callers: ['support', 'review', 'risk', 'finance'] },
  findOperatorUsers: { callers: ['support', 'review', 'risk', 'finance'] },
  getOperatorUser: { callers: ['support', 'review', 'risk', 'finance'] },
  getOperatorUserTimeline: { callers: ['support', 'review', 'risk', 'finance'] },
  noteOperatorUser: { callers: ['support', 'review', 'risk', 'finance'] },
  endOperatorUserSessions: { callers: ['support', 'risk'] },
  getOperatorBills: { callers: ['support', 'risk', 'finance'] },
  getOperatorDeposits: { callers: ['support', 'risk', 'finance'] },
  getOperatorWithdrawals: { callers: ['support', 'risk', 'finance'] },
  getOperatorViews: { callers: 'operators' },
  saveOperatorView: { callers: 'operators' },
  deleteOperatorView: { callers: 'operators' },
  getReviews: { callers: ['support', 'review', 'risk', 'finance'] },
  getReviewKinds: { callers: ['support', 'review', 'risk', 'finance'] },
  getReview: { callers: ['support', 'review', 'risk', 'finance'] },
  getReviewPicture: { callers: ['support', 'review', 'risk', 'finance'] },
  claimReview: { callers: ['support', 'review', 'risk', 'finance'] },
  releaseReview: { callers: ['support', 'review', 'risk', 'finance'] },
  noteReview: { callers: ['support', 'review', 'risk', 'finance'] },
  decideReview: { callers: ['support', 'review', 'risk', 'finance'] },
  getSigningKeys: { callers: ['risk', 'finance'] },
  registerSigningKey: { callers: ['risk', 'finance'] },
  getOperatorSymbols: { callers: ['support', 'content', 'review', 'risk', 'finance'] },
  setSymbolState: { callers: ['risk'] },
  getMarketTerms: { callers: ['support', 'content', 'risk', 'finance'] },
  announceMarketTerms: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  withdrawMarketTerms: { callers: ['risk', 'finance'] },
  getOperatorSeconds: { callers: ['support', 'risk', 'finance'] },
  changeSecondsTerms: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  changeSecondsCap: { callers: ['risk'], eyes: 4, approvers: ['risk', 'finance'] },
  setSecondsUserCap: { callers: ['risk'], eyes: 4, approvers: ['risk', 'finance'] },
  setSecondsState: { callers: ['risk'] },
  addToSecondsPool: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorSwaps: { callers: ['support', 'risk', 'finance'] },
  setSwapTerms: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  setSwapState: { callers: ['risk'] },
  fundSwaps: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorReferral: { callers: ['risk', 'finance'] },
  setAgent: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  getOperatorMining: { callers: ['support', 'risk', 'finance'] },
  openMining: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  fundMining: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorStaking: { callers: ['support', 'risk', 'finance'] },
  offerStaking: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  closeStakingOffer: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  fundStaking: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorLoans: { callers: ['support', 'risk', 'finance'] },
  offerLoan: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  closeLoanOffer: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  fundLoanPool: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorFinance: { callers: ['support', 'risk', 'finance'] },
  offerFinance: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  closeFinanceOffer: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  fundFinance: { callers: ['finance'], eyes: 4, approvers: ['finance'] },
  getOperatorOtc: { callers: ['support', 'review', 'risk'] },
  getOtcAppeal: { callers: ['support', 'review', 'risk'] },
  getOtcAppealPicture: { callers: ['support', 'review', 'risk'] },
  getOtcChatPicture: { callers: ['support', 'review', 'risk'] },
  sayInOtcAppeal: { callers: ['support', 'review', 'risk'] },
  resolveOtcAppeal: { callers: ['review', 'risk'], eyes: 4, approvers: ['risk', 'finance'], factor: true },
  setOtcTerms: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  setOtcCurrency: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  setOtcMethod: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  setOtcTrader: { callers: ['risk'], eyes: 4, approvers: ['risk', 'finance'] },
  getOperatorRates: { callers: ['support', 'content', 'finance'] },
  setExchangeRate: { callers: ['content', 'finance'] },
  getOperatorTiers: { callers: ['support', 'content', 'risk', 'finance'] },
  changeAccountTiers: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  getOperatorTerms: { callers: ['support', 'content', 'risk', 'finance'] },
  draftTerms: { callers: ['content'] },
  publishTerms: { callers: ['content'], eyes: 4, approvers: ['content', 'risk', 'finance'] },
  getOperatorFeatures: { callers: ['support', 'content', 'review', 'risk', 'finance'] },
  setFeature: { callers: ['risk'], eyes: 4, approvers: ['risk', 'finance'] },
  getOperatorContent: { callers: ['support', 'content', 'risk', 'finance'] },
  saveNavEntry: { callers: ['content'] },
  removeContentEntry: { callers: ['content'] },
  saveLanguage: { callers: ['content'] },
  saveDictItem: { callers: ['content'] },
  setTimeZone: { callers: ['content'] },
  getOperatorArticles: { callers: ['support', 'content', 'risk', 'finance'] },
  getOperatorArticle: { callers: ['support', 'content', 'risk', 'finance'] },
  getArticleVersion: { callers: ['support', 'content', 'risk', 'finance'] },
  createArticle: { callers: ['content'] },
  placeArticle: { callers: ['content'] },
  draftArticle: { callers: ['content'] },
  keepTranslation: { callers: ['content'] },
  restoreArticle: { callers: ['content'] },
  publishArticle: { callers: ['content'] },
  proposeArticle: { callers: ['content'], eyes: 4, approvers: ['content', 'risk', 'finance'] },
  withdrawArticle: { callers: ['content'] },
  hideArticle: { callers: ['content'] },
  saveArticleCategory: { callers: ['content'] },
  uploadArticleImage: { callers: ['content'] },
  correctBalance: { callers: ['finance'], eyes: 4, approvers: ['finance', 'risk'], factor: true },
  getCustody: { callers: ['support', 'risk', 'finance'] },
  getCustodyMovements: { callers: ['support', 'risk', 'finance'] },
  getCustodyReports: { callers: ['support', 'risk', 'finance'] },
  getLostDeposits: { callers: ['support', 'risk', 'finance'] },
  reverseDeposit: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'], factor: true },
  resumeRow: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  resumeWallet: { callers: ['risk', 'finance'], eyes: 4, approvers: ['risk', 'finance'] },
  releaseSuspense: { callers: ['finance'], eyes: 4, approvers: ['risk', 'finance'], factor: true },
  getProposals: { callers: ['content', 'risk', 'finance'] },
  approveProposal: { callers: ['content', 'risk', 'finance'] },
  rejectProposal: { callers: ['content', 'risk', 'finance'] },
  getSupportQueue: { callers: ['support'] },
  getSupportConversation: { callers: ['support'] },
  getSupportPicture: { callers: ['support'] },
  takeSupport: { callers: ['support'] },
  giveBackSupport: { callers: ['support'] },
  answerSupport: { callers: ['support'] },
  sendSupportPicture: { callers: ['support'] },
  typeSupport: { callers: ['support'] },
  noteSupport: { callers: ['support'] },
  handOverSupport: { callers: ['support'] },
  snoozeSupport: { callers: ['support'] },
  resolveSupport: { callers: ['support'] },
  getSupportFigures: { callers: ['support', 'content'] },
  getSupportHours: { callers: ['support'] },
  saveSupportHours: { callers: ['support'] },
  getCannedAnswers: { callers: ['support', 'content'] },
  saveCannedAnswer: { callers: ['support', 'content'] },
  removeCannedAnswer: { callers: ['support', 'content'] },
  getOperatorMessages: { callers: ['support'] },
  getOperatorJobs: { callers: ['support', 'risk'] },
  retryOperatorJob: { callers: ['support', 'risk'] },
  getOperators: { callers: [] },
  addOperator: { callers: [], eyes: 4, approvers: [] },
  sendOperatorSetup: { callers: [] },
  changeOperatorRole: { callers: [], eyes: 4, approvers: [] },
  disableOperator: { callers: [] },
  getOperatorLog: { callers: ['risk'] },
  verifyOperatorLog: { callers: ['risk'] },
} as const satisfies Readonly<Record<keyof OperatorCalls, Right>>;

export type OperatorCallName = keyof OperatorCalls;

/** The acts that wait for another operator's approval. */
export type FourEyesName = {
  [Name in OperatorCallName]: (typeof operatorRights)[Name] extends { readonly eyes: 4 } ? Name : never;
}[OperatorCallName];

/** True if operators of the role may make the call. */
export function mayCall(role: OperatorRole, call: OperatorCallName): boolean {
  const { callers }: Right = operatorRights[call];
  if (role === 'admin' || typeof callers === 'string') return true;
  return (callers as readonly OperatorRole[]).includes(role);
}

/** The roles that may approve an act, admin among them. */
export function approversOf(act: FourEyesName): readonly OperatorRole[] {
  return [...operatorRights[act].approvers, 'admin'];
}

/** True if the approval of an act asks for a code of the approver's authenticator. */
export const asksFactor = (act: FourEyesName): boolean => 'factor' in operatorRights[act];

/** True for an act that waits for another operator's approval. */
export function isFourEyes(name: string): name is FourEyesName {
  return Object.hasOwn(operatorRights, name) && 'eyes' in operatorRights[name as OperatorCallName];
}
