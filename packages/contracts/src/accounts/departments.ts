import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { color } from '../messaging/chat.ts'
import { idOf, listOf, named, nameText, pageOf, removed, text, time } from '../schemas.ts'

const name = nameText(60).describe('Unique, ignoring case')
const description = text(1, 300).describe('Purpose of the department')
const members = named('DepartmentMembers', z.array(idOf('mem')).max(200).describe('Members of the department'))

const icon = text(1, 60).describe('Name of an icon')

/** A group of members within a team, such as sales or support. */
const department = named(
  'Department',
  z.object({
    id: idOf('dep'),
    name,
    description: description.nullable(),
    color: color.nullable().describe('Color'),
    icon: icon.nullable(),
    members,
    version: z.int().describe('Increases with each change, but not when a member leaves the team'),
    createdAt: time,
    updatedAt: time,
  }),
)

const at = '2026-11-20T08:30:00.000Z'
const example: z.input<typeof department> = {
  id: 'dep_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Support',
  description: 'Questions about orders',
  color: null,
  icon: null,
  members: [],
  version: 1,
  createdAt: at,
  updatedAt: at,
}

const one = z.object({ id: idOf('dep') })

export const departments = {
  list: query({
    summary: 'List departments',
    description: 'All departments of the team with their members, sorted by name.',
    rest: 'GET /v1/departments',
    scope: 'read',
    limitedBy: 'nothing',
    input: z.object(listOf(department)),
    output: pageOf(department),
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a department',
    description: 'Includes its members.',
    rest: 'GET /v1/departments/{id}',
    scope: 'read',
    limitedBy: 'nothing',
    input: one,
    output: department,
    errors: ['department:not_found'],
    example: { input: { id: example.id }, output: example },
  }),
  create: mutation({
    summary: 'Create a department',
    description: 'A department groups team members who belong together. A workspace can have at most 100.',
    rest: 'POST /v1/departments',
    status: 201,
    scope: 'manage',
    limitedBy: 'workspace',
    input: z.object({
      name,
      description: description.optional(),
      color: color.optional(),
      icon: icon.optional(),
      members: members.optional(),
    }),
    output: department,
    errors: ['department:duplicate', 'department:too_many', 'member:not_found'],
    example: { input: { name: example.name, description: 'Questions about orders' }, output: example },
  }),
  update: mutation({
    summary: 'Change a department',
    description: 'Changes the fields that you send; null clears a field. `members` replaces all members.',
    rest: 'PATCH /v1/departments/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: one.extend({
      name: name.optional(),
      description: description.nullable().optional(),
      color: color.nullable().optional().describe('Color'),
      icon: icon.nullable().optional(),
      members: members.optional(),
    }),
    output: department,
    errors: ['department:not_found', 'department:duplicate', 'member:not_found'],
    example: { input: { id: example.id, name: 'Help desk' }, output: { ...example, name: 'Help desk', version: 2 } },
  }),
  remove: mutation({
    summary: 'Delete a department',
    description: 'Its members stay on the team, and their chats stay with them.',
    rest: 'DELETE /v1/departments/{id}',
    scope: 'manage',
    limitedBy: 'workspace',
    input: one,
    output: removed,
    errors: ['department:not_found'],
    example: { input: { id: example.id }, output: { id: example.id, deleted: true } },
  }),
}
