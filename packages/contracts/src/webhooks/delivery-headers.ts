/** Our headers in a delivery, as the API describes them. A secret header can't have one of these names. */
export const deliveryHeaders = {
  id: { name: 'Webhook-Id', meaning: 'Id of the event, the same at every attempt' },
  timestamp: { name: 'Webhook-Timestamp', meaning: 'Time of the signature of this attempt, Unix seconds' },
  signature: {
    name: 'Webhook-Signature',
    meaning: 'One v1,<base64> for each valid signing secret, separated by spaces',
  },
  replay: { name: 'Webhook-Replay', meaning: 'true when a replay posts it; absent otherwise' },
  traceparent: { name: 'traceparent', meaning: 'W3C trace of the cause of the event, if there is one' },
} as const
