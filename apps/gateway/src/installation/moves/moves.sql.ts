import { sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

/** Status of a moving workspace. `leaving`: read-only here. `gone`: served by another installation. `arriving`: being copied here. */
export type MoveStatus = 'leaving' | 'gone' | 'arriving'

/** A moving workspace, with its numbers. */
export type WorkspaceMove = { workspace: string; status: MoveStatus; numbers: string[] }

const columns = 'workspace_id as workspace, status, numbers'

export function readMoves(em: Em): Promise<WorkspaceMove[]> {
  return sql<WorkspaceMove>(em, `select ${columns} from workspace_move`)
}

/** Returns a workspace's move status; null if it isn't moving. */
export async function readMove(em: Em, workspace: string): Promise<MoveStatus | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where workspace_id = $1`, [
    workspace,
  ])
  return move?.status ?? null
}

/** Returns the move that includes a number, or null. */
export async function readMoveOfNumber(em: Em, number: string): Promise<WorkspaceMove | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where $1 = any(numbers)`, [number])
  return move ?? null
}
