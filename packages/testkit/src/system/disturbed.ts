import type { ServiceName } from '@posthorn/contracts'
import { rowsOf } from './rows.ts'
import type { RunningSystem } from './running-system.ts'

/** Makes the contacts service fail for these phone numbers, so that their events become dead. Returns a function that undoes this. */
export async function failAtPhones(system: RunningSystem, phones: readonly string[]): Promise<() => Promise<unknown>> {
  const list = phones.map((phone) => `'${phone}'`).join(', ')
  await rowsOf(system, `alter table contacts.contact add constraint broken check (phone not in (${list}))`)
  return () => rowsOf(system, 'alter table contacts.contact drop constraint broken')
}

/** Changes a service's schema as a restore would, so that it starts in quarantine. */
export async function loseHistory(system: RunningSystem, service: ServiceName): Promise<void> {
  await rowsOf(system, `update ${service}.restore_guard set history = 'another'`)
}
