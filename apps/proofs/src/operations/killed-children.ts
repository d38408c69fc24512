import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processFacts } from '@posthorn/embedded'
import { onceOrAtExit, until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callLog,
  Launcher,
  newDataDir,
  phoneOf,
  RunningSystem,
  withDescendants,
} from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { unpackCode } from './migrating.ts'

const kills = 20
/** Busy loops per core, for a load average of about 25 on two cores. */
const loopsPerCore = 12
/** After one in this many kills, another program takes the port before the restart. */
const takenEvery = 4
const backWithinMs = 300_000
const phonesFrom = 97_000
/** If failed starts leak processes, the leak is visible within this time. */
const twinMs = 60_000

const parts = ['messaging', 'contacts', 'groups', 'numbers', 'webhooks', 'gateway', 'simulator'] as const

/** Keeps all cores busy until disposed, so that restarts are as slow as on an overloaded machine. */
function busyLoops(): Disposable {
  const count = loopsPerCore * availableParallelism()
  const loops: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return { [Symbol.dispose]: onceOrAtExit(() => loops.forEach((loop) => loop.kill('SIGKILL'))) }
}

/** Counts the launcher and the processes that it started, except Postgres and NATS. */
const programs = (system: RunningSystem): number =>
  withDescendants([system.run.pid]).filter((pid) => processFacts(pid)?.command.includes('main.ts')).length

/** Tries until the killed process has released the port, and then listens on it before the launcher's next process can. */
function takePort(port: number): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<Server>()
  const tryOnce = () => {
    const server = createServer()
    server.once('error', () => setImmediate(tryOnce))
    server.listen(port, '127.0.0.1', () => resolve(server))
  }
  tryOnce()
  return promise
}

/**
 * Kills a process. With `isTaken`, another program holds its port until the first restart has failed, because a failed start must leave
 * nothing behind either. `victim`: the process to kill. `part`: the service in it whose port is taken. Returns the killed process's id.
 */
async function killOnce(
  system: RunningSystem,
  { victim, part, isTaken }: { victim: string; part: string; isTaken: boolean },
): Promise<number> {
  const port = Number(new URL(system.run.urls[part] ?? '').port)
  const failures = () => system.output.split('did not start: ').length
  const before = failures()
  const killed = system.kill9(victim)
  if (isTaken) {
    const taken = await takePort(port)
    await until(() => failures() > before, { timeoutMs: backWithinMs, describe: `${part} to fail its first start` })
    taken.close()
  }
  return killed
}

/** Returns a generator of integers from 0 to `limit` - 1. With the seed that a check printed, it gives the same ones again. */
export function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}
/** `unknown`: messages whose call was interrupted by a kill, so that their outcome is unknown. */
type KillCounts = {
  backMs: number[]
  counts: Set<number>
  doubled: number
  missing: number
  unknown: number
  failures: number
}

/**
 * Kills the process of a random part 20 times, each time after a message was accepted. Returns how long each restart took and what became
 * of the messages.
 */
async function killAgainAndAgain({ seed, say }: ProofFixture, { split }: { split: boolean }): Promise<KillCounts> {
  const roll = dice(seed)
  await using system = await RunningSystem.start({ split })
  const backMs: number[] = []
  const before = programs(system)
  const counts = new Set([before])
  const ids: string[] = []
  for (let i = 0; i < kills; i++) {
    const part = parts[roll(parts.length)] ?? 'messaging'
    const victim = split ? part : 'services'
    ids.push((await system.post('/v1/messages', { phone: phoneOf(phonesFrom + i), message: `before kill ${i}` })).id)
    await pause(roll(300))
    const begun = performance.now()
    // The gateway's public port isn't listed, so its other port is used.
    const killed = await killOnce(system, { victim, part, isTaken: i % takenEvery === takenEvery - 1 })
    await system.awaitRestart(victim, killed, backWithinMs)
    const describe = `${part} to respond after kill ${i + 1}`
    await until(async () => (await system.call('GET', '/v1/me')).status === 200, { timeoutMs: backWithinMs, describe })
    backMs.push(performance.now() - begun)
    await until(() => programs(system) <= before, { timeoutMs: 30_000 }).catch(() => {})
    counts.add(programs(system))
    say(`${split ? 'split' : 'one process'}: kill ${i + 1} of ${kills}, back after ${Math.round(backMs[i] ?? 0)} ms`)
  }
  const unknown = await settleAll(system, ids)
  const accepted = acceptedCalls(await callLog(system))
  return {
    backMs,
    counts,
    doubled: ids.filter((id) => (accepted.get(id) ?? 0) > 1).length,
    missing: ids.filter((id) => !accepted.has(id) && !unknown.has(id)).length,
    unknown: unknown.size,
    failures: system.output.split('did not start: ').length - 1,
  }
}

/** Waits until each message is read or its outcome is unknown. Returns the ids of the latter. */
async function settleAll(system: RunningSystem, ids: string[]): Promise<Set<string>> {
  type Settled = { status: string; error: { errorCode: string } | null }
  const unknown = new Set<string>()
  const isSettled = async (id: string) => {
    const { status, error } = await system.ok<Settled>('GET', `/v1/messages/${id}`)
    if (error?.errorCode === 'message:outcome_unknown') unknown.add(id)
    return status === 'read' || unknown.has(id)
  }
  for (const id of ids)
    await until(() => isSettled(id), { timeoutMs: backWithinMs, describe: `message ${id} to be read` })
  return unknown
}

/** J15: child processes are killed under load, and some restarts fail. */
export async function killedChildren(fixture: ProofFixture): Promise<Outcome> {
  await fixture.end()
  using _loops = busyLoops()
  const one = await killAgainAndAgain(fixture, { split: false })
  const split = await killAgainAndAgain(fixture, { split: true })
  const worst = (killed: KillCounts) => Math.round(Math.max(...killed.backMs) / 1_000)
  const measured = [one, split].map(
    (killed, i) =>
      `${['one process', 'separate processes'][i]}: back ${killed.backMs.length} times, after ${worst(killed)} s at most, ${killed.failures} failed starts, ${[...killed.counts].join(' or ')} processes, ${killed.missing} messages lost, ${killed.doubled} doubled, ${killed.unknown} with an unknown outcome`,
  )
  return all(`seed ${fixture.seed}; ${measured.join('; ')}`, {
    'one process for each part': one.counts.size === 1 && split.counts.size === 1,
    'starts have failed': one.failures >= kills / takenEvery && split.failures >= kills / takenEvery,
    'each message sent once, unless its outcome is unknown': [one, split].every(
      ({ missing, doubled }) => missing === 0 && doubled === 0,
    ),
    'at most one outcome in ten unknown': [one, split].every(({ unknown }) => unknown <= kills / 10),
  })
}

/** The line of the launcher that ends the processes of a failed start. */
const fix = '      await abandon()\n'

/** J15-twin: the same launcher, except that a failed restart leaves its processes running. */
export async function leakedChildren(fixture: ProofFixture): Promise<Outcome> {
  await fixture.end()
  using code = unpackCode('HEAD')
  if (code === undefined) return { passed: false, measured: 'needs a clone with its history' }
  const file = join(code.folder, 'apps/stack/src/host.ts')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(fix, ''))
  await using system = await RunningSystem.start({ split: false, repository: code.folder })
  const before = programs(system)
  const killed = await killOnce(system, { victim: 'services', part: 'contacts', isTaken: true })
  const isBack = () => system.run.processes['services']?.pid !== killed && system.output.includes('run again')
  await until(isBack, { timeoutMs: twinMs }).catch(() => {})
  const after = programs(system)
  return all(`${before} processes before, ${after} after ${twinMs / 1_000} s; ${isBack() ? 'back' : 'not back'}`, {
    'the line that ends them is there to be taken away': text.includes(fix),
    'processes are left': after > before,
    'it does not come back': !isBack(),
  })
}

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

/** Returns whether the same process still runs. Linux reuses process ids, so its start time must be the same too. */
const isAlive = ({ pid, start }: Living) => start !== undefined && processFacts(pid)?.start === start

/** Kills a launcher and returns the processes it had started. Pauses it first, so that it can't start others unseen. */
function kill(launcher: Launcher): Living[] {
  const { pid = 0 } = launcher.child
  launcher.child.kill('SIGSTOP')
  const living = withDescendants([pid]).map((each) => ({ pid: each, start: processFacts(each)?.start }))
  launcher.child.kill('SIGKILL')
  return living.filter((each) => each.pid !== pid)
}

/**
 * J13: the launcher is killed at several moments during startup. All processes that it had started must end, and a start on the same data
 * must then work.
 */
export async function killedStart(fixture: ProofFixture): Promise<Outcome> {
  await fixture.end()
  const readyAfter: Record<string, boolean> = {}
  let started = 0
  for (const [form, args] of Object.entries(forms)) {
    const dataDir = newDataDir()
    try {
      for (const [line, afterMs] of moments) {
        const launcher = new Launcher({ PORT: '0', DATA_DIR: dataDir }, args)
        using failing = new DisposableStack()
        failing.defer(() => launcher.child.kill('SIGKILL'))
        await until(() => launcher.output.includes(line), { timeoutMs: 120_000, describe: line })
        await pause(afterMs)
        const living = kill(launcher)
        started += living.length
        const describe = `what ${form} started to end with the launcher that was killed after "${line}"`
        await until(() => !living.some(isAlive), { timeoutMs: 60_000, describe })
      }
      await using system = await RunningSystem.start({ split: args.length > 0, dataDir })
      readyAfter[form] = (await system.call('GET', '/v1/me')).status === 200
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const measured = `${moments.length} starts killed in each of ${Object.keys(forms).join(' and ')}: ${started} processes ended with them`
  return all(measured, {
    'the next start works': Object.keys(forms).every((form) => readyAfter[form] === true),
    'something had been started': started > moments.length,
  })
}
