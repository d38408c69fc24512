import type { Runtime, ServiceConfig } from '@posthorn/chassis'

/** Settings of the contacts service beside those of every service. */
export const config = {}

/** What a verb of this service stands on. */
export type ContactsRuntime = Runtime<ServiceConfig<typeof config>, object>
