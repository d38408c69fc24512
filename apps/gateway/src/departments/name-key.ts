import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Department } from '../entities/department.ts'

/** Returns a name as it is compared: two names that differ in case only are one. */
export function keyOfName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/** Refuses a name that another department has. */
export async function refuseDuplicate({ em }: Pick<VerbContext, 'em'>, id: string, nameKey: string): Promise<void> {
  if ((await em.count(Department, { id: { $ne: id }, nameKey })) === 0) return
  const message = 'is taken by another department'
  fail('department:duplicate', { errors: [{ path: 'name', code: 'department:duplicate', message }] })
}
