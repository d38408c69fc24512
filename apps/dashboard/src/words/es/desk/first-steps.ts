export const firstSteps = {
  'first.title': 'Primeros pasos',
  'first.close': 'Ocultar los primeros pasos',
  'first.write': 'Iniciar un chat',
  'first.answer': 'Enviar una respuesta',
  'first.number': 'Conectar un número de WhatsApp',
  'first.team': 'Invitar a alguien al equipo',
  'first.webhook': 'Recibir eventos en un programa propio',
}
