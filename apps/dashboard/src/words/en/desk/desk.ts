/** Texts that the pages of the desk share. */
export const desk = {
  'desk.reading': 'Reading',
  'desk.stale': 'As of {time}: it cannot be read anew now.',
  'desk.cancel': 'Cancel',
  'desk.copy': 'Copy',
  'desk.copied': 'Copied',
  'desk.shownOnce': 'It is shown once. Save it now: nobody can read it again, not even the server.',
  'desk.saved': 'I have saved it',
  'desk.more': 'Show more',
  'desk.save': 'Save',
  'desk.stored': 'Saved',
  'desk.filter': 'Show',
} as const
