import type { ProofFixture } from './proof.fixture.ts'

/** The result of a proof: whether the promise held, and the numbers it measured, in a few words. */
export type Outcome = { passed: boolean; measured: string }

/** A test of the suite that is part of a proof: its file and its name. */
export type TestReference = readonly [file: string, name: string]

/**
 * One acceptance check of the design. It is proven by a program against the running system, by tests that are named, or by
 * both.
 */
export type Check = {
  /** As the checks are numbered: `A1`. A broken twin, which the check must catch, is `A-twin`. */
  id: string
  /** The promise, in one sentence. */
  promise: string
  /** The expected observation. */
  expected: string
  run?: (fixture: ProofFixture) => Promise<Outcome>
  /** Takes seconds and needs nothing but the system as it starts: it is part of every test run, too. */
  fast?: true
  /**
   * Waits for most of its time, and judges neither CPU, nor rates, nor times that a busy machine changes: such checks run beside each
   * other, each on a system of its own.
   */
  waits?: true
  /** Continues for as long as `SOAK_MINUTES` says. */
  soaks?: true
  /** Variable that names a program which does not come with the repository: without it the check is left out. */
  needs?: 'PGBOUNCER'
  tests?: readonly TestReference[]
}

/** Checks that belong together; `name` is what the command takes: `pnpm prove webhooks`. */
export type Group = { name: string; title: string; checks: readonly Check[] }

/** A check and its result: one line of the report. */
export type Proof = Pick<Check, 'id' | 'promise' | 'expected'> & {
  measured: string
  passed: boolean
  /** ISO 8601. */
  date: string
  /** The commit that was proven, short. */
  commit: string
  /** Duration of the check; absent where an earlier run did not note it. */
  seconds?: number
}

/** Several things that must all hold: the figures of all, and what did not hold. */
export function all(measured: string, holds: Readonly<Record<string, boolean>>): Outcome {
  const broken = Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [what]))
  return {
    passed: broken.length === 0,
    measured: broken.length === 0 ? measured : `${measured}; NOT: ${broken.join('; ')}`,
  }
}
