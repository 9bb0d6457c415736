import { isFourEyes, isOperatorAct, operatorActs } from '@candor/api';
import { type TableTerms, tableSearch } from '../shell/table-search.ts';

const actTitle = (act: string) => (isOperatorAct(act) ? operatorActs[act].title : act);

export const approvalsTerms: TableTerms = {
  filters: [
    // the open ones without it: chosen above the list
    { name: 'ended', label: 'console.shell.ended', words: ['yes'], isHidden: true },
    {
      name: 'act',
      label: 'console.approvals.act',
      words: Object.keys(operatorActs).filter(isFourEyes),
      wordText: actTitle,
    },
    { name: 'operator', label: 'console.approvals.proposer' },
  ],
  orders: { 'console.approvals.expires': 'until' },
};

export const approvalsSearch = tableSearch(approvalsTerms);
