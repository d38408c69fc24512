import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow'

export class PosthornApi implements ICredentialType {
  name = 'posthornApi'

  displayName = 'Posthorn API'

  icon = { light: 'file:../icons/posthorn.svg', dark: 'file:../icons/posthorn.dark.svg' } as const

  documentationUrl = 'https://posthorn.example.com/docs/guides/n8n'

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://messages.example.com',
      description:
        'The address of your Posthorn installation, without /v1. It may begin with http:// in a local network.',
    },
    {
      displayName: 'API Key',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key with the scopes read and send; triggers and saving a contact also need manage',
    },
    {
      displayName: 'Ignore TLS Issues (Insecure)',
      name: 'ignoreTls',
      type: 'boolean',
      default: false,
      description: 'Whether to connect even if the certificate of the installation cannot be verified',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Token: '={{$credentials.token}}' } },
  }

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.url.replace(/\\/+$/, "").replace(/\\/v1$/, "")}}',
      url: '/v1/me',
      skipSslCertificateValidation: '={{$credentials.ignoreTls}}' as unknown as boolean,
    },
  }
}
