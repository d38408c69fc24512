import { sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

/**
 * Status of a workspace on its way. `leaving`: read here, written nowhere; `gone`: another installation has it; `arriving`: it is being
 * copied to here.
 */
export type MoveStatus = 'leaving' | 'gone' | 'arriving'

/** A workspace on its way, with its numbers. */
export type WorkspaceMove = { workspace: string; status: MoveStatus; numbers: string[] }

const columns = 'workspace_id as workspace, status, numbers'

/** Reads all workspaces on their way. */
export function readMoves(em: Em): Promise<WorkspaceMove[]> {
  return sql<WorkspaceMove>(em, `select ${columns} from workspace_move`)
}

/** Reads the status of a workspace; null while it does not move. */
export async function readMove(em: Em, workspace: string): Promise<MoveStatus | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where workspace_id = $1`, [
    workspace,
  ])
  return move?.status ?? null
}

/** Reads the move that takes a number along; null where none does. */
export async function readMoveOfNumber(em: Em, number: string): Promise<WorkspaceMove | null> {
  const [move] = await sql<WorkspaceMove>(em, `select ${columns} from workspace_move where $1 = any(numbers)`, [number])
  return move ?? null
}
