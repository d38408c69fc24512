import type { DeskWords } from '../words.ts'
import { access, alerts, workspace } from './desk/access.ts'
import { audience, contacts } from './desk/audience.ts'
import { automations, broadcasts } from './desk/broadcasts.ts'
import { developer } from './desk/developer.ts'
import { emoji, find, history, views } from './desk/find.ts'
import { groups, numbers } from './desk/numbers.ts'
import { operations } from './desk/operations.ts'
import { operator, reports } from './desk/reports.ts'

const desk = {
  'desk.stale': 'Datos de {time}. No se pudo actualizar.',
  'desk.copy': 'Copiar',
  'desk.shownOnce': 'Hay que copiarlo ahora. No se podrá volver a ver.',
  'desk.saved': 'Ya lo guardé',
  'desk.more': 'Mostrar más',
  'desk.stored': 'Guardado',
  'desk.changedMeanwhile':
    'Otra persona lo ha cambiado entretanto. Para reemplazar su versión, guardar otra vez. Para verla, recargar la página.',
  'desk.filter': 'Aplicar',
  'desk.filterList': 'Filtrar',
  'desk.selectAll': 'Seleccionar todo',
  'desk.noMatch': 'Sin resultados para «{text}».',
  'desk.clearFilter': 'Quitar filtro',
  'desk.discard': 'Descartar cambios',
  'desk.discardWhy': 'Lo escrito aún no se ha guardado.',
}

export const deskWords: DeskWords = {
  ...desk,
  ...access,
  ...contacts,
  ...numbers,
  ...broadcasts,
  ...developer,
  ...audience,
  ...groups,
  ...reports,
  ...workspace,
  ...views,
  ...history,
  ...operator,
  ...alerts,
  ...find,
  ...emoji,
  ...automations,
  ...operations,
}
