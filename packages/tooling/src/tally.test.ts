import { expect, test } from 'vitest'
import { lineOf, sum, tallyTests } from './tally.ts'

const file = (status: string, ...statuses: string[]) => ({
  name: '/packages/a/src/a.test.ts',
  status,
  assertionResults: statuses.map((each, n) => ({ status: each, fullName: `a > ${n}` })),
})

test('every test counts once, as what it was', () => {
  const report = {
    testResults: [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'failed', 'passed', 'failed')],
  }
  expect(tallyTests(report, 1)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: ['a.test.ts: a > 0', 'a.test.ts: a > 2'],
  })
})

test('a failure comes with its error, without colors and stack', () => {
  const failureMessages = ['\u001b[31mError: expected 2\u001b[39m\nreceived 3\n    at a.test.ts:1:1\n    at b.ts:2:2']
  const failed = { status: 'failed', fullName: 'a > 0', failureMessages }
  const report = { testResults: [{ ...file('failed'), assertionResults: [failed] }] }
  expect(tallyTests(report, 1).failures).toEqual(['a.test.ts: a > 0\n  Error: expected 2\n  received 3'])
})

test('a file that could not be loaded is a failure', () => {
  expect(tallyTests({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['a.test.ts: the file itself'],
  })
})

test('a run that failed without a failed test, or wrote no report, is a failure', () => {
  expect(tallyTests({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  expect(tallyTests(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(tallyTests({ testResults: [file('passed', 'passed')] }, 0).failed).toBe(0)
})

test('the last line adds up everything, and names the skipped only where there are some', () => {
  const steps = [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 40, failed: 2, skipped: 0 },
  ]
  expect(lineOf(sum(steps))).toBe('41 passed, 2 failed')
  expect(lineOf(sum([...steps, { passed: 0, failed: 0, skipped: 3 }]))).toBe('41 passed, 2 failed, 3 skipped')
})
