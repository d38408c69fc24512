import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportFile, tallyTests, type VitestReport } from './tally.ts'

// `node run-tests.ts [folder]`: runs a package's tests, by default the working directory's, and stores their counts in its folder, where the
// cache keeps them.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs the tests of a folder, and returns the exit code. */
const runVitest = (folder: string, jsonFile: string): Promise<number> =>
  new Promise((resolve) => {
    const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${jsonFile}`]
    const tests = ['--config', 'packages/tooling/vitest.config.ts', '--project=!long', `${folder}/`]
    const args = [program, 'run', ...tests, ...reporters]
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Reads the report; undefined if vitest ended before it wrote one. */
const readReport = (file: string): VitestReport | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}

const folder = process.argv[2] ?? relative(ROOT, process.cwd())
const counts = join(ROOT, folder, reportFile)
rmSync(counts, { force: true })
const scratch = mkdtempSync(join(tmpdir(), 'posthorn-tests-'))
try {
  const jsonFile = join(scratch, 'report.json')
  const exitCode = await runVitest(folder, jsonFile)
  mkdirSync(join(counts, '..'), { recursive: true })
  writeFileSync(counts, `${JSON.stringify(tallyTests(readReport(jsonFile), exitCode))}\n`)
  process.exitCode = exitCode
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
