import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Tally = { passed: number; failed: number; skipped: number }

/** Counts from a test run, with the title and error of each failure. */
export type TestTally = Tally & { failures: string[] }

/** File with the counts from a package's last test run, relative to its folder. */
export const reportFile = '.reports/tests.json'

export type VitestReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: VitestAssertion[] }[]
}
type VitestAssertion = { status: string; fullName: string; failureMessages?: string[] | null }

const errorLinesMax = 12

/** Returns the first lines of the error, without its stack, indented. It is the only output from a run that no one watched. */
const errorOf = (message?: string): string => {
  if (!message) return ''
  const lines = stripVTControlCharacters(message).split('\n')
  const stackStart = lines.findIndex((line) => /^\s+at /.test(line))
  const shown = lines.slice(0, stackStart === -1 ? errorLinesMax : Math.min(stackStart, errorLinesMax))
  return shown.map((line) => `\n  ${line.slice(0, 500)}`).join('')
}

/**
 * Counts the results of a test run. A file that failed although none of its tests did (it couldn't be loaded, or a hook threw) counts as
 * one failure. So does a run that failed without any failed test or file (an error outside the tests, or no tests at all).
 * @param report vitest's JSON report; undefined if vitest wrote none.
 * @param exitCode vitest's exit code.
 */
export const tallyTests = (report: VitestReport | undefined, exitCode: number): TestTally => {
  const tally: TestTally = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const file of report?.testResults ?? []) {
    const statuses = file.assertionResults.map(({ status }) => status)
    const failed = statuses.filter((status) => status === 'failed').length
    tally.passed += statuses.filter((status) => status === 'passed').length
    tally.failed += file.status === 'failed' ? Math.max(failed, 1) : failed
    const titles = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}${errorOf(failureMessages?.[0])}`)
    if (file.status === 'failed' && titles.length === 0) titles.push(`the file itself${errorOf(file.message)}`)
    tally.failures.push(...titles.map((title) => `${basename(file.name)}: ${title}`))
    tally.skipped += statuses.filter((status) => status !== 'passed' && status !== 'failed').length
  }
  if (exitCode !== 0 && tally.failed === 0) tally.failed = 1
  return tally
}

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** Returns the last line of a test run's output: `12 passed, 0 failed`, with the number of skipped tests if there are any. */
export const lineOf = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
