import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-runner-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program below two parent processes, the outer one named `outer`. Returns the outer one's process id. */
const below = async (outer: string): Promise<number> => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const watching = file(
    'watching.ts',
    `import { writeFileSync } from 'node:fs'
     import { onRunnerGone } from ${JSON.stringify(join(import.meta.dirname, 'package-runner.ts'))}
     onRunnerGone(() => { writeFileSync(${JSON.stringify(join(folder, 'gone'))}, ''); process.exit() })
     writeFileSync(${JSON.stringify(join(folder, 'watching'))}, '')
     setTimeout(() => process.exit(), 2_000)
     process.once('exit', () => writeFileSync(${JSON.stringify(join(folder, 'ended'))}, ''))`,
  )
  // The second command keeps the shell from replacing itself with the program.
  const line = `${JSON.stringify(process.execPath)} --conditions=source ${JSON.stringify(watching)}; true`
  const parent = file(
    outer,
    `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(line)}], { stdio: 'inherit' })`,
  )
  const { pid = 0 } = spawn(process.execPath, [parent], { stdio: 'ignore' })
  await until(() => existsSync(join(folder, 'watching')))
  return pid
}

test('a package manager that is killed without passing it on is noticed', async () => {
  process.kill(await below('pnpm.cjs'), 'SIGKILL')
  await until(() => existsSync(join(folder, 'ended')))
  expect(existsSync(join(folder, 'gone'))).toBe(true)
})

test('another program that started us may end at any time', async () => {
  process.kill(await below('deploy.cjs'), 'SIGKILL')
  await until(() => existsSync(join(folder, 'ended')))
  expect(existsSync(join(folder, 'gone'))).toBe(false)
})
