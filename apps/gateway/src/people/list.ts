import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { listPeople } from './person.sql.ts'

/** Lists the people who have entered an address. */
export const list: Verb<typeof accounts.people.list, GatewayRuntime> = ({ ctx, input }) =>
  listPeople(ctx.em, input.email)
