import { implement, upkeepVerbs } from '@posthorn/chassis'
import { numbers } from '@posthorn/contracts'
import { findOwner } from './callbacks/find-owner.ts'
import { receive } from './callbacks/receive.ts'
import { verify } from './callbacks/verify.ts'
import type { NumbersRuntime } from './config.ts'
import { find } from './matches/find.ts'
import { create } from './numbers/create.ts'
import { disconnect } from './numbers/disconnect.ts'
import { get } from './numbers/get.ts'
import { list } from './numbers/list.ts'
import { simulate } from './numbers/simulate.ts'
import { update } from './numbers/update.ts'
import { exists } from './phones/exists.ts'
import { validate } from './phones/validate.ts'
import { get as getProfile } from './profiles/get.ts'
import { setPicture } from './profiles/set-picture.ts'
import { update as updateProfile } from './profiles/update.ts'
import { change } from './provider/change.ts'
import { read } from './provider/read.ts'
import { deregister } from './sessions/deregister.ts'
import { refresh } from './sessions/refresh.ts'
import { register } from './sessions/register.ts'
import { requestCode } from './sessions/request-code.ts'
import { verifyCode } from './sessions/verify-code.ts'
import { create as createTemplate } from './templates/create.ts'
import { get as getTemplate } from './templates/get.ts'
import { list as listTemplates } from './templates/list.ts'
import { remove as removeTemplate } from './templates/remove.ts'
import { list as listUpdates } from './updates/list.ts'

/** The table of contents of this service. */
export const router = implement<typeof numbers, NumbersRuntime>(numbers, {
  numbers: { create, list, get, update, disconnect, simulate },
  sessions: { refresh, requestCode, verifyCode, register, deregister },
  profiles: { get: getProfile, update: updateProfile, setPicture },
  templates: { list: listTemplates, get: getTemplate, create: createTemplate, remove: removeTemplate },
  phones: { validate, exists },
  updates: { list: listUpdates },
  provider: { read, change },
  callbacks: { receive, verify, findOwner },
  matches: { find },
  ...upkeepVerbs,
})
