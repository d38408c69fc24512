import { z } from 'zod'
import { query } from '../contract.ts'
import { named } from '../schemas.ts'
import { deliveryHeaders } from './webhook.ts'

const egress = named(
  'Egress',
  z.object({
    addresses: z
      .array(z.string())
      .describe('Source networks of outgoing requests, as CIDR, if the operator configured them; empty: any'),
    webhooks: z
      .object({
        method: z.literal('POST').describe('HTTP method'),
        userAgent: z.string().describe('Value of the `User-Agent` header'),
        headers: z
          .array(
            z.object({
              name: z.string().describe('Name of the header'),
              meaning: z.string().describe('Content of the header'),
            }),
          )
          .describe('Headers of every delivery'),
        signature: z
          .object({
            standard: z.literal('Standard Webhooks').describe('Specification that the signature follows'),
            header: z.string().describe('Header with the signature'),
            version: z.literal('v1').describe('Version of the signature'),
            algorithm: z.literal('HMAC-SHA256').describe('Algorithm of the signature'),
            signs: z.string().describe('Signed content, with header names and `body`, the bytes as sent'),
            key: z.string().describe('How to derive the key from `signingSecret`'),
            toleranceSeconds: z.int().describe('Maximum age of a timestamp to accept'),
          })
          .describe('Signature of every delivery'),
        timeoutMs: z.int().describe('Timeout for the whole exchange'),
        redirects: z.literal(false).describe('Redirects are not followed'),
        success: z.string().describe('Statuses that count as accepted'),
        retryPausesSeconds: z
          .array(z.number())
          .describe('Delay before each attempt, the first at once; up to a fifth is added'),
      })
      .describe('Format of webhook deliveries'),
    fetches: z
      .object({
        methods: z.array(z.string()).describe('HTTP methods'),
        protocols: z.array(z.string()).describe('Allowed protocols'),
        privateAddresses: z.boolean().describe('True when private addresses may be fetched'),
      })
      .describe('Requests for files and imports given by `url`, from the same addresses'),
  }),
)

export const egressOperations = {
  get: query({
    summary: 'Show the source of outgoing requests',
    description:
      'For your firewall and your receiver: source addresses, headers and signature of a delivery, and the retry schedule.',
    rest: 'GET /v1/meta/egress',
    scope: null,
    limitedBy: 'nothing',
    input: z.object({}),
    output: egress,
    example: {
      input: {},
      output: {
        addresses: ['203.0.113.0/24'],
        webhooks: {
          method: 'POST',
          userAgent: 'Posthorn-Webhooks/1',
          headers: [deliveryHeaders.id],
          signature: {
            standard: 'Standard Webhooks',
            header: deliveryHeaders.signature.name,
            version: 'v1',
            algorithm: 'HMAC-SHA256',
            signs: `{${deliveryHeaders.id.name}}.{${deliveryHeaders.timestamp.name}}.{body}`,
            key: 'signingSecret without whsec_, decoded from base64',
            toleranceSeconds: 300,
          },
          timeoutMs: 15_000,
          redirects: false,
          success: '200–299',
          retryPausesSeconds: [0, 5, 30, 300],
        },
        fetches: { methods: ['GET'], protocols: ['https'], privateAddresses: false },
      },
    },
  }),
}
