/** JSON Schema in OpenAPI 3.1. */
export type SchemaObject = {
  $ref?: string
  type?: string | string[]
  description?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  contentMediaType?: string
  contentEncoding?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  items?: SchemaObject
  properties?: Record<string, SchemaObject>
  required?: string[]
  additionalProperties?: SchemaObject | boolean
  unevaluatedProperties?: false
  propertyNames?: SchemaObject
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  allOf?: SchemaObject[]
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
}

/** A reference to a component. A description overrides the component's. */
export type Reference = { $ref: string; description?: string }

export type ParameterObject = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  style?: 'deepObject' | 'form'
  explode?: boolean
  schema: SchemaObject
}

export type ContentObject = Record<
  string,
  { schema: SchemaObject; example?: unknown; examples?: Record<string, { value: unknown } | Reference> }
>

export type HeaderObject = { description: string; required?: boolean; schema: SchemaObject }

export type ResponseObject = {
  description: string
  headers?: Record<string, HeaderObject | Reference>
  content?: ContentObject
}

/** An operation, or an event posted to a webhook. */
export type OperationObject = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  security?: Record<string, string[]>[]
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { required?: boolean; description?: string; content: ContentObject }
  responses: Record<string, ResponseObject | Reference>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: object
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  /** Tag groups, as displayed by Scalar and Redoc. */
  'x-tagGroups': { name: string; tags: string[] }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, { post: OperationObject }>
  components: {
    schemas: Record<string, SchemaObject>
    responses: Record<string, ResponseObject>
    parameters: Record<string, ParameterObject>
    headers: Record<string, HeaderObject>
    securitySchemes: Record<string, object>
  }
}
