import { createPiece } from '@activepieces/pieces-framework'
import { manifest } from './manifest.ts'
import { actions, connection, triggers } from './piece.ts'

export const posthorn = createPiece({
  displayName: 'Posthorn',
  description: `${manifest.description}.`,
  logoUrl: 'https://posthorn.example.com/posthorn.svg',
  authors: ['Posthorn'],
  auth: connection,
  actions,
  triggers,
})
