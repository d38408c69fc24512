import { accounts, defined, fail, failField, type OutputOf } from '@posthorn/contracts'
import { z } from 'zod'
import { allItems, deviceInPath, findByText, findMemberIds } from '../api/lookups.ts'
import { cut, type Fields, fieldsOf, textOf, textsOf, windowOf } from '../api/request.ts'
import { collectionRoutes, type DialectCall, type DialectRoute, type Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { colorOfWord, wordOfColor } from '../words.ts'

type Department = OutputOf<typeof accounts.departments.create>

const departmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  agents: z.array(z.string()),
  color: z.string(),
  icon: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Presents a department, whose members are the dialect's agents. */
function departmentOf(department: Department): z.output<typeof departmentSchema> {
  const { id, name, description, color, icon, members, createdAt, updatedAt } = department
  return {
    id: shortIdOf(id),
    name,
    description: description ?? undefined,
    agents: members.map(shortIdOf),
    color: wordOfColor(color ?? ''),
    icon: icon ?? undefined,
    createdAt,
    updatedAt,
  }
}

export const listDepartments = async (session: Session): Promise<z.output<typeof departmentSchema>[]> =>
  (await allItems(session, accounts.departments.list, {})).map(departmentOf)

/** Lists departments. With `agents` in the query, only those with one of them; with `search`, only those whose name contains it. */
async function list(call: DialectCall) {
  await deviceInPath(call)
  const { session, query } = call
  const [agents, search] = [query.many('agents'), query.text('search')?.toLowerCase()]
  const wanted = agents && (await findMemberIds(session, agents))
  const found = (await all(call)).filter(
    ({ name, members }) =>
      (!wanted || members.some((member) => wanted.includes(member))) &&
      (!search || name.toLowerCase().includes(search)),
  )
  return cut(found.map(departmentOf), windowOf(query, { size: 200 }))
}

/** Reads a department's fields. Its agents may be given by id or email address. */
async function departmentFields(session: Session, body: Fields) {
  const [name, description] = [textOf(body, 'name'), textOf(body, 'description')]
  const [color, icon] = [textOf(body, 'color'), textOf(body, 'icon')]
  const agents = body['agents'] ?? body['members']
  if (agents !== undefined && !Array.isArray(agents)) failField('agents', 'must be an array of ids of agents')
  return defined({
    name,
    description,
    color: color && colorOfWord(color),
    icon,
    members: agents === undefined ? undefined : await findMemberIds(session, textsOf(agents, 'agents')),
  })
}

async function create(call: DialectCall) {
  await deviceInPath(call)
  const { name = failField('name', 'is required'), ...more } = await departmentFields(call.session, fieldsOf(call.body))
  return departmentOf(await call.session.ask(accounts.departments.create, { name, ...more }))
}

/** Lists all departments, which a DELETE with `all: true` removes. */
const all = ({ session }: DialectCall) => allItems(session, accounts.departments.list, {})

/** Finds the department that a body or query names by id, else by name. */
async function findNamedDepartment(call: DialectCall): Promise<{ body: Fields; department: Department }> {
  await deviceInPath(call)
  const body = fieldsOf(call.body)
  const idText = textOf(body, 'id') ?? textOf(body, 'department') ?? call.query.text('id', 'department')
  const text = idText ?? textOf(body, 'name') ?? failField('id', 'is required')
  return { body, department: findByText(await all(call), 'dep', text) ?? fail('department:not_found') }
}

async function change(call: DialectCall) {
  const { body, department } = await findNamedDepartment(call)
  const content = await departmentFields(call.session, body)
  return departmentOf(await call.session.ask(accounts.departments.update, { id: department.id, ...content }))
}

async function remove(call: DialectCall) {
  const { department } = await findNamedDepartment(call)
  await call.session.ask(accounts.departments.remove, { id: department.id })
  return departmentOf(department)
}

const path = '/devices/{d}/departments'
const differs = 'Departments belong to the workspace, not to one device; chats are assigned to their people.'

/** Departments: groups of members within the team. */
export const departmentRoutes: readonly DialectRoute[] = collectionRoutes(
  path,
  {
    answer: departmentSchema,
    differs,
    fields: 'name description color icon agents members',
    keys: 'id department name',
  },
  { list, create, change, remove, all },
)
