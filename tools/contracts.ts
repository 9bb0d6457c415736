import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';
import { getContractAddress, keccak256 } from 'viem';

const chains = join(import.meta.dirname, '../packages/chains');
const TOKEN = 'PracticeUsdt.sol';
const REGISTRY = 'JoinRegistry.sol';
/** Copy that the pages serve, so that anybody can compile it and compare the code. */
const SERVED = join(import.meta.dirname, '../apps/web/public/contracts');
/** Everything beside the source that the code follows from. */
const SETTINGS = { optimizer: { enabled: true, runs: 200 }, evmVersion: 'shanghai' } as const;
/** A contract of nobody that stands at this address on every EVM chain, and deploys what it is sent (EIP-1014). */
const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SALT = `0x${'0'.repeat(64)}` as const;

interface Compiled {
  readonly compiler: string;
  /** Deploys the contract. */
  readonly bytecode: `0x${string}`;
  /** Code that stands at its address. */
  readonly runtime: `0x${string}`;
}

/** Compiles a contract of the chains. Throws with the compiler's words if it does not compile. */
function compile(folder: string, source: string): Compiled {
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: readFileSync(join(chains, folder, source), 'utf8') } },
    settings: {
      ...SETTINGS,
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), undefined));
  const evm = output.contracts?.[source]?.[source.replace('.sol', '')]?.evm;
  if (evm === undefined) throw new Error(JSON.stringify(output.errors));
  return {
    compiler: String(solc.version()),
    bytecode: `0x${evm.bytecode.object}`,
    runtime: `0x${evm.deployedBytecode.object}`,
  };
}

/** Compiles the practice chain's token. */
export const compilePracticeToken = () => compile('practice', TOKEN);

/** Compiles the list of those who joined. Its address follows from its code, and is the same on every chain. */
export function compileJoinRegistry() {
  const compiled = compile('join', REGISTRY);
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: DEPLOYER,
    salt: SALT,
    bytecode: compiled.bytecode,
  });
  const { optimizer, evmVersion } = SETTINGS;
  return {
    ...compiled,
    settings: `--optimize --optimize-runs ${optimizer.runs} --evm-version ${evmVersion} --no-cbor-metadata`,
    address,
    codeHash: keccak256(compiled.runtime),
    deployer: DEPLOYER,
    salt: SALT,
  };
}

const line = (name: string, value: string) => `\nexport const ${name} =\n  '${value}';\n`;

function write(folder: string, file: string, source: string, lines: readonly string[]): void {
  const head = `// Written by tools/contracts.ts from ${source}.`;
  writeFileSync(join(chains, folder, file), `${head}${lines.join('')}`);
}

/** Writes the modules that the contracts are deployed from and compared with. */
if (import.meta.main) {
  const token = compilePracticeToken();
  write('practice', 'practice-usdt.gen.ts', TOKEN, [
    line('PRACTICE_USDT_COMPILER', token.compiler),
    line('PRACTICE_USDT_BYTECODE', token.bytecode),
  ]);
  copyFileSync(join(chains, 'join', REGISTRY), join(SERVED, REGISTRY));
  const registry = compileJoinRegistry();
  write('join', 'join-registry.gen.ts', REGISTRY, [
    line('JOIN_REGISTRY_COMPILER', registry.compiler),
    line('JOIN_REGISTRY_SETTINGS', registry.settings),
    line('JOIN_REGISTRY_ADDRESS', registry.address),
    line('JOIN_REGISTRY_CODE_HASH', registry.codeHash),
    line('JOIN_REGISTRY_RUNTIME', registry.runtime),
    line('JOIN_REGISTRY_DEPLOYER', registry.deployer),
    line('JOIN_REGISTRY_DEPLOYMENT', `${registry.salt}${registry.bytecode.slice(2)}`),
  ]);
}
