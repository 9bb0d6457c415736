export { firstCommands, genesisOf, HOUSE_USER_ID, houseFunding } from './first-commands.ts';
export { adoptFeed } from './later-starts.ts';
export { contractCommands, houseContractFunding } from './perpetual.ts';
