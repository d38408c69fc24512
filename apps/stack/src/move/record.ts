import type { Cell } from './cell.ts'

/** State of a workspace in a cell, as its gateways know it. */
export type MoveStatus = 'leaving' | 'gone' | 'arriving'

/** Reads the status of a workspace in a cell; null where it does not move. */
export async function readStatus({ schemas }: Cell, workspace: string): Promise<MoveStatus | null> {
  const [row] = await schemas.gateway.rows<{ status: MoveStatus }>(
    'select status from workspace_move where workspace_id = $1',
    [workspace],
  )
  return row?.status ?? null
}

/** Writes the status of a workspace for the gateways of a cell; null ends it. */
export async function writeStatus(
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

/** Lists the numbers of a workspace in a cell. */
export async function listNumbers({ schemas }: Cell, workspace: string): Promise<string[]> {
  const rows = await schemas.numbers.rows<{ id: string }>('select id from number where workspace_id = $1', [workspace])
  return rows.map(({ id }) => id)
}

/** Returns true for a workspace that a cell has rows of. */
export async function hasWorkspace({ schemas }: Cell, workspace: string): Promise<boolean> {
  return (await schemas.gateway.rows('select 1 from workspace where workspace_id = $1', [workspace])).length > 0
}
