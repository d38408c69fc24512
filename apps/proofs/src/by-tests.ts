import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import type { Outcome, TestReference } from './check.ts'

type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[]
}

export type TestEndings = (tests: readonly TestReference[]) => Outcome

export async function runTests(tests: readonly TestReference[]): Promise<TestEndings> {
  if (tests.length === 0) return () => ({ passed: true, measured: '' })
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-prove-'))
  try {
    const report = join(folder, 'report.json')
    await vitest(tests, report)
    return endings(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves even if a test fails, which only sets the exit code. The report has the details. */
function vitest(tests: readonly TestReference[], report: string): Promise<void> {
  const program = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
  const files = [...new Set(tests.map(([file]) => file))]
  const names = tests.map(([, name]) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const config = 'packages/tooling/vitest.config.ts'
  const args = [program, 'run', '--config', config, '-t', names, '--reporter=json', `--outputFile=${report}`, ...files]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 2 ** 26 }, () => resolve())
  })
}

function endings({ testResults }: Report): TestEndings {
  return (tests) => {
    const ended = tests.map(([file, name]) => {
      const found = testResults
        .filter((result) => result.name.endsWith(`/${file}`))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ fullName, status }) => fullName.includes(name) && status !== 'skipped' && status !== 'pending')
      return { name, passed: found.length > 0 && found.every(({ status }) => status === 'passed'), found }
    })
    const cases = ended.reduce((sum, { found }) => sum + found.length, 0)
    const failed = ended.filter(({ passed }) => !passed).map(({ name }) => name)
    const measured = `${cases} ${cases === 1 ? 'test' : 'tests'} passed`
    return failed.length === 0
      ? { passed: true, measured }
      : { passed: false, measured: `did not pass: ${failed.join(' · ')}` }
  }
}
