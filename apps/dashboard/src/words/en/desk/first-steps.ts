/** Texts of the first steps of a workspace. */
export const firstSteps = {
  'first.title': 'First steps',
  'first.close': 'Hide the first steps',
  'first.write': 'Start a conversation',
  'first.answer': 'Send an answer',
  'first.number': 'Connect your WhatsApp number',
  'first.team': 'Invite a colleague',
  'first.webhook': 'Receive events in your program',
} as const
