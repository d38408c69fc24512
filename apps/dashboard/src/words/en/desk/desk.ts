/** Texts that several screens share. */
export const desk = {
  'desk.reading': 'Loading',
  'desk.stale': 'As of {time}. Could not refresh.',
  'desk.cancel': 'Cancel',
  'desk.copy': 'Copy',
  'desk.copied': 'Copied',
  'desk.shownOnce': "Copy this now. You won't be able to see it again.",
  'desk.saved': "I've saved it",
  'desk.more': 'Show more',
  'desk.save': 'Save',
  'desk.stored': 'Saved',
  'desk.filter': 'Apply',
} as const
