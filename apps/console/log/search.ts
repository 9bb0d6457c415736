import { isOperatorAct, operatorActs } from '@candor/api';
import { type TableTerms, tableSearch } from '../shell/table-search.ts';

const actTitle = (act: string) => (isOperatorAct(act) ? operatorActs[act].title : act);

export const logTerms: TableTerms = {
  filters: [
    { name: 'act', label: 'console.log.action', words: Object.keys(operatorActs), wordText: actTitle },
    { name: 'operator', label: 'console.log.operator' },
  ],
  orders: { 'console.log.no': 'no' },
};

export const logSearch = tableSearch(logTerms);
