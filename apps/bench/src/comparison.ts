import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceOrAtExit } from '@posthorn/testkit'
import { median, repositoryRoot } from '@posthorn/testkit/system'
import type { Bench, Scenario } from './bench.ts'
import { type Measured, rounded } from './measurement.ts'

/** Another version of the code, in a git worktree with its own dependencies. */
type Version = Disposable & { folder: string }

/**
 * Checks out a commit and installs its dependencies, which may differ from ours. The worktree is removed at the end, even if the program is
 * interrupted.
 */
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
const comparable = ({ value, baseline }: Measured): number => (typeof baseline === 'number' ? value / baseline : value)

/** Describes the rounds of one measurement: the medians of both versions, and the median and range of our ratios to theirs. */
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

/**
 * Runs the same scenarios alternately on this version and on the version at a given commit, and prints how they compare. The two versions
 * take turns going first, so that what slows the machine down meanwhile meets both.
 */
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
