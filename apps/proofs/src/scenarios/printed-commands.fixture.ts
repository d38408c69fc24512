import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { expect } from 'vitest'

/** Returns the text of a guide, whose commands tests run as they are printed. */
export const guide = (name: string): string =>
  readFileSync(join(repositoryRoot, 'apps/docs/guides', `${name}.md`), 'utf8')

/** Returns a guide's operator commands that need only a checkout, in order. */
export const operatorCommands = (name: string): string[] =>
  guide(name).match(/npx -y pnpm@\S+ --silent posthorn operator [^\n`]+/g) ?? []

/** Writes `run.json` into a folder, as printed in the operations guide. The file tells the command how to reach the deployment. */
export function writeRunFile(system: RunningSystem, folder: string): void {
  const [, printed = ''] = /```json\n([\s\S]*?)```/.exec(guide('operate')) ?? []
  const { credential, urls } = system.run
  const text = printed
    .replace('https://posthorn.example.com', system.url)
    .replace('http://127.0.0.1:4000', urls['gateway'] ?? '')
    .replace(/<operator's secret[^>]*>/, credential.secret)
  writeFileSync(join(folder, 'run.json'), text.replace('"operator"', JSON.stringify(credential.name)))
}

/** Runs a printed command in the checkout, as a shell would. Fails unless it exits with 0. Returns its output. */
export function runPrinted(command: string, env: Record<string, string> = {}, folder = repositoryRoot): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    // Uses the package manager that is already installed. Otherwise, npm asks the registry for it each time, which may take a minute.
    env: { ...environment(), npm_config_prefer_offline: 'true', ...env },
    encoding: 'utf8',
  })
  expect([command, status, status === 0 ? '' : stderr + stdout]).toEqual([command, 0, ''])
  return stdout
}
