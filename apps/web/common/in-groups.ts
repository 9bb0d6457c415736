/** An address in groups of four characters; the prefix 0x is a part of its first group, so that the last one is whole. */
export const inGroups = (address: string): string => address.replace(/((?:^0x)?.{4})(?=.)/g, '$1 ');
