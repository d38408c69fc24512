import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'

export const keyScopeNames = ['read', 'send', 'manage', 'raw', 'admin', 'erase'] as const

export type KeyScope = (typeof keyScopeNames)[number]

export const keyScopes = named('KeyScopes', z.array(z.enum(keyScopeNames)).min(1).describe('Permissions of the key'))

/** Whether a new key is a test key. Its prefix shows this. */
export const isTest = z
  .boolean()
  .default(false)
  .describe('True: a test key (`ph_test_…`), limited to the simulator numbers in `numbers`, or to all that exist now')

const cidr = named('AddressRange', z.union([z.cidrv4(), z.cidrv6()], 'must be an address range such as 203.0.113.0/24'))

/** Restrictions on a new key. */
export const keyBounds = {
  numbers: z
    .array(idOf('num'))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Numbers that the key is limited to: it cannot see anything that belongs only to other numbers, or change anything that affects all numbers',
    ),
  cidrs: z
    .array(cidr)
    .min(1)
    .max(100)
    .optional()
    .describe('Address ranges that the key can be used from, such as `203.0.113.0/24`'),
}
