import { isoTimeSql, sql } from '@posthorn/chassis'

type Em = Parameters<typeof sql>[0]

/** A person who may operate the installation. */
export type Operator = { name: string; email: string; twoFactor: boolean; since: string }

const columns = `name, email, second_factor_since is not null as "twoFactor", ${isoTimeSql('operator_since')} as since`

/** Makes a person an operator; none when nobody has the address. */
export async function addOperator(em: Em, email: string): Promise<Operator | undefined> {
  const statement = `update person set operator_since = coalesce(operator_since, now()) where email = $1 returning ${columns}`
  return (await sql<Operator>(em, statement, [email]))[0]
}

/** Lists the operators by name. */
export function listOperators(em: Em): Promise<Operator[]> {
  return sql<Operator>(em, `select ${columns} from person where operator_since is not null order by name, email`)
}

/** Takes the permission of an operator back; false when nobody has it at this address. */
export async function removeOperator(em: Em, email: string): Promise<boolean> {
  const statement =
    'update person set operator_since = null where email = $1 and operator_since is not null returning 1'
  return (await sql(em, statement, [email])).length > 0
}
