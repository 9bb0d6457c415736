import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toEventSelector, toFunctionSelector } from 'viem';
import { expect, it } from 'vitest';
import { compileJoinRegistry } from '../../../tools/contracts.ts';
import {
  JOIN_DATA,
  JOIN_REGISTRY_ADDRESS,
  JOIN_REGISTRY_CODE_HASH,
  JOIN_REGISTRY_COMPILER,
  JOIN_REGISTRY_DEPLOYER,
  JOIN_REGISTRY_DEPLOYMENT,
  JOIN_REGISTRY_RUNTIME,
  JOIN_REGISTRY_SETTINGS,
} from './index.ts';

it('deploys what its source compiles to, at the address that follows from it', () => {
  const { compiler, settings, bytecode, runtime, address, codeHash, deployer, salt } = compileJoinRegistry();
  expect({ compiler, settings, runtime, address, codeHash, deployer }).toEqual({
    compiler: JOIN_REGISTRY_COMPILER,
    settings: JOIN_REGISTRY_SETTINGS,
    runtime: JOIN_REGISTRY_RUNTIME,
    address: JOIN_REGISTRY_ADDRESS,
    codeHash: JOIN_REGISTRY_CODE_HASH,
    deployer: JOIN_REGISTRY_DEPLOYER,
  });
  expect(`${salt}${bytecode.slice(2)}`).toBe(JOIN_REGISTRY_DEPLOYMENT);
  expect(toFunctionSelector('join()')).toBe(JOIN_DATA);
  expect(toEventSelector('Joined(address)')).toMatch(/^0x7073afa6/);
});

it('is served by the pages as it is compiled, with its licence', () => {
  const textOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const served = textOf('../../../apps/web/public/contracts/JoinRegistry.sol');
  expect(served).toBe(textOf('JoinRegistry.sol'));
  expect(served).toMatch(/^\/\/ SPDX-License-Identifier: Apache-2\.0\n/);
});

it('has no opcode that calls, delegates, deploys, destroys or pays', () => {
  const opcodes: number[] = [];
  const code = Buffer.from(JOIN_REGISTRY_RUNTIME.slice(2), 'hex');
  for (let at = 0; at < code.length; at += 1) {
    const opcode = code[at]!;
    opcodes.push(opcode);
    // PUSH1 to PUSH32 carry data
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f;
  }
  // CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL, SELFDESTRUCT
  for (const forbidden of [0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa, 0xff])
    expect(opcodes).not.toContain(forbidden);
});
