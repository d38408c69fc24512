import type { Schema } from './cell.ts'

type Options = { source: Schema; target: Schema; workspace: string; loaded: string }

const ofMembers = 'select person_id from member where workspace_id = $1'

/**
 * Makes the people of a workspace's members known in the target, with their password and second factor, and without a permission to
 * operate it. Those who have proven their address in both stay who they are there. `loaded` has the members to be stored.
 */
export async function takePeopleAlong({ source, target, workspace, loaded }: Options): Promise<void> {
  const people = await source.rows<{ id: string; email: string; proven: boolean; row: object; codes: string[] }>(
    `select p.id, p.email, p.proven_at is not null as proven, to_jsonb(p) || '{"operator_since": null}' as row,
       array(select code_hash from recovery_code r where r.person_id = p.id) as codes
     from person p where p.id in (${ofMembers})`,
    [workspace],
  )
  for (const { id, email, proven, row, codes } of people) {
    const [known] = await target.rows<{ id: string }>(
      `select id from person where id = $1 or ($3 and email = $2 and proven_at is not null) order by id <> $1 limit 1`,
      [id, email, proven],
    )
    if (!known) {
      await target.rows('insert into person select * from jsonb_populate_record(null::person, $1)', [
        JSON.stringify(row),
      ])
      await target.rows('insert into recovery_code (person_id, code_hash) select $1, unnest($2::text[])', [id, codes])
    }
    await target.rows(`update ${loaded} set person_id = $2 where person_id = $1`, [id, known?.id ?? id])
  }
}
