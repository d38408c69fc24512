import type { IncomingMessage } from 'node:http'
import { type Database, type Log, sql } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { isReadMethod } from '../access/sessions/token.ts'

type Moving = { deps: { moves: Moves } }

const refusal = {
  message:
    'The workspace is being moved to another installation; try again after the number of seconds in Retry-After.',
  retryAfter: 2,
}

/** Refuses requests for a moving workspace. One that is leaving can be read until it is gone. */
export function refuseMoving(runtime: Moving, { req }: { req: IncomingMessage }, workspace: string): void {
  if (runtime.deps.moves.statusOf(workspace) === undefined) return
  if (!isReadMethod(req.method) || !isReadable(runtime, workspace)) fail('service:unavailable', refusal)
}

/** Refuses callbacks for a number of a moving workspace, because both installations would store them. The provider retries them. */
export function refuseMovingNumber({ deps }: Moving, number: string): void {
  if (deps.moves.isMovingNumber(number)) fail('service:unavailable', refusal)
}

/** Whether the workspace can be read here, even while it is moving. */
export const isReadable = ({ deps }: Moving, workspace: string): boolean => isServedHere(deps.moves.statusOf(workspace))

/** Whether a workspace's requests belong here. One that is leaving still serves reads here, until it is gone. */
export const isServedHere = (status: MoveStatus | null | undefined): boolean => !status || status === 'leaving'

type Em = Parameters<typeof sql>[0]

/** Status of a moving workspace. `leaving`: read-only here. `gone`: served by the other installation. `arriving`: being copied here. */
export type MoveStatus = 'leaving' | 'gone' | 'arriving'

type WorkspaceMove = { workspace: string; status: MoveStatus; numbers: string[] }

const columns = 'workspace_id as workspace, status, numbers'

/** Returns a workspace's move status, not from the cache, because the directory keeps the answer for seconds; null if it isn't moving. */
export async function readMove(em: Em, workspace: string): Promise<MoveStatus | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where workspace_id = $1`, [
    workspace,
  ])
  return move?.status ?? null
}

/** Returns the move that includes a number, or null. Not from the cache either. */
export async function readMoveOfNumber(em: Em, number: string): Promise<WorkspaceMove | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where $1 = any(numbers)`, [number])
  return move ?? null
}

/** Cached list of moving workspaces, at most a second old. */
export type Moves = {
  statusOf(workspace: string): MoveStatus | undefined
  /** Whether the number's workspace is moving. */
  isMovingNumber(number: string): boolean
  close(): void
}

/** Much shorter than the time a move waits before it relies on the new status. */
const readEveryMs = 1_000

/** Reads moving workspaces now and every second, so that requests need no query. Keeps the last result while Postgres is unavailable. */
export async function createMoves({ db, log }: { db: Database; log: Log }): Promise<Moves> {
  let statuses = new Map<string, MoveStatus>()
  let numbers = new Set<string>()
  const read = async () => {
    const moves = await db.withScope('all', () => sql<WorkspaceMove>(db.em(), `select ${columns} from workspace_move`))
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
