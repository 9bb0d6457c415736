/** The roles of operators, least first. An operator has one. */
export const operatorRoles = ['support', 'content', 'review', 'risk', 'finance', 'admin'] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** The roles that a right names; admin has every right. */
export type NamedRole = Exclude<OperatorRole, 'admin'>;
