import { allOperations, includesRole, leastRoleOf, roles } from '@posthorn/contracts'
import { code, page, table } from './markdown.ts'

const intro = `The roles of members, and what each may do: a viewer reads, an agent answers, an admin manages, an owner also decides about admins and
owners. Keys have scopes instead. A role and a scope differ where an agent needs less than the scope of a key, or an admin more.`

const notes = `*password*: the member has entered it in the ten minutes before; a key needs none. Chats, messages and numbers are those that the member is
limited to. \`GET /v1/me\` lists the operations of the caller under \`may\`.`

/** The page of the roles: every public operation, and who may use it. */
export const rolesPage = (): string => {
  const rows = allOperations().flatMap(({ noun, verb, operation }) => {
    if (operation.rest === undefined || operation.scope === 'operator') return []
    const least = leastRoleOf(operation)
    const marks = roles.map((role) => (includesRole(role, least) ? 'yes' : ''))
    const scope = operation.scope === null ? '' : code(operation.scope)
    return [[code(`${noun}.${verb}`), code(operation.rest), ...marks, operation.confirmed ? 'password' : '', scope]]
  })
  const heads = ['Operation', 'Request', ...roles, 'Besides', 'Scope of a key']
  return page('Roles', [intro, table(heads, rows), notes])
}
