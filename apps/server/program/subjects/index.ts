export { liveFeeds } from './compose.ts';
export { type CustomerAppOptions, createCustomerApp } from './customer-app.ts';
export { openServices } from './open-services.ts';
export { leftOut, type OwnDataNeeds, ownData } from './own-data.ts';
export { type ReviewKindNeeds, reviewKinds } from './review-kinds.ts';
export { type SubjectTasksNeeds, subjectTasks } from './tasks.ts';
