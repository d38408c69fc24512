import type { ServiceName } from '@posthorn/contracts'
import { type RunningSystem, rowsOf } from '@posthorn/testkit/system'

/** Makes the service of contacts fail at these phones, so that events about them are put aside; returns what fixes it. */
export async function failAtPhones(system: RunningSystem, phones: readonly string[]): Promise<() => Promise<unknown>> {
  const list = phones.map((phone) => `'${phone}'`).join(', ')
  await rowsOf(system, `alter table contacts.contact add constraint broken check (phone not in (${list}))`)
  return () => rowsOf(system, 'alter table contacts.contact drop constraint broken')
}

/** Leaves the schema of a service as after a restore: at its next start it is in quarantine. */
export async function loseHistory(system: RunningSystem, service: ServiceName): Promise<void> {
  await rowsOf(system, `update ${service}.restore_guard set history = 'another'`)
}
