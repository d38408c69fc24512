import { fail, refuseLimited } from '@posthorn/contracts'
import type { Account, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { findNumber, type NumberCaller } from '../numbers/find.ts'
import { findLine } from '../numbers/line.ts'

/** The business account of a number and the provider it is at; refuses a number that is not the caller's, or belongs to none. */
export async function findAccount(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  id: string,
): Promise<{ provider: Provider; account: Account }> {
  const { provider, line } = await findLine(ctx, id)
  const { businessAccountId } = await findNumber(ctx, id)
  if (!businessAccountId) fail('capability:unsupported', { message: 'This number belongs to no business account.' })
  return { provider, account: { line, businessAccountId } }
}

/** Refuses a change of what all numbers of an account share, where the caller is limited and the account has others. */
export async function refuseSharedAccount({ em, call }: NumberCaller, { businessAccountId }: Account): Promise<void> {
  const { numbers = [] } = call
  const others = { businessAccountId, id: { $nin: numbers }, credentials: { $ne: null } }
  if (call.numbers && (await em.count(ConnectedNumber, others)) > 0) refuseLimited(call)
}
