import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { check } from './send-body.ts'

const statuses = z.enum(['ENABLED', 'DISABLED'])

const input = z
  .strictObject({
    calling: z.looseObject({ status: statuses.optional() }).optional(),
    user_identity_change: z.strictObject({ enable_identity_key_check: z.boolean() }).optional(),
    storage_configuration: z.looseObject({ status: z.enum(['DEFAULT', 'IN_COUNTRY_STORAGE_ENABLED']) }).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { message: 'name a setting' })

const defaults = {
  calling: { status: 'DISABLED' },
  user_identity_change: { enable_identity_key_check: false },
  storage_configuration: { status: 'DEFAULT' },
}

/** Returns the settings of a number. They are kept and change nothing of what the simulator plays. */
export function readSettings({ settings }: SimulatedNumber): Record<string, unknown> {
  return { ...defaults, ...settings }
}

/** Changes the named settings. */
export function changeSettings(simulator: SimulatorState, number: SimulatedNumber, body: unknown): { success: true } {
  const changes = Object.entries(check(input, body))
  const before = readSettings(number)
  const settings = changes.map(([name, value]) => [name, { ...(before[name] as object), ...value }])
  simulator.change(number, { settings: { ...number.settings, ...Object.fromEntries(settings) } })
  return { success: true }
}
