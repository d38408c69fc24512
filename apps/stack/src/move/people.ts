import type { Schema } from './cell.ts'

type Options = { source: Schema; target: Schema; workspace: string; loaded: string }

const ofMembers = 'select person_id from member where workspace_id = $1'

/**
 * Makes the people of a workspace's members known in the target: those with an address that is known there stay who they are there, the
 * others come with their password and second factor. `loaded` has the members to be stored.
 */
export async function takePeopleAlong({ source, target, workspace, loaded }: Options): Promise<void> {
  const people = await source.rows<{ id: string; email: string; row: object; codes: string[] }>(
    `select p.id, p.email, to_jsonb(p) as row,
       array(select code_hash from recovery_code r where r.person_id = p.id) as codes
     from person p where p.id in (${ofMembers})`,
    [workspace],
  )
  for (const { id, email, row, codes } of people) {
    const made = await target.rows(
      'insert into person select * from jsonb_populate_record(null::person, $1) on conflict do nothing returning id',
      [JSON.stringify(row)],
    )
    if (made.length > 0)
      await target.rows('insert into recovery_code (person_id, code_hash) select $1, unnest($2::text[])', [id, codes])
    await target.rows(
      `update ${loaded} set person_id = (select id from person where email = $2) where person_id = $1`,
      [id, email],
    )
  }
}
