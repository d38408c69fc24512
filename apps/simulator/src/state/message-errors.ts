export const messageErrors: Readonly<Record<number, { status: number; title: string }>> = {
  1: { status: 400, title: 'API unknown' },
  2: { status: 503, title: 'Service temporarily unavailable' },
  3: { status: 500, title: 'API method' },
  4: { status: 400, title: 'API too many calls' },
  10: { status: 403, title: 'Permission denied' },
  33: { status: 400, title: 'Parameter value is not valid' },
  100: { status: 400, title: 'Invalid parameter' },
  190: { status: 401, title: 'Invalid OAuth access token' },
  200: { status: 403, title: 'API permission' },
  368: { status: 403, title: 'Temporarily blocked for policies violations' },
  803: { status: 404, title: 'Some of the aliases do not exist' },
  80007: { status: 400, title: 'Rate limit issues' },
  130429: { status: 429, title: 'Rate limit hit' },
  130472: { status: 400, title: "User's number is part of an experiment" },
  130497: { status: 403, title: 'Business account is restricted from messaging users in this country' },
  131000: { status: 500, title: 'Something went wrong' },
  131005: { status: 403, title: 'Access denied' },
  131008: { status: 400, title: 'Required parameter is missing' },
  131009: { status: 400, title: 'Parameter value is not valid' },
  131016: { status: 500, title: 'Service unavailable' },
  131021: { status: 400, title: 'Recipient cannot be sender' },
  131026: { status: 400, title: 'Message undeliverable' },
  131030: { status: 400, title: 'Recipient phone number not in allowed list' },
  131031: { status: 403, title: 'Account has been locked' },
  131037: { status: 400, title: 'Display name needs approval' },
  131042: { status: 400, title: 'Business eligibility payment issue' },
  131045: { status: 500, title: 'Incorrect certificate' },
  131047: { status: 400, title: 'Re-engagement message' },
  131048: { status: 400, title: 'Spam rate limit hit' },
  131049: { status: 400, title: 'Not delivered to maintain healthy ecosystem engagement' },
  131050: { status: 400, title: 'User has stopped marketing messages' },
  131051: { status: 400, title: 'Message type unknown' },
  131052: { status: 400, title: 'Media download error' },
  131053: { status: 400, title: 'Media upload error' },
  131056: { status: 400, title: 'Pair rate limit hit' },
  131057: { status: 500, title: 'Account in maintenance mode' },
  131062: { status: 400, title: 'Business-scoped user ids are not supported for this message' },
  131064: { status: 400, title: 'Messaging limit of the account reached' },
  132000: { status: 400, title: 'Template param count mismatch' },
  132001: { status: 404, title: 'Template does not exist' },
  132005: { status: 400, title: 'Template hydrated text too long' },
  132007: { status: 400, title: 'Template format character policy violated' },
  132008: { status: 400, title: 'Template parameter value is not valid' },
  132012: { status: 400, title: 'Template parameter format mismatch' },
  132015: { status: 400, title: 'Template is paused' },
  132016: { status: 400, title: 'Template is disabled' },
  132018: { status: 400, title: "There's an issue with the parameters in your template" },
  132068: { status: 400, title: 'Flow is blocked' },
  132069: { status: 400, title: 'Flow is throttled' },
  133004: { status: 503, title: 'Server temporarily unavailable' },
  133010: { status: 400, title: 'Phone number not registered' },
  133015: { status: 400, title: 'Please wait a few minutes before attempting to register this phone number' },
  134011: { status: 400, title: 'Payments terms of service are not accepted' },
  134101: { status: 500, title: 'Template is syncing' },
  135000: { status: 400, title: 'Generic user error' },
  137000: { status: 400, title: 'Identity key mismatch' },
}

const phoneOfError = /^\+1555([12])(\d{6})$/

/**
 * Returns the error encoded in a phone number. A message to `+15551` and a six-digit code is refused with that code; a message to `+15552`
 * and a code is accepted and fails with it later.
 */
export function errorIn(phone: string): { code: number; later: boolean } | undefined {
  const [, when, digits] = phoneOfError.exec(phone) ?? []
  const code = Number(digits)
  return Object.hasOwn(messageErrors, code) ? { code, later: when === '2' } : undefined
}
