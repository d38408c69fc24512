import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { stop } from './stop.ts'

/** Cancels a post for everybody it was not sent to: DELETE does what `stop` does. */
export const cancel: Verb<typeof groups.posts.cancel, GroupsRuntime> = stop
