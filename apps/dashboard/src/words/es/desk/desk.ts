export const desk = {
  'desk.reading': 'Cargando',
  'desk.stale': 'Datos de {time}. No se pudo actualizar.',
  'desk.cancel': 'Cancelar',
  'desk.copy': 'Copiar',
  'desk.copied': 'Copiado',
  'desk.shownOnce': 'Hay que copiarlo ahora. No se podrá volver a ver.',
  'desk.saved': 'Ya lo guardé',
  'desk.more': 'Mostrar más',
  'desk.save': 'Guardar',
  'desk.stored': 'Guardado',
  'desk.filter': 'Aplicar',
}
