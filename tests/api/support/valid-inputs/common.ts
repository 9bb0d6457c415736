export const page = { pageSize: '5', cursor: '7' };
export const uuid = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
export const hashed = 'ab'.repeat(32);
