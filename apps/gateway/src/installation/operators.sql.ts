import { isoTimeSql, sql, type Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import { describePerson, type ListedPerson, personById } from '../accounts/person.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Makes a person with a confirmed address an operator. */
export const add: Verb<typeof accounts.operators.add, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!person.isProven) fail('person:unproven')
  await addOperator(ctx.em, person.id)
  return (await findOperator(ctx.em, person.id)) ?? fail('person:not_found')
}

/** Lists the operators by name. */
export const list: Verb<typeof accounts.operators.list, GatewayRuntime> = ({ ctx }) => listOperators(ctx.em)

/** Takes the operator's permission away from a person. Their account stays. */
export const remove: Verb<typeof accounts.operators.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const { person: id } = input
  if (!(await removeOperator(ctx.em, id))) fail('person:not_found')
  return { id, deleted: true }
}

type Em = Parameters<typeof sql>[0]

/** An operator of the installation, with their workspaces. */
type Operator = Omit<ListedPerson, 'operator' | 'proven'> & { since: string }

/** Makes a person an operator. Keeps the earlier time if they are one already. */
async function addOperator(em: Em, person: string): Promise<void> {
  await sql(em, 'update person set operator_since = coalesce(operator_since, now()) where id = $1', [person])
}

async function listOperators(em: Em): Promise<Operator[]> {
  const rows = await sql<{ id: string }>(
    em,
    'select id from person where operator_since is not null order by name, email, id',
  )
  return (await Promise.all(rows.map(({ id }) => findOperator(em, id)))).filter((found) => found !== undefined)
}

/** Returns an operator with their workspaces; undefined if the person is none. */
async function findOperator(em: Em, id: string): Promise<Operator | undefined> {
  const statement = `select ${isoTimeSql('operator_since')} as since from person where id = $1 and operator_since is not null`
  const [row] = await sql<{ since: string }>(em, statement, [id])
  const person = row && (await personById(em, id))
  if (!row || !person) return undefined
  const { operator: _, proven: __, ...described } = await describePerson(em, person)
  return { ...described, since: row.since }
}

/** Revokes a person's operator permission. Returns false if they didn't have it. */
async function removeOperator(em: Em, person: string): Promise<boolean> {
  const statement = 'update person set operator_since = null where id = $1 and operator_since is not null returning 1'
  return (await sql(em, statement, [person])).length > 0
}
