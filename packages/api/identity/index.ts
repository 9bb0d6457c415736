export * from './account-forms.ts';
export * from './calls.ts';
export * from './default-avatar.ts';
export * from './phone-number.ts';
