export const emoji = {
  'emoji.search': 'Buscar emojis',
  'emoji.clear': 'Borrar',
  'emoji.none': 'Ningún emoji encontrado',
  'emoji.one': '1 emoji encontrado',
  'emoji.many': '%n emojis encontrados',
  'emoji.groups': 'Grupos de emojis',
  'emoji.usual': 'Reacciones frecuentes',
  'emoji.all': 'Todos los emojis',
}
