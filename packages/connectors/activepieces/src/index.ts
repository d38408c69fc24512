import { createPiece } from '@activepieces/pieces-framework'
import { actions } from './actions.ts'
import { connection } from './connection.ts'
import { manifest } from './manifest.ts'
import { triggers } from './triggers.ts'

export const posthorn = createPiece({
  displayName: 'Posthorn',
  description: `${manifest.description}.`,
  logoUrl: 'https://posthorn.example.com/posthorn.svg',
  authors: ['Posthorn'],
  auth: connection,
  actions,
  triggers,
})
