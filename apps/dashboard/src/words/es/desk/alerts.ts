export const alerts = {
  'notice.lead': 'Menciones, asignaciones y fallos que requieren atención. Se conservan 30 días.',
  'notice.readAll': 'Marcar todo como leído',
  'notice.readOne': 'Marcar como leído',
  'notice.show': 'Mostrar',
  'notice.all': 'Todas',
  'notice.unread': 'Solo sin leer',
  'notice.none': 'Todo está al día.',
  'notice.noneUnread': 'Todo está leído.',
  'notice.what': 'Qué',
  'notice.where': 'Dónde',
  'notice.when': 'Cuándo',
  'notice.new': 'Sin leer',
}
