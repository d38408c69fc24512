import { PieceAuth, Property } from '@activepieces/pieces-framework'
import { explain, Posthorn } from '@posthorn/connectors'

/** Values of a connection. */
export type Connection = { url: string; token: string }

/** Returns a client for a connection. */
export const clientOf = ({ url, token }: Connection): Posthorn => new Posthorn({ url: url.trim(), token })

/** Connections: the address of the installation and a key, tested by reading the workspace of the key. */
export const connection = PieceAuth.CustomAuth({
  required: true,
  description: 'An installation of Posthorn and a key with the scopes read, send and manage. Triggers need manage.',
  props: {
    url: Property.ShortText({
      displayName: 'Address',
      description: 'The address of your Posthorn installation, such as https://messages.example.com.',
      required: true,
    }),
    token: PieceAuth.SecretText({ displayName: 'API key', required: true }),
  },
  validate: async ({ auth }) => {
    try {
      await clientOf(auth).me.get()
      return { valid: true }
    } catch (error) {
      return { valid: false, error: explain(error).message }
    }
  },
})
