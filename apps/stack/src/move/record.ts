import type { Cell } from './cell.ts'

/** State of a workspace in a cell, as its gateways know it. */
export type MoveState = 'leaving' | 'gone' | 'arriving'

/** Reads the state of a workspace in a cell; null where it does not move. */
export async function readState({ schemas }: Cell, workspace: string): Promise<MoveState | null> {
  const [row] = await schemas.gateway.rows<{ state: MoveState }>(
    'select state from workspace_move where workspace_id = $1',
    [workspace],
  )
  return row?.state ?? null
}

/** Writes the state of a workspace for the gateways of a cell; null ends it. */
export async function writeState(
  { schemas }: Cell,
  { workspace, state, numbers = [] }: { workspace: string; state: MoveState | null; numbers?: string[] },
): Promise<void> {
  if (state === null) {
    await schemas.gateway.rows('delete from workspace_move where workspace_id = $1', [workspace])
    return
  }
  await schemas.gateway.rows(
    `insert into workspace_move (workspace_id, state, numbers) values ($1, $2, $3)
     on conflict (workspace_id) do update set state = excluded.state, numbers = excluded.numbers, since = now()`,
    [workspace, state, numbers],
  )
}

/** Lists the numbers of a workspace in a cell. */
export async function listNumbers({ schemas }: Cell, workspace: string): Promise<string[]> {
  const rows = await schemas.numbers.rows<{ id: string }>('select id from number where workspace_id = $1', [workspace])
  return rows.map(({ id }) => id)
}

/** Returns true for a workspace that a cell has rows of. */
export async function hasWorkspace({ schemas }: Cell, workspace: string): Promise<boolean> {
  return (await schemas.gateway.rows('select 1 from workspace where workspace_id = $1', [workspace])).length > 0
}
