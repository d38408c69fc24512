import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processFacts } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { Launcher, newDataDir, RunningSystem, withDescendants } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

/** When to kill a start: after an output line and a delay in milliseconds. The first start creates the Postgres cluster. */
const moments = [
  ['Starting Postgres', 0],
  ['Starting Postgres', 300],
  ['Preparing the databases', 0],
  ['Starting the services', 0],
  ['Starting the services', 700],
] as const

const forms = { 'one process': [], 'separate processes': ['--split'] } as const

type Living = { pid: number; start: string | undefined }

const isAlive = ({ pid, start }: Living) => start !== undefined && processFacts(pid)?.start === start

/** Kills a launcher and returns the processes it had started. Pauses it first, so that it can't start others unseen. */
function kill(launcher: Launcher): Living[] {
  const { pid = 0 } = launcher.child
  launcher.child.kill('SIGSTOP')
  const started = withDescendants([pid]).map((each) => ({ pid: each, start: processFacts(each)?.start }))
  launcher.child.kill('SIGKILL')
  return started
}

/** J13: the launcher is killed at several moments during startup, then started again on the same data. */
export async function killedStart(fixture: ProofFixture): Promise<Outcome> {
  await fixture.end()
  const readyAfter: Record<string, boolean> = {}
  let started = 0
  for (const [form, args] of Object.entries(forms)) {
    const dataDir = newDataDir()
    try {
      for (const [line, afterMs] of moments) {
        const launcher = new Launcher({ PORT: '0', DATA_DIR: dataDir }, args)
        await until(() => launcher.output.includes(line), { timeoutMs: 120_000, describe: line })
        await pause(afterMs)
        const living = kill(launcher)
        started += living.length
        const describe = `what ${form} started to end with the launcher that was killed after "${line}"`
        await until(() => !living.some(isAlive), { timeoutMs: 60_000, describe })
      }
      const system = await RunningSystem.start({ split: args.length > 0, dataDir })
      readyAfter[form] = (await system.call('GET', '/v1/me')).status === 200
      await system.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const measured = `${moments.length} starts killed in each of ${Object.keys(forms).join(' and ')}: ${started} processes ended with them; the next start answers`
  return all(measured, {
    'the next start works': Object.keys(forms).every((form) => readyAfter[form] === true),
    'something had been started': started > moments.length,
  })
}
