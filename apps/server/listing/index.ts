export { contractCommands, houseContractFunding } from './contracts.ts';
export { firstCommands, genesisOf, HOUSE_USER_ID, houseFunding } from './first-commands.ts';
export { adoptFeed } from './later-starts.ts';
