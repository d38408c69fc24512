import type { EntityManager } from '@mikro-orm/postgresql'
import { Label } from '../entities/chat.ts'
import { Member } from '../entities/member.ts'
import { keyOfName } from '../labels/labels.ts'

type References = {
  label?: string[] | undefined
  labelExclude?: string[] | undefined
  assignee?: string[] | undefined
}

/** Replaces label names and email addresses of members with ids. Unknown ones stay as they are and match nothing. */
export async function withIds<T extends References>(em: EntityManager, conditions: T): Promise<T> {
  const { label = [], labelExclude = [], assignee = [] } = conditions
  const names = [...label, ...labelExclude].filter((each) => !each.startsWith('lbl_'))
  const emails = assignee.filter((each) => each.includes('@'))
  if (names.length === 0 && emails.length === 0) return conditions
  const labels = await idsOfLabels(em, names)
  const members = await idsOfMembers(em, emails)
  const labelIds = (given: string[]) => given.map((each) => labels.get(keyOfName(each)) ?? each)
  return {
    ...conditions,
    ...(conditions.label && { label: labelIds(label) }),
    ...(conditions.labelExclude && { labelExclude: labelIds(labelExclude) }),
    ...(conditions.assignee && { assignee: assignee.map((each) => members.get(each.toLowerCase()) ?? each) }),
  }
}

async function idsOfLabels(em: EntityManager, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await em.find(Label, { nameKey: { $in: names.map(keyOfName) } }, { fields: ['id', 'nameKey'] })
  return new Map(rows.map(({ id, nameKey }) => [nameKey, id]))
}

async function idsOfMembers(em: EntityManager, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const known = { email: { $in: emails.map((email) => email.toLowerCase()) }, removed: false }
  const rows = await em.find(Member, known, { fields: ['id', 'email'] })
  return new Map(rows.map(({ id, email }) => [email, id]))
}
