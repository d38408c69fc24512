import type { ParticipantRow } from '../entities/group.ts'

/** A person as the provider or a caller names them. */
export type PersonName = { phone?: string | null; userId?: string | null; input?: string | null }

/** Returns a phone in the provider's format, which omits the ninth digit of some Brazilian ones (cloud-api.md 2.1). */
function providersSpelling(phone: string): string {
  const brazilian = /^\+55([3-9]\d)9(\d{8})$/.exec(phone)
  return brazilian ? `+55${brazilian[1]}${brazilian[2]}` : phone
}

/** Whether both are the same person, by user id or by phone in either format. */
export function isSame(row: Pick<ParticipantRow, 'phone' | 'userId'>, person: PersonName): boolean {
  const names = [person.phone, person.userId, person.input].filter((name) => name !== undefined && name !== null)
  const phone = row.phone ? providersSpelling(row.phone) : undefined
  return names.some((name) => name === row.userId || providersSpelling(name) === phone)
}
