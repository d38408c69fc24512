import { sql } from '@posthorn/chassis'
import type { PhoneCountries } from '@posthorn/contracts'

/** SQL that selects the countries that workspace `w` assumes for phone numbers in national format. */
export const countriesColumn = `jsonb_build_object('within', w.settings->'country', 'numbers', coalesce((
  select jsonb_object_agg(n.number_id, n.country) from number_country n
  where n.workspace_id = w.workspace_id and n.country is not null), '{}'))`

/** Returns the countries that a workspace assumes for phone numbers without a country code. */
export async function countriesOf(em: Parameters<typeof sql>[0], workspace: string): Promise<PhoneCountries> {
  const statement = `select ${countriesColumn} as countries from workspace w where w.workspace_id = $1`
  const [row] = await sql<{ countries: PhoneCountries }>(em, statement, [workspace])
  return row?.countries ?? { within: null }
}
