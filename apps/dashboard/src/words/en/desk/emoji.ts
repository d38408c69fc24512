/** Texts of the emoji picker. */
export const emoji = {
  'emoji.search': 'Search emoji',
  'emoji.clear': 'Clear',
  'emoji.none': 'No emoji found',
  'emoji.one': '1 emoji found',
  'emoji.many': '%n emoji found',
  'emoji.groups': 'Groups of emoji',
  'emoji.usual': 'Common reactions',
  'emoji.all': 'All emoji',
} as const
