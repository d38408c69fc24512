import { Fault, type Operation } from '@posthorn/contracts'
import type { Session } from '../api/route.ts'

const fail = () => Promise.reject(new Fault('request:invalid'))

/** Creates a session whose operations `ask` answers. It has no devices, may do everything, and refuses uploads and joins. */
export function sessionAsking(ask: (operation: Operation, input: object) => Promise<unknown>): Session {
  return {
    ask,
    plain: { ask },
    devices: new Map(),
    key: 'key',
    request: { base: '/compat' },
    upload: fail,
    uploadStored: fail,
    join: fail,
    refuseWithout() {},
    refuseWeak() {},
    afterwards() {},
  } as unknown as Session
}
