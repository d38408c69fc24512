import { z } from 'zod'
import { named } from './names.ts'

export const removed = named(
  'Removed',
  z.object({
    id: z.string().describe('Id of the deleted object'),
    deleted: z.literal(true).describe('Always true'),
  }),
)
