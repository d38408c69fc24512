import type { ProofFixture } from './proof.fixture.ts'

/** The result of a proof: whether the promise held, and the measured values. */
export type Outcome = { passed: boolean; measured: string }

export type TestReference = readonly [file: string, name: string]

/** One of the design's acceptance checks, proven by a program on the running system, by named tests, or by both. */
export type Check = {
  /** Id such as `A1`. A broken twin, which the check must catch, is `A-twin`. */
  id: string
  promise: string
  expected: string
  run?: (fixture: ProofFixture) => Promise<Outcome>
  /** Set if the check takes only seconds with default settings. Every test run includes it. */
  fast?: true
  /** Set if the check mostly waits and doesn't measure CPU, rates or times. Such checks run in parallel, each on its own system. */
  waits?: true
  /** Set if the check runs for `SOAK_MINUTES` or a fixed number of minutes. Its time limit grows accordingly. */
  soaks?: true
  /** Environment variable with the path of a program outside the repository. Without it, the check is skipped. */
  needs?: 'PGBOUNCER'
  tests?: readonly TestReference[]
}

/** A group of checks. `name` selects it, as in `pnpm prove webhooks`. */
export type Group = { name: string; title: string; checks: readonly Check[] }

/** A check and its result: one line of the report. */
export type Proof = Pick<Check, 'id' | 'promise' | 'expected'> & {
  measured: string
  passed: boolean
  /** ISO 8601. */
  date: string
  /** Short hash of the tested commit. */
  commit: string
  /** Duration in seconds; absent if an earlier run didn't record it. */
  seconds?: number
}

/** Combines several conditions: passes if all hold, and otherwise names those that failed. */
export function all(measured: string, holds: Readonly<Record<string, boolean>>): Outcome {
  const broken = Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [what]))
  return {
    passed: broken.length === 0,
    measured: broken.length === 0 ? measured : `${measured}; NOT: ${broken.join('; ')}`,
  }
}
