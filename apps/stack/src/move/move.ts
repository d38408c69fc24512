import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findSecretFaults, type StoredSecrets } from '@posthorn/chassis'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import { lineOf, type Say, StartError } from '../terminal.ts'
import type { Cell, Schema } from './cell.ts'
import { clearSchema, copySchema, listMovedTables } from './copy.ts'
import { type Hold, listUnderWay, setHold, waitForDrain } from './hold.ts'

/** A workspace's move status in a cell, as the cell's gateways see it. */
type MoveStatus = 'leaving' | 'gone' | 'arriving'

/** Returns a workspace's move status in a cell, or null if it isn't moving. */
async function readStatus({ schemas }: Cell, workspace: string): Promise<MoveStatus | null> {
  const [row] = await schemas.gateway.rows<{ status: MoveStatus }>(
    'select status from workspace_move where workspace_id = $1',
    [workspace],
  )
  return row?.status ?? null
}

/** Sets a workspace's move status for a cell's gateways. Null ends the move. */
async function writeStatus(
  { schemas }: Cell,
  { workspace, status, numbers = [] }: { workspace: string; status: MoveStatus | null; numbers?: string[] },
): Promise<void> {
  if (status === null) {
    await schemas.gateway.rows('delete from workspace_move where workspace_id = $1', [workspace])
    return
  }
  await schemas.gateway.rows(
    `insert into workspace_move (workspace_id, status, numbers) values ($1, $2, $3)
     on conflict (workspace_id) do update set status = excluded.status, numbers = excluded.numbers, since = now()`,
    [workspace, status, numbers],
  )
}

/** Lists a workspace's numbers. Gateways need their ids, because callbacks name a number and no workspace. */
async function listNumbers({ schemas }: Cell, workspace: string): Promise<string[]> {
  const rows = await schemas.numbers.rows<{ id: string }>('select id from number where workspace_id = $1', [workspace])
  return rows.map(({ id }) => id)
}

/** Returns whether a cell has rows of the workspace, also while it moves, and after it has left them behind. */
const hasWorkspace = async ({ schemas }: Cell, workspace: string): Promise<boolean> =>
  (await schemas.gateway.rows('select 1 from workspace where workspace_id = $1', [workspace])).length > 0

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

/** Throws a `StartError` unless both cells have the same bucket, or each a folder. A shared folder would be lost with one cell's files. */
function checkFiles(source: Cell['files'], target: Cell['files']): void {
  const isBucket = 'bucket' in source && 'bucket' in target && source.bucket === target.bucket
  const areFolders = 'folder' in source && 'folder' in target
  if (!isBucket && !(areFolders && !isSameFolder(source.folder, target.folder)))
    throw new StartError('FILES_BUCKET: both cells must have the same bucket, or each a folder')
}

/** Returns whether a file in one folder appears in the other. One folder can be mounted twice, with different device and inode numbers. */
function isSameFolder(one: string, other: string): boolean {
  const probe = `.probe-${randomUUID()}`
  mkdirSync(other, { recursive: true })
  try {
    writeFileSync(join(other, probe), '')
    return existsSync(join(one, probe))
  } finally {
    rmSync(join(other, probe), { force: true })
  }
}

/**
 * Copies the contents of a workspace's files. Skips unfinished uploads (`.part`), and what exists in full: contents never change, but an
 * interrupted copy is shorter.
 */
async function copyFiles(source: Cell['files'], target: Cell['files'], workspace: string): Promise<void> {
  if (!('folder' in source && 'folder' in target)) return
  const from = join(source.folder, workspace)
  const isMissing = (path: string, targetPath: string) => {
    const stat = statOf(path)
    return !path.endsWith('.part') && (stat?.isDirectory() || stat?.size !== statOf(targetPath)?.size)
  }
  if (existsSync(from)) await cp(from, join(target.folder, workspace), { recursive: true, filter: isMissing })
}

/** Deletes the contents of a workspace's files from a folder. Leaves a bucket alone, because both cells share it. */
async function removeFiles(files: Cell['files'], workspace: string): Promise<void> {
  if ('folder' in files) await rm(join(files.folder, workspace), { recursive: true, force: true })
}

/**
 * Checks whether a workspace can move between two cells, before anything is changed.
 *
 * @throws StartError if their migrations differ, the target couldn't use what the source has encrypted or derived, or it isn't clear which
 * tables or files to move.
 */
async function checkCells(source: Cell, target: Cell): Promise<void> {
  checkFiles(source.files, target.files)
  for (const service of serviceNames) {
    const [from, to] = [source.schemas[service], target.schemas[service]]
    await listMovedTables(from)
    if ((await migrationsOf(from)) !== (await migrationsOf(to)))
      throw new StartError(`${service}: the cells have not the same release`)
    const secrets = [await secretsOf(from, source), await secretsOf(to, target)] as const
    const [fault] = findSecretFaults(...secrets)
    if (fault) throw new StartError(`${service}: ${fault}`)
  }
}

/** Returns the migrations of a schema as one text, to compare two cells. */
async function migrationsOf({ rows }: Schema): Promise<string> {
  const found = await rows<{ name: string }>('select name from migration order by name')
  return found.map(({ name }) => name).join(' ')
}

/** Returns what shows whether a cell can read what another one has encrypted. */
async function secretsOf({ rows }: Schema, { masterKeys }: Cell): Promise<StoredSecrets> {
  const known = await rows<{ version: string; check: string }>(
    'select version, check_value as check from master_key where retired_at is null',
  )
  const [root] = await rows<{ sealed: string }>('select sealed from derivation_root')
  return { masterKeys, known, root: root?.sealed ?? '' }
}

/**
 * Locks a workspace in a cell until the cell is closed.
 *
 * @throws StartError if another command moves the workspace, or the cell has been opened twice, perhaps by different paths.
 */
export async function lockMove({ schemas }: Cell, workspace: string): Promise<void> {
  const [lock] = await schemas.gateway.rows<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', [
    `posthorn move ${workspace}`,
  ])
  if (lock?.mine) return
  throw new StartError(`${workspace} is being moved by another command, or --from and --to name the same cell`)
}

type Move = { workspace: string; source: Cell; target: Cell; say: Say }

/** Longer than gateways take to notice a status change. They read the status once a second. */
const knownWithinMs = 2_500
/** Longer than a call's lease, after which no process is still making the call. */
const drainLimitMs = 90_000
/** How many times to freeze again because work started during the drain. */
const freezesMax = 5

/**
 * Moves a workspace between cells. Every step can be repeated: after an interruption, the same command continues. Until the target has
 * everything, a failure or `abortMove` returns the workspace to the source unchanged. The caller holds `lockMove`. Files are copied twice,
 * because most of them take no time away from callers if they are copied before the gateways refuse changes.
 *
 * @throws StartError if the two cells do not allow this move.
 */
export async function moveWorkspace(move: Move): Promise<void> {
  const { workspace, source, target, say } = move
  const [from, to] = [await readStatus(source, workspace), await readStatus(target, workspace)]
  if (from === 'gone') {
    const isThere = to === 'arriving' || (to === null && (await hasWorkspace(target, workspace)))
    if (!isThere) throw new StartError(`${workspace} has moved to another cell`)
    return finish(move)
  }
  if (from === 'arriving') throw new StartError(`${workspace} is on its way to the first cell: end that move`)
  if (!(await hasWorkspace(source, workspace))) throw new StartError(`${workspace}: the first cell does not have it`)
  if (to === null && (await hasWorkspace(target, workspace)))
    throw new StartError(`${workspace}: both cells have it; remove it from one of them`)
  await checkCells(source, target)
  // First, so that an abort knows whose files these are if this process dies during the copy.
  await writeStatus(target, { workspace, status: 'arriving', numbers: await listNumbers(source, workspace) })
  try {
    await copyFiles(source.files, target.files, workspace)
    await refuseChanges(move)
    say('Both gateways refuse changes and callbacks; reads continue')
    await pause(knownWithinMs)
    // Until now, a number may have been connected.
    await refuseChanges(move)
    await freeze(move)
    await copy(move)
  } catch (error) {
    await abortMove(move).catch((failure: unknown) => {
      const advice = 'run the command again to continue, or with --abort'
      throw new StartError(`${lineOf(error)}; ${workspace} is still leaving (${lineOf(failure)}): ${advice}`)
    })
    throw error
  }
  await writeStatus(source, { workspace, status: 'gone', numbers: await listNumbers(source, workspace) })
  say('Everything is copied; from here on it can only continue')
  await finish(move)
}

/** Has both gateways refuse changes of the workspace, and callbacks for its numbers. They do once they have read the statuses. */
async function refuseChanges({ workspace, source, target }: Move): Promise<void> {
  const numbers = await listNumbers(source, workspace)
  await writeStatus(target, { workspace, status: 'arriving', numbers })
  await writeStatus(source, { workspace, status: 'leaving', numbers })
}

/** Lets work in progress finish, then freezes the rows. If work started in between, repeats both. */
async function freeze({ workspace, source, say }: Move): Promise<void> {
  for (let tries = 1; ; tries++) {
    await hold(source, workspace, 'draining')
    await waitForDrain(source, { workspace, limitMs: drainLimitMs, say })
    await hold(source, workspace, 'frozen')
    const unfinished = await listUnderWay(source, workspace)
    if (unfinished.length === 0) return say('Nothing is under way any more, and its rows stay as they are')
    if (tries === freezesMax) throw new StartError(`something always begins: ${unfinished.join(', ')}`)
  }
}

/** Copies the frozen rows and the files. The target stays closed, because it has only part of them until the end. */
async function copy({ workspace, source, target, say }: Move): Promise<void> {
  await hold(target, workspace, 'closed')
  await inAllServices(async (service) => {
    const rows = await copySchema(source.schemas[service], target.schemas[service], workspace)
    say(`${service}: ${rows} rows, all compared`)
  })
  await copyFiles(source.files, target.files, workspace)
}

/** Opens the workspace in the target. The source keeps its rows, closed to all services, until they are removed. */
async function finish({ workspace, source, target, say }: Move): Promise<void> {
  // Gateways must not read from one cell while the other accepts writes.
  await pause(knownWithinMs)
  await hold(target, workspace, null)
  await writeStatus(target, { workspace, status: null })
  say(`${workspace} is in its new cell`)
  await hold(source, workspace, 'closed')
}

/** Returns a workspace to the source unchanged. Throws a `StartError` if it is not leaving, as once the target has everything. */
export async function abortMove({ workspace, source, target, say }: Move): Promise<void> {
  const [from, to] = [await readStatus(source, workspace), await readStatus(target, workspace)]
  const isBegun = from === null && to === 'arriving' && (await hasWorkspace(source, workspace))
  if (from !== 'leaving' && !isBegun) throw new StartError(`${workspace} is not leaving the first cell`)
  if (to === 'arriving') {
    await clear(target, workspace)
    await hold(target, workspace, null)
    await writeStatus(target, { workspace, status: null })
  }
  await hold(source, workspace, null)
  await writeStatus(source, { workspace, status: null })
  say(`${workspace} is back in its cell`)
}

/** Removes what a moved workspace left in the source, except for the audit log. Throws a `StartError` if it has not moved away. */
export async function removeMoved({ workspace, source, say }: Omit<Move, 'target'>): Promise<void> {
  if ((await readStatus(source, workspace)) !== 'gone') throw new StartError(`${workspace} has not moved away`)
  await clear(source, workspace)
  await hold(source, workspace, null)
  await writeStatus(source, { workspace, status: null })
  say(`What ${workspace} had left is removed`)
}

/** Removes the files and rows of a workspace from a cell, except for the audit log. */
async function clear(cell: Cell, workspace: string): Promise<void> {
  await inAllServices((service) => clearSchema(cell.schemas[service], workspace))
  await removeFiles(cell.files, workspace)
}

/** Puts a hold on the workspace in all services of a cell. `null` removes it. */
const hold = ({ schemas }: Cell, workspace: string, newHold: Hold | null): Promise<void> =>
  inAllServices((service) => setHold(schemas[service], workspace, newHold))

/** Runs `work` for all services in parallel, each on its own connection. After all have finished, fails with the first error, if any. */
async function inAllServices(work: (service: ServiceName) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(serviceNames.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
