import { implement } from '@posthorn/chassis'
import { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from './config.ts'
import { create } from './groups/create.ts'
import { get } from './groups/get.ts'
import { list } from './groups/list.ts'

/** The table of contents of this service. */
export const router = implement<typeof groups, GroupsRuntime>(groups, { groups: { create, list, get } })
