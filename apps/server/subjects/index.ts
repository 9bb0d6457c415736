export { liveFeeds } from './compose.ts';
export { type CustomerAppOptions, createCustomerApp } from './customer-app.ts';
export { openServices } from './open-services.ts';
export { type ReviewKindNeeds, reviewKinds } from './review-kinds.ts';
