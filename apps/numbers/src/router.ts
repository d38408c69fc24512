import { implement, upkeepVerbs } from '@posthorn/chassis'
import { numbers } from '@posthorn/contracts'
import { findOwner, list as listUpdates, receive, verify } from './callbacks/callbacks.ts'
import type { NumbersRuntime } from './config.ts'
import { find } from './matches/find.ts'
import { create, disconnect, get, list, simulate, update } from './numbers/numbers.ts'
import { exists, validate } from './phones/phones.ts'
import { change, get as getProfile, read, setPicture, update as updateProfile } from './profiles/profiles.ts'
import { deregister, refresh, register, requestCode, verifyCode } from './sessions/sessions.ts'
import {
  create as createTemplate,
  get as getTemplate,
  list as listTemplates,
  remove as removeTemplate,
} from './templates/templates.sql.ts'

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
