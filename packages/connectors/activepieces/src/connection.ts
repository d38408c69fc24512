import { PieceAuth, Property } from '@activepieces/pieces-framework'
import { explain, Posthorn } from '@posthorn/connectors'

export type Connection = { url: string; token: string }

export const clientOf = ({ url, token }: Connection): Posthorn => new Posthorn({ url: url.trim(), token })

/** A connection: the installation's URL and a key, tested by reading the key's workspace. */
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
