/** Texts of the emoji picker and of the recorder of voice notes. */
export const emoji = {
  'emoji.search': 'Search emoji',
  'emoji.clear': 'Clear',
  'emoji.none': 'No emoji found',
  'emoji.one': '1 emoji found',
  'emoji.many': '%n emoji found',
  'emoji.groups': 'Groups of emoji',
  'emoji.usual': 'Common reactions',
  'emoji.all': 'All emoji',
  'voice.record': 'Voice note',
  'voice.level': 'Loudness',
  'voice.cancel': 'Discard the recording',
  'voice.done': 'Done',
  'voice.refused': "Can't use the microphone. Allow it in the browser settings.",
} as const
