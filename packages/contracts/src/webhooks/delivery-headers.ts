/** Our headers in a delivery, as the API describes them. A secret header can't have one of these names. */
export const deliveryHeaders = {
  id: { name: 'Webhook-Id', meaning: 'Id of the event, the same in every attempt' },
  timestamp: { name: 'Webhook-Timestamp', meaning: 'Time when this attempt was signed, in Unix seconds' },
  signature: {
    name: 'Webhook-Signature',
    meaning: 'One v1,<base64> for each valid signing secret, separated by spaces',
  },
  replay: { name: 'Webhook-Replay', meaning: 'true when a replay posts the event; absent otherwise' },
  traceparent: { name: 'traceparent', meaning: 'W3C trace of what caused the event, if there is one' },
} as const
