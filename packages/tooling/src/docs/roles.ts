import { allOperations, includesRole, type LimitedBy, leastRoleOf, roles } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

const intro = `The roles of members, and what each may do: a viewer reads, an agent answers, an admin manages, an owner also decides about admins and
owners. Keys have scopes instead. A role and a scope differ where an agent needs less than the scope of a key, or an admin more.`

const notes = `*password*: the member has entered it in the ten minutes before; a key needs none. \`GET /v1/me\` lists the operations of the caller under \`may\`.`

const ofNumbers = `## Keys and members that are limited to numbers

*their numbers*: what belongs to other numbers only does not exist. Lists, counts, exports and searches leave it out, and its id gets the response of an unknown
one. *refused*: the operation concerns all numbers, and the response is 403 \`numbers:limited\`.

- A contact belongs to the numbers that it has had a chat with. One that a limited caller creates belongs to the numbers of the caller.
- A file belongs to the numbers whose messages carry it. One that a limited caller uploads belongs to the numbers of the caller.
- What belongs to other numbers, too, is seen and used, but not deleted: to delete or merge such a contact, to change such a file or a shared view, and to delete
  a template of an account with other numbers is \`numbers:limited\`.
- The event log has the events of the numbers of the caller. Labels, saved replies, segments and the team are those of the workspace; a segment counts the contacts of the
  caller.`

/** How an operation treats a caller restricted to numbers. */
const limits: Record<LimitedBy, string> = { number: 'their numbers', workspace: 'refused', nothing: '' }

/** The page of roles: every public operation, and who may use it. */
export const rolesPage = (): string => {
  const rows = allOperations().flatMap(({ noun, verb, operation }) => {
    if (operation.rest === undefined || operation.scope === 'operator') return []
    const least = leastRoleOf(operation)
    const marks = roles.map((role) => (includesRole(role, least) ? 'yes' : ''))
    const scope = operation.scope === null ? '' : code(operation.scope)
    const limited = operation.limitedBy ? limits[operation.limitedBy] : ''
    return [
      [code(`${noun}.${verb}`), code(operation.rest), ...marks, operation.confirmed ? 'password' : '', scope, limited],
    ]
  })
  const heads = ['Operation', 'Request', ...roles, 'Besides', 'Scope of a key', 'Limited to numbers']
  return page('Roles', [intro, table(heads, rows), notes, ofNumbers])
}
