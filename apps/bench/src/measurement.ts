import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceOrAtExit } from '@posthorn/testkit'
import { median, repositoryRoot } from '@posthorn/testkit/system'
import type { Bench, Scenario } from './bench.ts'

/** Another version of the code, in a git worktree with its own dependencies. */
type Version = Disposable & { folder: string }

/** Checks out a commit and installs its dependencies. The worktree is removed at the end, even if the program is interrupted. */
function checkOut(commit: string): Version {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-version-'))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repositoryRoot, stdio: ['ignore', 'ignore', 'inherit'] })
  const remove = onceOrAtExit(() => git('worktree', 'remove', '--force', folder))
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  try {
    const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      packageManager: string
    }
    const install = ['-y', packageManager, 'install', '--frozen-lockfile', '--prefer-offline']
    execFileSync('npx', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    remove()
    throw error
  }
  return { folder, [Symbol.dispose]: remove }
}

type Pair = { ours: Measured; theirs: Measured }

/** Returns the ratio to the measurement's own baseline, or the value if it has none. */
function comparable({ value, baseline }: Measured): number {
  return typeof baseline === 'number' ? value / baseline : value
}

/** Describes the rounds of one measurement: the medians of both versions, and the median and range of their ratios. */
export function comparisonText(pairs: readonly Pair[]): string {
  const [first] = pairs
  if (first === undefined) return ''
  const { measurement, unit, baseline } = first.ours
  const ratios = pairs.map(({ ours, theirs }) => comparable(ours) / comparable(theirs))
  const medianOf = (side: keyof Pair) => rounded(median(pairs.map((pair) => pair[side].value)))
  const suffix = typeof baseline === 'number' ? ', both by their baselines' : ''
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(rounded)
  return `${measurement}: ${medianOf('ours')} beside ${medianOf('theirs')} ${unit}, ratio ${rounded(median(ratios))} (${least} to ${most} in ${ratios.length} rounds${suffix})`
}

/** Runs the same scenarios alternately on this version and on the version at a given commit. The two versions take turns going first. */
export async function compare(
  bench: Bench,
  { commit, chosen, rounds }: { commit: string; chosen: readonly Scenario[]; rounds: number },
): Promise<void> {
  bench.say(`installing ${commit}`)
  using version = checkOut(commit)
  const benchOf = { ours: bench, theirs: bench.of(version.folder) }
  const pairs = new Map<string, Pair[]>()
  for (let round = 0; round < rounds; round++) {
    for (const scenario of chosen) {
      const measured: Partial<Record<keyof Pair, Measured[]>> = {}
      for (const side of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
        bench.say(`round ${round + 1} of ${rounds}, ${scenario.name}, ${side === 'ours' ? 'this version' : commit}`)
        measured[side] = (await scenario.run(benchOf[side])).measurements
      }
      for (const ours of measured.ours ?? []) {
        const theirs = measured.theirs?.find(({ measurement }) => measurement === ours.measurement)
        if (theirs) pairs.set(ours.measurement, [...(pairs.get(ours.measurement) ?? []), { ours, theirs }])
      }
    }
  }
  for (const each of pairs.values()) console.log(comparisonText(each))
}

/** Target for a measurement: a minimum or maximum for its value, or for its ratio to the baseline. */
type Target = { of: 'ratio' | 'value' } & ({ atLeast: number } | { atMost: number })

/** A measurement. `baseline` comes from the same run and has the same unit; the ratio is the value divided by the baseline. */
export type Measured = {
  /** Identifies the measurement's history, so it must have the same wording in every run. */
  measurement: string
  value: number
  unit: string
  /** `bare request`: the CPU time per request in the calibration, assuming that all cores do nothing else. */
  baseline?: number | 'bare request'
  target?: Target
  note?: string
}

/** Speed of the machine: the mean of the calibrations before and after a scenario. */
export type Machine = {
  /** Requests per second to bare Express with one INSERT per request, over 64 connections. */
  bare: number
  /** Rows per second for a COPY into a table with a primary key. */
  copy: number
  /** Millions of loop steps per second on one core. */
  loop: number
  /** 8 KB blocks written per second, each synced to disk. */
  sync: number
  /** Ratio of the higher `bare` value to the lower one. */
  drift: number
  /** Cores that other programs used during the scenario. */
  others: number
  /** Whether either value of `bare` is below the minimum for targets. */
  isSlow: boolean
}

/** `slow machine`: the target was missed, but it is unclear whether the code or the machine is the cause. */
type Status = 'met' | 'not met' | 'slow machine'

/** A value in `apps/docs/benchmarks.json`. */
export type Measurement = {
  measurement: string
  scenario: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
  /** Such as `ratio ≥ 0.60`; null if there is no target. */
  target: string | null
  status: Status | null
  note: string | null
  /** Speed of the machine during the scenario; null for measurements from before the calibration existed. */
  machine: Machine | null
  date: string
  commit: string
  /** Runnable processes before the run. Above 1, something else was running. */
  loadBefore: number
}

export type Run = Pick<Measurement, 'date' | 'commit' | 'loadBefore'>

/** Compares a measurement with its baseline and target, and adds the run and the machine that it was measured on. */
export function evaluated(
  scenario: string,
  measured: Measured,
  { machine, ...run }: Run & { machine: Machine },
): Measurement {
  const { measurement, value, unit, target, note } = measured
  const baseline =
    measured.baseline === 'bare request' ? (1_000 * availableParallelism()) / machine.bare : measured.baseline
  const ratio = baseline === undefined ? null : value / baseline
  return {
    measurement,
    scenario,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: ratio === null ? null : rounded(ratio),
    target: target === undefined ? null : targetText(target, unit),
    status: target === undefined ? null : statusOf({ value, ratio, unit }, target, machine),
    note: note ?? null,
    machine,
    ...run,
  }
}

/** Units of times and rates. Values in these units get worse on a slow machine; bytes and counts don't depend on the machine. */
const speedUnits = /^m?s$|\/s$/
/** If other programs use more cores than this, they distort ratios too, because our code runs in more processes than its baselines. */
const othersMax = 0.3

/** Compares with the target. A missed time or rate counts as missed only if the machine is fast and quiet enough to judge it. */
function statusOf(
  { value, ratio, unit }: { value: number; ratio: number | null; unit: string },
  target: Target,
  { isSlow, others }: Machine,
): Status {
  if (reaches(target.of === 'ratio' ? (ratio ?? Number.NaN) : value, target)) return 'met'
  const cannotTell = others > othersMax || (isSlow && target.of === 'value')
  return cannotTell && speedUnits.test(unit) ? 'slow machine' : 'not met'
}

function reaches(value: number, target: Target): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

/** Returns the target as it is recorded. The plots read the bound back from this text. */
function targetText(target: Target, unit: string): string {
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
  return target.of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}

/** Rounds to three significant digits, but keeps all digits before the decimal point. */
export function rounded(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 100) return Math.round(value)
  return Number(value.toPrecision(3))
}
