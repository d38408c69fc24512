type ProviderError = { status: number; title: string; details?: string }

/** The provider's errors for messages. A recipient's phone number can name any of them, as `treatmentOf` describes. */
export const messageErrors: Readonly<Record<number, ProviderError>> = {
  1: { status: 400, title: 'API unknown' },
  2: {
    status: 503,
    title: 'Service temporarily unavailable',
    details: 'The service is temporarily unavailable, please try again.',
  },
  3: { status: 500, title: 'API method' },
  4: { status: 400, title: 'API too many calls' },
  10: { status: 403, title: 'Permission denied' },
  33: { status: 400, title: 'Parameter value is not valid' },
  100: { status: 400, title: 'Invalid parameter', details: 'The request has an unsupported or misspelled parameter.' },
  190: {
    status: 401,
    title: 'Invalid OAuth access token',
    details: 'The access token is expired, revoked or invalid.',
  },
  200: { status: 403, title: 'API permission' },
  368: { status: 403, title: 'Temporarily blocked for policies violations' },
  803: { status: 404, title: 'Some of the aliases do not exist' },
  80007: {
    status: 400,
    title: 'Rate limit issues',
    details: 'The WhatsApp Business Account has reached its rate limit.',
  },
  130429: {
    status: 429,
    title: 'Rate limit hit',
    details: 'Message throughput of this phone number has been reached.',
  },
  130472: { status: 400, title: "User's number is part of an experiment" },
  130497: { status: 403, title: 'Business account is restricted from messaging users in this country' },
  131000: {
    status: 500,
    title: 'Something went wrong',
    details: 'Message failed to send because of an unknown error.',
  },
  131005: { status: 403, title: 'Access denied' },
  131008: { status: 400, title: 'Required parameter is missing', details: 'A required parameter is missing.' },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'A parameter has a value that is not valid.' },
  131016: { status: 500, title: 'Service unavailable' },
  131021: {
    status: 400,
    title: 'Recipient cannot be sender',
    details: 'Sender and recipient phone number are the same.',
  },
  131026: {
    status: 400,
    title: 'Message undeliverable',
    details: 'The recipient is not a WhatsApp user, or uses an old version.',
  },
  131030: { status: 400, title: 'Recipient phone number not in allowed list' },
  131031: { status: 403, title: 'Account has been locked' },
  131037: { status: 400, title: 'Display name needs approval' },
  131042: { status: 400, title: 'Business eligibility payment issue' },
  131045: { status: 500, title: 'Incorrect certificate' },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last replied.',
  },
  131048: { status: 400, title: 'Spam rate limit hit' },
  131049: { status: 400, title: 'Not delivered to maintain healthy ecosystem engagement' },
  131050: { status: 400, title: 'User has stopped marketing messages' },
  131051: { status: 400, title: 'Message type unknown', details: 'Message type is currently not supported.' },
  131052: { status: 400, title: 'Media download error' },
  131053: { status: 400, title: 'Media upload error', details: 'The file cannot be taken.' },
  131056: {
    status: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages sent from the sender phone number to the same recipient in a short period of time.',
  },
  131057: { status: 500, title: 'Account in maintenance mode' },
  131062: { status: 400, title: 'Business-scoped user ids are not supported for this message' },
  131064: { status: 400, title: 'Messaging limit of the account reached' },
  132000: {
    status: 400,
    title: 'Template parameter count mismatch',
    details: 'The number of parameters is not that of the template.',
  },
  132001: {
    status: 404,
    title: 'Template does not exist',
    details: 'The template does not exist in this language or is not approved.',
  },
  132005: { status: 400, title: 'Template hydrated text too long' },
  132007: { status: 400, title: 'Template format character policy violated' },
  132008: { status: 400, title: 'Template parameter value is not valid' },
  132012: {
    status: 400,
    title: 'Parameter format does not match',
    details: 'A parameter is not of the format the template asks for, such as the media of its header.',
  },
  132015: { status: 400, title: 'Template is paused', details: 'The template is paused because of its quality.' },
  132016: { status: 400, title: 'Template is disabled', details: 'The template was paused too often.' },
  132018: { status: 400, title: "There's an issue with the parameters in your template" },
  132068: { status: 400, title: 'Flow is blocked' },
  132069: { status: 400, title: 'Flow is throttled' },
  133004: { status: 503, title: 'Server temporarily unavailable' },
  133010: { status: 400, title: 'Phone number not registered', details: 'The phone number is not registered.' },
  133015: { status: 400, title: 'Please wait a few minutes before attempting to register this phone number' },
  134011: { status: 400, title: 'Payments terms of service are not accepted' },
  134101: { status: 500, title: 'Template is syncing' },
  135000: { status: 400, title: 'Generic user error' },
  137000: { status: 400, title: 'Identity key mismatch' },
}

/** The provider's errors for other requests. */
const requestErrors: Readonly<Record<number, ProviderError>> = {
  104: {
    status: 401,
    title: 'An access token is required',
    details: 'An access token is required to request this resource.',
  },
  2200: {
    status: 400,
    title: 'Callback verification failed',
    details: 'The callback address did not echo the challenge.',
  },
  2500: { status: 400, title: 'Unknown path components', details: 'There is no such path.' },
  131020: {
    status: 400,
    title: 'Group has no participants',
    details: 'A message cannot be sent to a group that nobody has joined.',
  },
  131201: { status: 206, title: 'Partial success', details: 'Some of the request could not be done.' },
  131204: { status: 400, title: 'Participant limit reached', details: 'The group has as many people as it may have.' },
  131207: { status: 403, title: 'Group suspended', details: 'The group is suspended.' },
  131209: { status: 400, title: 'Picture not square', details: 'The picture of a group must be square.' },
  131210: { status: 400, title: 'Picture too small', details: 'The picture of a group must have 192 pixels.' },
  131211: {
    status: 400,
    title: 'Group creation limit reached',
    details: 'The number has as many groups as it may have.',
  },
  131212: { status: 400, title: 'Not a participant', details: 'They are not in the group.' },
  131213: { status: 400, title: 'No such join request', details: 'The request to join does not exist.' },
  131215: {
    status: 400,
    title: 'Groups are not available',
    details: 'This phone number is not eligible for the Groups API.',
  },
  133005: { status: 400, title: 'Two step verification PIN mismatch', details: 'The PIN is not the one that was set.' },
  133006: {
    status: 400,
    title: 'Phone number re-verification needed',
    details: 'The phone number must be verified before it is registered.',
  },
  133016: {
    status: 400,
    title: 'Registration limit reached',
    details: 'The number was registered or deregistered 10 times in 72 hours.',
  },
  136024: { status: 400, title: 'Request code error', details: 'The phone number is verified already.' },
  136025: { status: 400, title: 'Verify code error', details: 'The code is not the one that was sent, or too old.' },
  139100: {
    status: 400,
    title: 'Failed to block/unblock users',
    details: 'Failed to block some users, see the block_users response list for details',
  },
  139101: { status: 400, title: 'Blocklist limit reached', details: 'The number has blocked as many users as it may.' },
}

/** Returns a code's HTTP status, title and usual details, or generic ones for an unknown code. */
export function providerErrorOf(code: number): Required<ProviderError> {
  const known = messageErrors[code] ?? requestErrors[code]
  const { status, title, details }: ProviderError = known ?? { status: 400, title: `Error ${code}` }
  return { status, title, details: details ?? `The provider reported error ${code}.` }
}
