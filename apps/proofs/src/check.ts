import type { ProofFixture } from './proof.fixture.ts'

/** The result of a proof: whether the promise held, and the measured values. */
export type Outcome = { passed: boolean; measured: string }

/** A test that is part of a proof: file and name. */
export type TestReference = readonly [file: string, name: string]

/** An acceptance check of the design, proven by a program on the running system, by named tests, or by both. */
export type Check = {
  /** Its number: `A1`. A broken twin, which the check must catch, is `A-twin`. */
  id: string
  /** The promise, in one sentence. */
  promise: string
  expected: string
  run?: (fixture: ProofFixture) => Promise<Outcome>
  /** Set if it takes only seconds and default settings: every test run includes it. */
  fast?: true
  /** Set if it mostly waits and doesn't judge CPU, rates or times: such checks run in parallel, each on a separate system. */
  waits?: true
  /** Set if it runs for `SOAK_MINUTES` or a fixed time of minutes: it may take that much longer than others. */
  soaks?: true
  /** Variable with the path of a program that is not part of the repository; without it, the check is skipped. */
  needs?: 'PGBOUNCER'
  tests?: readonly TestReference[]
}

/** A group of checks; `name` selects it: `pnpm prove webhooks`. */
export type Group = { name: string; title: string; checks: readonly Check[] }

/** A check and its result: one line of the report. */
export type Proof = Pick<Check, 'id' | 'promise' | 'expected'> & {
  measured: string
  passed: boolean
  /** ISO 8601. */
  date: string
  /** Short hash of the tested commit. */
  commit: string
  /** Duration; absent if an earlier run did not record it. */
  seconds?: number
}

/** Combines several results: all values, and what failed. */
export function all(measured: string, holds: Readonly<Record<string, boolean>>): Outcome {
  const broken = Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [what]))
  return {
    passed: broken.length === 0,
    measured: broken.length === 0 ? measured : `${measured}; NOT: ${broken.join('; ')}`,
  }
}
