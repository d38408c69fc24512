import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../terminal.ts'

/** Returns the folder with the write-ahead log that follows the base backups. */
export const archiveFolder = (backupDir: string): string => join(backupDir, 'wal')

/**
 * Throws if the backup folder has another database's archive. Its segments have the same names, so nothing could be archived.
 *
 * @throws StartError also for a data folder without a database, because a new one is never the one that was archived.
 */
export function refuseOtherArchive(dataDir: string, backupDir: string): void {
  const folder = archiveFolder(backupDir)
  const segment = existsSync(folder) && readdirSync(folder).find((name) => /^[0-9A-F]{24}$/.test(name))
  if (!segment) return
  // Postgres's system identifier, in the first page of a segment and in the control file.
  const archived = readFileSync(join(folder, segment)).readBigUInt64LE(24)
  const control = join(dataDir, 'postgres', 'cluster', 'global', 'pg_control')
  if (existsSync(control) && readFileSync(control).readBigUInt64LE(0) === archived) return
  throw new StartError(
    `BACKUP_DIR: ${backupDir} has the backups of another database: name an empty folder, ` +
      'or restore them to an empty DATA_DIR with a copy of their secrets.json',
  )
}

/** A complete base backup: when it began, on which timeline, and at which position in the log. */
type BaseBackup = { path: string; startedAt: Date; timeline: number; position: bigint }

/** Returns the complete base backups, oldest first. Their names contain their start times. */
function baseBackups(backupDir: string): BaseBackup[] {
  if (!existsSync(backupDir)) throw new StartError(`BACKUP_DIR: there is no folder ${backupDir}`)
  return readdirSync(backupDir)
    .flatMap((name) => {
      const [, at] = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/.exec(name) ?? []
      if (at === undefined) return []
      const path = join(backupDir, name)
      const label = readFileSync(join(path, 'backup_label'), 'utf8')
      return [
        {
          path,
          startedAt: new Date(at.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')),
          timeline: Number(/^START TIMELINE: (\d+)/m.exec(label)?.[1]),
          position: positionOf(/^START WAL LOCATION: (\S+)/m.exec(label)?.[1]),
        },
      ]
    })
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
}

/** Parses a position in the log, such as `1/3000028`. */
function positionOf(text = '0/0'): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * A history of the database. Each restore begins a new one. `parents`: the timelines it continues, with the positions at which it left
 * them.
 */
type Timeline = { id: number; beganAt: Date; parents: ReadonlyMap<number, bigint> }

/** Returns the archive's timelines, except the first one, which has no file. */
function timelines(backupDir: string): Timeline[] {
  const folder = archiveFolder(backupDir)
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, id] = /^([0-9A-F]{8})\.history$/.exec(name) ?? []
    if (id === undefined) return []
    const path = join(folder, name)
    const lines = readFileSync(path, 'utf8').matchAll(/^(\d+)\t(\S+)/gm)
    const parents = new Map([...lines].map(([, parent, end]) => [Number(parent), positionOf(end)]))
    return [{ id: Number.parseInt(id, 16), beganAt: statSync(path).mtime, parents }]
  })
}

/** What to restore to: the time `to` or else the end, of the newest timeline that had begun by then or of the one that is given. */
export type RestorePoint = { to?: Date | undefined; timeline?: number | undefined }

/**
 * Reads the arguments of `restore`.
 *
 * @throws Error if they are wrong. So is a time without a zone: it could mean another moment, and lose what was accepted in between.
 */
export function restorePointOf(args: string[]): RestorePoint {
  const { values, positionals } = parseArgs({ args, options: { timeline: { type: 'string' } }, allowPositionals: true })
  const [time, ...others] = positionals
  if (others.length > 0) throw new StartError(`too many arguments: put a time with a space in quotes`)
  const to = time === undefined ? undefined : new Date(time)
  if (time !== undefined && (Number.isNaN(to?.getTime()) || !/:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(time)))
    throw new StartError(`${time}: is no time such as 2027-01-31T00:00:00Z`)
  const { timeline } = values
  if (timeline !== undefined && !/^\d+$/.test(timeline)) throw new StartError('--timeline: must be a number')
  return { ...(to && { to }), ...(timeline !== undefined && { timeline: Number(timeline) }) }
}

/** Returns when each timeline was last written to the archive, which shows whether a database still runs on it. */
function lastWritten(backupDir: string): Map<number, Date> {
  const folder = archiveFolder(backupDir)
  const last = new Map<number, Date>()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue
    const id = Number.parseInt(name.slice(0, 8), 16)
    const { mtime } = statSync(join(folder, name))
    if (mtime > (last.get(id) ?? 0)) last.set(id, mtime)
  }
  return last
}

/**
 * Returns the newest base backup to restore from, and the timeline to follow from there. Undefined if there is no suitable one. A backup
 * suits if it was taken on the timeline, or on one of its parents before it left that.
 *
 * @throws StartError if there is no backup folder, or, unless `timeline` is given, another timeline went on after the newest began, so that
 * either may be meant.
 */
export function findBase(
  backupDir: string,
  { to, timeline }: RestorePoint,
): { base: BaseBackup; timeline: number } | undefined {
  const known = timelines(backupDir)
  const bases = baseBackups(backupDir).filter(({ startedAt }) => to === undefined || startedAt < to)
  const later = new Set(known.filter(({ beganAt }) => to !== undefined && beganAt > to).map(({ id }) => id))
  const begun = known.filter(({ id }) => !later.has(id)).map(({ id }) => id)
  const followed = timeline ?? Math.max(...begun, ...bases.map((base) => base.timeline))
  const { parents, beganAt } = known.find(({ id }) => id === followed) ?? {}
  if (timeline === undefined && beganAt !== undefined) {
    const other = [...lastWritten(backupDir)].find(([id, at]) => id !== followed && !later.has(id) && at > beganAt)
    const advice = 'as in a drill on this folder: add --timeline=<number>'
    if (other) throw new StartError(`timeline ${other[0]} went on after timeline ${followed} had begun, ${advice}`)
  }
  const base = bases.findLast(
    (each) => each.timeline === followed || each.position < (parents?.get(each.timeline) ?? 0n),
  )
  return base && { base, timeline: followed }
}
