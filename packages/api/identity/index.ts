export * from './account-forms.ts';
export * from './calls.ts';
