type ProviderError = { status: number; title: string; details: string | undefined }

const error = (status: number, title: string, details?: string): ProviderError => ({ status, title, details })

/** The provider's errors for messages. A recipient's phone number can name any of them, as `treatmentOf` describes. */
export const messageErrors: Readonly<Record<number, ProviderError>> = {
  1: error(400, 'API unknown'),
  2: error(503, 'Service temporarily unavailable', 'The service is temporarily unavailable, please try again.'),
  3: error(500, 'API method'),
  4: error(400, 'API too many calls'),
  10: error(403, 'Permission denied'),
  33: error(400, 'Parameter value is not valid'),
  100: error(400, 'Invalid parameter', 'The request has an unsupported or misspelled parameter.'),
  190: error(401, 'Invalid OAuth access token', 'The access token is expired, revoked or invalid.'),
  200: error(403, 'API permission'),
  368: error(403, 'Temporarily blocked for policies violations'),
  803: error(404, 'Some of the aliases do not exist'),
  80007: error(400, 'Rate limit issues', 'The WhatsApp Business Account has reached its rate limit.'),
  130429: error(429, 'Rate limit hit', 'Message throughput of this phone number has been reached.'),
  130472: error(400, "User's number is part of an experiment"),
  130497: error(403, 'Business account is restricted from messaging users in this country'),
  131000: error(500, 'Something went wrong', 'Message failed to send because of an unknown error.'),
  131005: error(403, 'Access denied'),
  131008: error(400, 'Required parameter is missing', 'A required parameter is missing.'),
  131009: error(400, 'Parameter value is not valid', 'A parameter has a value that is not valid.'),
  131016: error(500, 'Service unavailable'),
  131021: error(400, 'Recipient cannot be sender', 'Sender and recipient phone number are the same.'),
  131026: error(400, 'Message undeliverable', 'The recipient is not a WhatsApp user, or uses an old version.'),
  131030: error(400, 'Recipient phone number not in allowed list'),
  131031: error(403, 'Account has been locked'),
  131037: error(400, 'Display name needs approval'),
  131042: error(400, 'Business eligibility payment issue'),
  131045: error(500, 'Incorrect certificate'),
  131047: error(400, 'Re-engagement message', 'More than 24 hours have passed since the recipient last replied.'),
  131048: error(400, 'Spam rate limit hit'),
  131049: error(400, 'Not delivered to maintain healthy ecosystem engagement'),
  131050: error(400, 'User has stopped marketing messages'),
  131051: error(400, 'Message type unknown', 'Message type is currently not supported.'),
  131052: error(400, 'Media download error'),
  131053: error(400, 'Media upload error', 'The file cannot be taken.'),
  131056: error(
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages sent from the sender phone number to the same recipient in a short period of time.',
  ),
  131057: error(500, 'Account in maintenance mode'),
  131062: error(400, 'Business-scoped user ids are not supported for this message'),
  131064: error(400, 'Messaging limit of the account reached'),
  132000: error(400, 'Template parameter count mismatch', 'The number of parameters is not that of the template.'),
  132001: error(404, 'Template does not exist', 'The template does not exist in this language or is not approved.'),
  132005: error(400, 'Template hydrated text too long'),
  132007: error(400, 'Template format character policy violated'),
  132008: error(400, 'Template parameter value is not valid'),
  132012: error(
    400,
    'Parameter format does not match',
    'A parameter is not of the format the template asks for, such as the media of its header.',
  ),
  132015: error(400, 'Template is paused', 'The template is paused because of its quality.'),
  132016: error(400, 'Template is disabled', 'The template was paused too often.'),
  132018: error(400, "There's an issue with the parameters in your template"),
  132068: error(400, 'Flow is blocked'),
  132069: error(400, 'Flow is throttled'),
  133004: error(503, 'Server temporarily unavailable'),
  133010: error(400, 'Phone number not registered', 'The phone number is not registered.'),
  133015: error(400, 'Please wait a few minutes before attempting to register this phone number'),
  134011: error(400, 'Payments terms of service are not accepted'),
  134101: error(500, 'Template is syncing'),
  135000: error(400, 'Generic user error'),
  137000: error(400, 'Identity key mismatch'),
}

/** The provider's errors for other requests. */
const requestErrors: Readonly<Record<number, ProviderError>> = {
  104: error(401, 'An access token is required', 'An access token is required to request this resource.'),
  2200: error(400, 'Callback verification failed', 'The callback address did not echo the challenge.'),
  2500: error(400, 'Unknown path components', 'There is no such path.'),
  131020: error(400, 'Group has no participants', 'A message cannot be sent to a group that nobody has joined.'),
  131201: error(206, 'Partial success', 'Some of the request could not be done.'),
  131204: error(400, 'Participant limit reached', 'The group has as many people as it may have.'),
  131207: error(403, 'Group suspended', 'The group is suspended.'),
  131209: error(400, 'Picture not square', 'The picture of a group must be square.'),
  131210: error(400, 'Picture too small', 'The picture of a group must have 192 pixels.'),
  131211: error(400, 'Group creation limit reached', 'The number has as many groups as it may have.'),
  131212: error(400, 'Not a participant', 'They are not in the group.'),
  131213: error(400, 'No such join request', 'The request to join does not exist.'),
  131215: error(400, 'Groups are not available', 'This phone number is not eligible for the Groups API.'),
  133005: error(400, 'Two step verification PIN mismatch', 'The PIN is not the one that was set.'),
  133006: error(
    400,
    'Phone number re-verification needed',
    'The phone number must be verified before it is registered.',
  ),
  133016: error(400, 'Registration limit reached', 'The number was registered or deregistered 10 times in 72 hours.'),
  136024: error(400, 'Request code error', 'The phone number is verified already.'),
  136025: error(400, 'Verify code error', 'The code is not the one that was sent, or too old.'),
  139100: error(
    400,
    'Failed to block/unblock users',
    'Failed to block some users, see the block_users response list for details',
  ),
  139101: error(400, 'Blocklist limit reached', 'The number has blocked as many users as it may.'),
}

/** Returns a code's HTTP status, title and usual details, or generic ones for an unknown code. */
export function providerErrorOf(code: number): { status: number; title: string; details: string } {
  const known = messageErrors[code] ?? requestErrors[code] ?? error(400, `Error ${code}`)
  return { ...known, details: known.details ?? `The provider reported error ${code}.` }
}
