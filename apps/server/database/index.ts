export { type DatabaseLease, leaseDatabase } from './database.ts';
