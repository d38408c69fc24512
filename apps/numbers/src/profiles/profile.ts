import type { numbers } from '@posthorn/contracts'
import type { Line, Provider } from '@posthorn/provider'
import type { z } from 'zod'
import { refuse } from '../numbers/line.ts'

type Profile = z.input<typeof numbers.profiles.get.output>

/** Reads the profile of a number from its provider. */
export async function readProfile(
  number: string,
  { provider, line }: { provider: Provider; line: Line },
): Promise<Profile> {
  const outcome = await provider.readProfile(line)
  if (!outcome.ok) refuse(outcome.error)
  const { about = null, address = null, description = null, email = null, websites = [] } = outcome.profile
  const { vertical = null, pictureUrl = null } = outcome.profile
  return { number, about, address, description, email, websites, vertical, pictureUrl }
}
