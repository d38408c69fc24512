import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

/** Version of n8n that the gallery runs in. */
export const n8nVersion = '2.41.1'

/** Installs n8n into a folder of its own, unless it is there. It is never a dependency of this repository. */
export function installN8n(folder: string): string {
  const program = join(folder, 'node_modules/n8n/bin/n8n')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // Scripts build drivers of databases that the trial does not use.
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund']
  // One of n8n's nodes needs date-fns, which only a peer names.
  execFileSync('npm', ['install', `n8n@${n8nVersion}`, 'date-fns@2.30.0', ...flags], { cwd: folder, stdio: 'inherit' })
  return program
}

/** Builds the node, and puts it where n8n keeps community nodes. */
export function installNode(userFolder: string): void {
  const source = join(repositoryRoot, 'packages/connectors/n8n')
  const rolldown = join(source, 'node_modules/.bin/rolldown')
  execFileSync(rolldown, ['--config', 'rolldown.config.mjs', '--log-level', 'warn'], { cwd: source, stdio: 'ignore' })
  const target = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-posthorn')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const part of ['package.json', 'dist']) cpSync(join(source, part), join(target, part), { recursive: true })
}
