import { fail } from '@posthorn/contracts'
import type { Account, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
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
