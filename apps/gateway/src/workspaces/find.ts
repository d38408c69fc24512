import type { Verb, VerbContext } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Workspace } from '../entities/workspace.ts'
import { type MoveStatus, readMove, readMoveOfNumber } from '../moves/moves.sql.ts'

type Context = VerbContext<GatewayRuntime>

/** Returns the workspace of this installation that a key, a number or an id belongs to; while it moves, only as long as it is read here. */
export const find: Verb<typeof accounts.workspaces.find, GatewayRuntime> = async ({ ctx, input }) => {
  const { by, id } = input
  if (by === 'number') return findByNumber(ctx, id)
  const found =
    by === 'key'
      ? await ctx.em.findOne(ApiKey, { publicId: id }, { filters: false })
      : await ctx.em.findOne(Workspace, { workspaceId: id }, { filters: false })
  const move = found && (await readMove(ctx.em, found.workspaceId))
  return { workspace: found && isReadHere(move) ? found.workspaceId : null }
}

const isReadHere = (move: MoveStatus | null) => move === null || move === 'leaving'

async function findByNumber({ deps, call, em }: Context, number: string): Promise<{ workspace: string | null }> {
  const moving = await readMoveOfNumber(em, number)
  if (moving) return { workspace: isReadHere(moving.status) ? moving.workspace : null }
  const { clients } = deps
  const asOperator = clients.calling({ workspace: null, scopes: ['operator'], requestId: call.requestId })
  return clients.numbers.callbacks.findOwner.query({ number }, asOperator)
}
