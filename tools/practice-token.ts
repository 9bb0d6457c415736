import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';

const folder = join(import.meta.dirname, '../packages/chains/practice');
const SOURCE = 'PracticeUsdt.sol';

/** Compiles the practice chain's token. Throws with the compiler's words if it does not compile. */
export function compilePracticeToken(): { readonly compiler: string; readonly bytecode: string } {
  const input = {
    language: 'Solidity',
    sources: { [SOURCE]: { content: readFileSync(join(folder, SOURCE), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'shanghai',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), undefined));
  const contract = output.contracts?.[SOURCE]?.PracticeUsdt;
  if (contract === undefined) throw new Error(JSON.stringify(output.errors));
  return { compiler: String(solc.version()), bytecode: `0x${contract.evm.bytecode.object}` };
}

/** Writes the module that the practice chain deploys its token from. */
if (import.meta.main) {
  const { compiler, bytecode } = compilePracticeToken();
  writeFileSync(
    join(folder, 'practice-usdt.gen.ts'),
    `// Written by tools/practice-token.ts from ${SOURCE}.\n` +
      `export const PRACTICE_USDT_COMPILER = '${compiler}';\n\nexport const PRACTICE_USDT_BYTECODE =\n  '${bytecode}';\n`,
  );
}
