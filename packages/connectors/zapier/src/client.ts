import { Posthorn } from '@posthorn/connectors'
import type { Bundle } from './platform.ts'

export function clientOf({ authData: { url, token } }: Bundle): Posthorn {
  return new Posthorn({ url: url.trim(), token })
}

/** A connection: the installation's URL and a key, tested by reading the key's workspace. */
export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'url',
      label: 'Address',
      type: 'string',
      required: true,
      helpText: 'The address of your Posthorn installation, such as https://messages.example.com.',
    },
    {
      key: 'token',
      label: 'API key',
      type: 'password',
      required: true,
      helpText: 'A key with the scopes read, send and manage. Triggers need manage.',
    },
  ],
  test: (_z: unknown, bundle: Bundle): Promise<object> => clientOf(bundle).me.get(),
  connectionLabel: '{{bundle.authData.url}}',
}
