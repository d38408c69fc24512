import type { Id, MountedCaller, MountedRequest } from '@posthorn/contracts'

/** A number, with the details that routes under a device need. */
export type Device = { id: Id<'num'>; device: string; phone: string; aliases: readonly string[] }

/** Numbers by caller, cached for a few seconds, because nearly every request names a number by its short id. */
export type DeviceCache = Map<string, { until: number; devices: Device[] }>

/** A caller's request, which calls operations of the main API on behalf of the caller. */
export type Session = MountedCaller & { request: MountedRequest; devices: DeviceCache }
