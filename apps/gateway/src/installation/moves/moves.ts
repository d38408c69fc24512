import type { Database, Log } from '@posthorn/chassis'
import { type MoveStatus, readMoves } from './moves.sql.ts'

/** Moving workspaces, up to a second old. */
export type Moves = {
  statusOf(workspace: string): MoveStatus | undefined
  /** Whether the number's workspace is moving. */
  isMovingNumber(number: string): boolean
  close(): void
}

/** Well within the time that a move waits before relying on it. */
const readEveryMs = 1_000

/** Reads moving workspaces now and every second. Keeps the last result while Postgres doesn't respond. */
export async function createMoves({ db, log }: { db: Database; log: Log }): Promise<Moves> {
  let statuses = new Map<string, MoveStatus>()
  let numbers = new Set<string>()
  const read = async () => {
    const moves = await db.withScope('all', () => readMoves(db.em()))
    statuses = new Map(moves.map(({ workspace, status }) => [workspace, status]))
    numbers = new Set(moves.flatMap((move) => move.numbers))
  }
  const readAgain = () => read().catch((err: unknown) => log.debug({ err }, 'moves.not_read'))
  await readAgain()
  const timer = setInterval(readAgain, readEveryMs).unref()
  return {
    statusOf: (workspace) => statuses.get(workspace),
    isMovingNumber: (number) => numbers.has(number),
    close: () => clearInterval(timer),
  }
}
