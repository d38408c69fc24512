/** Texts that several screens share. */
export const desk = {
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
  'desk.filterList': 'Filter',
  'desk.selectAll': 'Select all',
  'desk.noMatch': 'No matches for “{text}”.',
  'desk.clearFilter': 'Clear filter',
  'desk.discard': 'Discard changes',
  'desk.discardWhy': 'What you typed has not been saved.',
} as const
