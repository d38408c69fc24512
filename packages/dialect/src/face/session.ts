import type { FaceCaller, FaceRequest, Id } from '@posthorn/contracts'

/** A number as routes below a device need it. */
export type Device = { id: Id<'num'>; device: string; phone: string; aliases: readonly string[] }

/** Numbers of callers, kept for some seconds: nearly every request names one by its short id. */
export type LineBook = Map<string, { until: number; devices: Device[] }>

/** A request of a caller: it asks the operations of the main API in the caller's name. */
export type Session = FaceCaller & { request: FaceRequest; lines: LineBook }
