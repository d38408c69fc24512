import { z } from 'zod'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'
import { check } from './send-body.ts'
import { mediaOf } from './uploads.ts'

/** The provider's lines of business. */
const verticals = [
  'OTHER,AUTO,BEAUTY,APPAREL,EDU,ENTERTAIN,EVENT_PLAN,FINANCE,GROCERY,GOVT,HOTEL,HEALTH,NONPROFIT,PROF_SERVICES',
  'RETAIL,TRAVEL,RESTAURANT,ALCOHOL,ONLINE_GAMBLING,PHYSICAL_GAMBLING,OTC_DRUGS',
].flatMap((line) => line.split(','))

const changes = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(256).optional(),
  email: z.union([z.literal(''), z.email().max(128)]).optional(),
  websites: z.array(z.url().max(256)).max(2).optional(),
  vertical: z.enum(verticals).optional(),
  profile_picture_handle: z.string().min(1).optional(),
})

/** A number's business profile, always with all fields (cloud-api.md section 8). */
export function readProfile(number: SimulatedNumber, origin: string): { data: Record<string, unknown>[] } {
  const { profile, picture } = number
  const shown = picture === undefined ? {} : { profile_picture_url: `${origin}/pictures/${picture}` }
  return { data: [{ messaging_product: 'whatsapp', ...profile, ...shown }] }
}

/** Changes the given fields; an empty one is removed. */
export function changeProfile(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: Record<string, unknown>,
): { success: true } {
  const { messaging_product: _, profile_picture_handle: handle, ...named } = check(changes, body)
  const picture = handle === undefined ? undefined : mediaOf(simulator, number, handle)
  if (handle !== undefined && !picture?.mime.startsWith('image/'))
    refuse(100, { details: "Parameter 'profile_picture_handle' is not the handle of an uploaded image." })
  const all = Object.entries({ ...number.profile, ...named })
  const filled = all.filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
  simulator.change(number, { profile: Object.fromEntries(filled), ...(picture && { picture: picture.id }) })
  return { success: true }
}
