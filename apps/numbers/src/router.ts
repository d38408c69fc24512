import { implement } from '@posthorn/chassis'
import { numbers } from '@posthorn/contracts'
import { receive } from './callbacks/receive.ts'
import { verify } from './callbacks/verify.ts'
import type { NumbersRuntime } from './config.ts'
import { create } from './numbers/create.ts'
import { disconnect } from './numbers/disconnect.ts'
import { get } from './numbers/get.ts'
import { list } from './numbers/list.ts'
import { simulate } from './numbers/simulate.ts'
import { update } from './numbers/update.ts'
import { get as getSession } from './sessions/get.ts'
import { refresh } from './sessions/refresh.ts'

/** The table of contents of this service. */
export const router = implement<typeof numbers, NumbersRuntime>(numbers, {
  numbers: { create, list, get, update, disconnect, simulate },
  sessions: { get: getSession, refresh },
  callbacks: { receive, verify },
})
