import type { Plant } from '../plant.ts';

/** Bugs of margin. */
export const MARGIN_PLANTS: readonly Plant[] = [
  {
    name: 'margin-interest-rounds-down',
    file: 'rules/margin/risk.ts',
    find: 'return ceilDiv(exact, BILLION);',
    replace: 'return exact / BILLION;',
    breaks: /the first hour is charged at once|interest is the published formula/,
  },
  {
    name: 'margin-debt-unmatched',
    file: 'kernel/products/margin/lending.ts',
    find: '{ account: accounts.ensureNamed(MARGIN_RECEIVABLE), assetId, amount },\n    ]);\n    loan.principal',
    replace: '{ account: accounts.ensureNamed(MARGIN_POOL), assetId, amount },\n    ]);\n    loan.principal',
    breaks: /debts are what the pool has to get/,
  },
  {
    name: 'margin-lends-too-much',
    file: 'kernel/products/margin/lending.ts',
    find: 'if (amount > offer.most) return refuse(offer.boundBy);',
    replace: 'if (amount > offer.most * 2n) return refuse(offer.boundBy);',
    breaks: /no loan is more than its collateral|broke the kernel|nothing goes below 0/,
  },
  {
    name: 'margin-principal-first',
    file: 'rules/margin/repayment.ts',
    find: 'const interest = units < owedInterest ? units : owedInterest;',
    replace: 'const interest = units > principal ? units - principal : 0n;',
    breaks: /repayment takes interest first/,
  },
  {
    name: 'margin-sells-too-early',
    file: 'kernel/products/margin/margin-product.ts',
    find: 'if (riskIsAtMost(values, terms.liquidationPpm)) this.sale.run',
    replace: 'if (riskIsAtMost(values, 2 * terms.callPpm)) this.sale.run',
    breaks: /whoever is sold had to be/,
  },
  {
    name: 'margin-never-sells',
    file: 'kernel/products/margin/margin-product.ts',
    find: 'if (riskIsAtMost(values, terms.liquidationPpm)) this.sale.run',
    replace: 'if (riskIsAtMost(values, 0)) this.sale.run',
    breaks: /whoever has to be sold is/,
  },
];
