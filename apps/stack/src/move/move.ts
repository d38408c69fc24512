import { setTimeout as pause } from 'node:timers/promises'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import type { Say } from '../progress.ts'
import { StartError } from '../start-error.ts'
import type { Cell } from './cell.ts'
import { checkCells } from './checks.ts'
import { clearSchema, copySchema } from './copy.ts'
import { listUnderWay, waitForDrain } from './drain.ts'
import { copyFiles, removeFiles } from './files.ts'
import { type Hold, setHold } from './hold.ts'
import { hasWorkspace, listNumbers, readStatus, writeStatus } from './record.ts'

/** A workspace and the cells between which it moves. */
export type Move = { workspace: string; source: Cell; target: Cell; say: Say }

/** Longer than the gateways need to know of it: they read once a second. */
const knownWithinMs = 2_500
/** Longer than the lease of a call, after which no one is thought to make it any more. */
const drainLimitMs = 90_000
/** Times that something began while it was about to end. */
const freezesMax = 5

/**
 * Moves a workspace from one cell to another. Each step may be repeated: after an end in the middle the same command continues. Until the
 * target has everything, `abortMove` gives the workspace back to the source as it was, and so does a failure.
 */
export async function moveWorkspace(move: Move): Promise<void> {
  const { workspace, source, target, say } = move
  const [from, to] = [await readStatus(source, workspace), await readStatus(target, workspace)]
  if (from === 'gone') {
    if (to !== 'arriving') throw new StartError(`${workspace} is in the other cell already`)
    return finish(move)
  }
  if (from === 'arriving') throw new StartError(`${workspace} is on its way to the first cell: end that move`)
  if (!(await hasWorkspace(source, workspace))) throw new StartError(`${workspace}: the first cell does not have it`)
  if (to === null && (await hasWorkspace(target, workspace)))
    throw new StartError(`${workspace}: both cells have it; remove it from one of them`)
  await checkCells(source, target)
  const numbers = await listNumbers(source, workspace)
  await copyFiles(source.files, target.files, workspace)
  await writeStatus(source, { workspace, status: 'leaving', numbers })
  try {
    say('Both gateways refuse changes and callbacks; reads continue')
    await pause(knownWithinMs)
    await freeze(move)
    await copy(move, numbers)
  } catch (error) {
    await abortMove(move)
    throw error
  }
  await writeStatus(source, { workspace, status: 'gone', numbers })
  say('Everything is copied; from here on it can only continue')
  await finish(move)
}

/** Lets what is under way end, then keeps the rows as they are. What begins in between is let end, too. */
async function freeze({ workspace, source, say }: Move): Promise<void> {
  for (let tries = 1; ; tries++) {
    await hold(source, workspace, 'draining')
    await waitForDrain(source, { workspace, limitMs: drainLimitMs, say })
    await hold(source, workspace, 'frozen')
    const left = await listUnderWay(source, workspace)
    if (left.length === 0) return say('Nothing is under way any more, and its rows stay as they are')
    if (tries === freezesMax) throw new StartError(`something always begins: ${left.join(', ')}`)
  }
}

async function copy({ workspace, source, target, say }: Move, numbers: string[]): Promise<void> {
  await writeStatus(target, { workspace, status: 'arriving', numbers })
  await hold(target, workspace, 'closed')
  await ofAll(async (service) => {
    const rows = await copySchema(source.schemas[service], target.schemas[service], workspace)
    say(`${service}: ${rows} rows, all compared`)
  })
  await copyFiles(source.files, target.files, workspace)
}

/** Opens the workspace in the target; the source keeps its rows, closed, until they are removed. */
async function finish({ workspace, source, target, say }: Move): Promise<void> {
  // Its gateways must not answer reads from the one while the other takes writes.
  await pause(knownWithinMs)
  await hold(target, workspace, null)
  await writeStatus(target, { workspace, status: null })
  say(`${workspace} is in its new cell`)
  await hold(source, workspace, 'closed')
}

/** Gives a workspace back to the source as it was. Refuses once the target has it. */
export async function abortMove({ workspace, source, target, say }: Move): Promise<void> {
  if ((await readStatus(source, workspace)) !== 'leaving')
    throw new StartError(`${workspace} is not leaving the first cell`)
  if ((await readStatus(target, workspace)) === 'arriving') {
    await clear(target, workspace)
    await hold(target, workspace, null)
    await writeStatus(target, { workspace, status: null })
  }
  await hold(source, workspace, null)
  await writeStatus(source, { workspace, status: null })
  say(`${workspace} is back in its cell`)
}

/** Removes what a workspace that has moved has left, except the audit log. */
export async function removeMoved({ workspace, source, say }: Omit<Move, 'target'>): Promise<void> {
  if ((await readStatus(source, workspace)) !== 'gone') throw new StartError(`${workspace} has not moved away`)
  await clear(source, workspace)
  await hold(source, workspace, null)
  await writeStatus(source, { workspace, status: null })
  say(`What ${workspace} had left is removed`)
}

async function clear(cell: Cell, workspace: string): Promise<void> {
  await ofAll((service) => clearSchema(cell.schemas[service], workspace))
  await removeFiles(cell.files, workspace)
}

function hold({ schemas }: Cell, workspace: string, to: Hold | null): Promise<void> {
  return ofAll((service) => setHold(schemas[service], workspace, to))
}

/** Does something for all services at once, each on its own connection; fails with the first fault when all have ended. */
async function ofAll(work: (service: ServiceName) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(serviceNames.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
